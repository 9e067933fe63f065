// Arbitrary scenarios: options, tools, destinations, and operations in any interleaving. Plain data throughout.
import fc from 'fast-check'
import { dresses, oddities } from './values.js'
import { MODES, SCHEMAS } from './world.js'

const { constant, constantFrom, integer, nat, oneof, option, record, array, boolean } = fc
const weighted = (...pairs) => oneof(...pairs.map(([weight, arbitrary]) => ({ weight, arbitrary })))
const odd = (...names) => constantFrom(...names).map((name) => ({ odd: name }))
const of = (fields, required = []) => record(fields, { requiredKeys: required }).map((each) => ({ of: each }))

// Values that cannot be put in words (String(x) throws) have tests of their own.
const UNSPEAKABLE = ['revoked', 'hostile', 'bare']
const anything = fc.anything({ withDate: true, withMap: true, withSet: true, maxDepth: 2, maxKeys: 3 })
const speakable = weighted(
  [3, constantFrom('', 'done', 'a\ud800', 0, 7, Number.NaN, null, undefined, true, false, 10n)],
  [2, odd(...oddities.filter((name) => !UNSPEAKABLE.includes(name)))],
  [1, anything.filter(isSpeakable).map((any) => (any !== null && typeof any === 'object' ? { any } : any))]
)
const failure = weighted(
  [3, constantFrom('went wrong', 'x', 7, undefined, true, Symbol.for('s'))],
  [2, odd('error', 'realmError', 'message', 'frozen', 'array')]
)

function isSpeakable(value) {
  try {
    return typeof JSON.stringify(value) !== 'number' && typeof String(value) === 'string'
  } catch {
    return false
  }
}

const codeUnits = array(integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((u) =>
  String.fromCharCode(...u)
)
const text = weighted(
  [4, constantFrom('hi', '', 'x'.repeat(255), 'x'.repeat(257), 'é'.repeat(256), '日本'.repeat(129), '😀')],
  [2, codeUnits],
  [1, odd('text300', 'wide300', 'lone')]
)

// ---- frames -------------------------------------------------------------------------------------------------------
const TOOLS = ['t0', 't1', 't2']
const toolName = weighted(
  [8, constantFrom(...TOOLS)],
  [1, constantFrom('ghost', '__proto__', 'constructor', '')]
)
const callId = weighted(
  [5, constantFrom('a', 'a', 'b', '__proto__')],
  [3, nat(9).map((n) => ({ seen: n }))],
  [1, constantFrom(undefined, null, '', 7)]
)

const callArguments = weighted(
  [4, constantFrom({ of: { n: 1 } }, { of: { n: 'x' } }, { of: {} }, { of: { n: 1, a: 1, b: undefined } })],
  [2, constantFrom('{"n":2}', '{"a":1,"b":2}', '[1]', '7', '{"__proto__":1,"n":1}', undefined, null, 5)],
  [1, constantFrom({ of: { in: { of: { 'x/y': 2 } } } }, { of: { in: { of: { 'x/y': 1 } } } })],
  [1, constantFrom('{"n":', '', 'text')],
  [2, odd('cyclic', 'frozen', 'bare', 'array', 'realm', 'big', 'json', 'symbols', 'proto', 'huge', 'date')]
)
const call = weighted(
  [5, of({ id: callId, tool: toolName, arguments: callArguments })],
  [1, of({ id: callId, name: toolName, args: callArguments })],
  [
    1,
    record({ id: callId, fn: of({ name: toolName, arguments: callArguments }, ['name']) }).map(
      ({ id, fn }) => ({ of: { id, function: fn } })
    )
  ],
  [
    1,
    constantFrom({ of: { id: 'a', tool: 't0' }, throws: 'tool' }, { of: { tool: 't0' }, throws: 'arguments' })
  ]
)
const llmResponse = of(
  {
    type: constant('llm-response'),
    content: weighted([2, constantFrom('answer', '', null, undefined)], [1, text]),
    thinking: constantFrom('hm', '', null, undefined),
    toolCalls: weighted(
      [8, array(call, { maxLength: 4 }).map((list) => ({ list }))],
      [1, constantFrom(null, '', 5, { of: {} })]
    )
  },
  ['type']
)
const result = { callId, result: speakable, error: weighted([3, constant(undefined)], [1, failure]) }
const toolResult = of({ type: constant('tool-result'), ...result }, ['type', 'callId'])
const otherData = weighted(
  [2, odd('hostile', 'revoked', 'bare', 'array', 'fn')],
  [
    2,
    constantFrom(
      { of: { type: 'tool-call' } },
      { of: { type: 'x' } },
      { of: { type: 5 } },
      undefined,
      null,
      'text'
    )
  ],
  [1, constantFrom({ of: {}, throws: 'type' }, { of: { type: 'tool-result' }, throws: 'result' })],
  [1, constantFrom({ of: { type: 'llm-response', content: 'x' }, throws: 'toolCalls' })]
)

const KEYS = ['workspace', 'task', 'nodeId', 'sessionId']
const param = weighted(
  [
    3,
    record({
      key: constantFrom(...KEYS),
      value: weighted([3, constantFrom('w', 'v', null, '')], [1, speakable])
    })
  ],
  [
    2,
    record({
      key: constant('maxTurns'),
      value: constantFrom(0, 1, 2, 3, Infinity, -1, Number.NaN, '5', null)
    })
  ],
  [
    2,
    record({ key: constant('tool'), value: weighted([3, nat(2).map((n) => ({ tool: n }))], [1, speakable]) })
  ],
  [1, record({ key: constantFrom('other', 'toString', '__proto__'), value: speakable })]
)
const meta = weighted(
  [2, param],
  [2, record({ key: constantFrom('mine', '__proto__', 'constructor', 'hasOwnProperty'), value: speakable })],
  [1, record({ key: constantFrom('history', 'status', 'currentTurn', 'initialized'), value: speakable })],
  [
    1,
    record({
      action: constantFrom('subscribe', 'unsubscribe'),
      keys: option(constant({ list: ['status', 'mine', 'history'] }), { nil: undefined })
    })
  ]
)
const metadata = constantFrom(undefined, null, { of: { a: 1 } }, { odd: 'proto' }, { of: { phase: 'mine' } })

const frameOf = (type, fields) => fields.map((each) => ({ of: { type, ...each } }))
const plainFrame = weighted(
  [
    6,
    frameOf(
      'TEXT',
      record({
        content: weighted(
          [4, record({ text }).map((each) => ({ of: each }))],
          [2, text],
          [
            1,
            constantFrom(
              null,
              undefined,
              5,
              { of: {} },
              { of: { text: 5 } },
              { of: {}, throws: 'text' },
              { odd: 'hostile' }
            )
          ]
        )
      })
    )
  ],
  [9, frameOf('DATA', record({ data: llmResponse }))],
  [6, frameOf('DATA', record({ data: toolResult }))],
  [3, frameOf('TOOL_RESULT', record({ content: of(result, ['callId']) }))],
  [
    1,
    frameOf(
      'TOOL_RESULT',
      record({
        data: of(result, ['callId']),
        content: constantFrom(undefined, null, 'text', { of: { callId: 'a', result: 'in content' } })
      })
    )
  ],
  [2, frameOf('DATA', record({ data: otherData }))],
  [4, frameOf('PARAM', param)],
  [3, frameOf('META', meta)],
  [2, constant({ of: { type: 'START' } })],
  [1, frameOf('END', record({ metadata }))],
  [2, constant({ of: { type: 'ERROR', error: 'theirs' } })],
  [
    1,
    constantFrom(
      ...['PROGRESS', 'THINKING', 'text', '__proto__', 'toString', 5, undefined].map((type) => ({
        of: { type }
      }))
    )
  ]
)
const thrown = constantFrom(
  ...[
    ['TEXT', 'type'],
    ['TEXT', 'content'],
    ['DATA', 'data'],
    ['PARAM', 'key'],
    ['META', 'key'],
    ['TOOL_RESULT', 'content'],
    ['END', 'metadata']
  ].map(([type, throws]) => ({ of: { type }, throws }))
)
const anyFrame = anything
  .filter(
    (any) => any === null || typeof any !== 'object' || !('type' in any) || typeof any.type === 'string'
  )
  .map((any) => (any !== null && typeof any === 'object' ? { any } : any))
const frame = weighted(
  [20, plainFrame],
  [
    4,
    record({ plain: plainFrame, dress: constantFrom(...dresses) }).map(({ plain, dress }) => ({
      ...plain,
      dress
    }))
  ],
  [1, thrown],
  [1, weighted([1, anyFrame], [2, odd('hostile', 'revoked', 'bare', 'array', 'realm', 'symbols')])]
)

// ---- operations ---------------------------------------------------------------------------------------------------
const err = weighted([2, constantFrom(null, true, false, undefined)], [2, failure])
const write = record({ op: constant('write'), frame, bySink: boolean() })
const end = weighted([1, constant({ op: 'end' })], [1, record({ op: constant('end'), err })])
const abort = record({ op: constant('abort'), err })
const pipe = record({ op: constant('pipe'), to: nat(1) })
const pause = record({ op: constantFrom('pause', 'unpause'), to: nat(1) })

const burst = record({ op: constant('burst'), n: integer({ min: 2, max: 40 }), text: constantFrom('a', 'ł') })

const operation = weighted(
  [24, write],
  [2, burst],
  [8, record({ op: constant('answer'), n: nat(5), fails: boolean(), value: speakable })],
  [4, pause],
  [3, pipe],
  [1, constant({ op: 'resume' })],
  [2, record({ op: constant('tick'), ms: constantFrom(1, 9, 10, 25) })],
  [1, record({ op: constant('register'), n: nat(2) })],
  [
    1,
    record({
      op: constant('set'),
      key: constantFrom('mine', 'task', 'status', '__proto__'),
      value: speakable
    })
  ],
  [1, record({ op: constantFrom('progress', 'signal'), n: nat(4) })],
  [1, end],
  [1, abort]
)
const small = weighted([6, write], [2, pause], [1, end])
const last = weighted([4, small], [1, pipe], [1, abort], [2, record({ op: constant('throw'), err: failure })])
const reaction = weighted([3, last.map((op) => [op])], [1, fc.tuple(small, last).map((ops) => ops)])

const dest = record({
  paused: weighted([4, constant(false)], [1, constant(true)]),
  reactions: fc.dictionary(nat(8).map(String), reaction, { maxKeys: 2 }),
  endThrows: weighted([9, constant(false)], [1, constant(true)])
})

const tool = (id) =>
  record({
    id: constant(id),
    mode: constantFrom(...Object.keys(MODES)),
    schema: weighted([3, constant(0)], [2, nat(SCHEMAS.length - 1)]),
    ops: weighted([4, constant([])], [1, array(weighted([6, small], [1, abort]), { maxLength: 2 })]),
    readsSignal: boolean(),
    reports: weighted([3, constant(false)], [1, constant(true)]),
    value: weighted([2, speakable], [1, failure]),
    isLate: weighted([3, constant(false)], [1, constant(true)])
  })

const options = record(
  {
    maxTurns: weighted([3, constantFrom(3, 100, Infinity)], [1, constantFrom(0, 1, 2)]),
    strict: boolean(),
    emitToolResults: boolean(),
    externalTools: boolean(),
    validation: constantFrom('schema', 'required', 'none'),
    maxConcurrentTools: integer({ min: 1, max: 2 }),
    highWaterMark: integer({ min: 1, max: 6 }),
    toolTimeoutMs: constant(10),
    system: constantFrom('Be brief.', 'function'),
    clock: constant(true),
    jjProvider: constantFrom(null, { of: { name: 'jj' } })
  },
  { requiredKeys: [] }
)

const preface = ['workspace', 'task']
  .map((key) => ({ op: 'write', frame: { of: { type: 'PARAM', key, value: key } } }))
  .concat({ op: 'write', frame: { of: { type: 'START' } } })

const surroundings = {
  tools: fc.tuple(...TOOLS.map(tool)),
  dests: array(dest, { minLength: 2, maxLength: 2 }),
  isPiped: weighted([5, constant(true)], [1, constant(false)])
}
const pipedFirst = (isPiped) => (isPiped ? [{ op: 'pipe', to: 0 }] : [])

export const scenario = record({
  ...surroundings,
  options,
  upstream: weighted([2, constant('none')], [3, constant('plain')], [1, constant('loop')]),
  isStarted: weighted([7, constant(true)], [1, constant(false)]),
  ops: array(operation, { maxLength: 14, size: 'max' })
}).map(({ isPiped, isStarted, ops, ...rest }) => ({
  ...rest,
  ops: [...pipedFirst(isPiped), ...(isStarted ? preface : []), ...ops]
}))

// ---- a registry alone ---------------------------------------------------------------------------------------------
const toolCall = call.map(({ of: fields, throws }) => ({ of: { ...fields, type: 'tool-call' }, throws }))
const registryFrame = weighted(
  [10, frameOf('DATA', record({ data: toolCall }))],
  [
    2,
    constantFrom(0, 1, 2).map((n) => ({ of: { type: 'PARAM', key: 'register-tool', value: { tool: n } } }))
  ],
  [3, frame]
)
const registryWrite = record({ op: constant('write'), frame: registryFrame, bySink: boolean() })
const registryOperation = weighted(
  [24, registryWrite],
  [8, record({ op: constant('answer'), n: nat(5), fails: boolean(), value: speakable })],
  [4, pause],
  [3, pipe],
  [2, record({ op: constant('tick'), ms: constantFrom(1, 9, 10, 25) })],
  [1, record({ op: constant('register'), n: nat(2) })],
  [1, record({ op: constantFrom('progress', 'signal'), n: nat(4) })],
  [1, end],
  [1, abort]
)

export const registryScenario = record({
  ...surroundings,
  options: options.map(({ validation, toolTimeoutMs, maxConcurrentTools, highWaterMark }) =>
    JSON.parse(JSON.stringify({ validation, toolTimeoutMs, maxConcurrentTools, highWaterMark }))
  ),
  upstream: constantFrom('none', 'plain'),
  ops: array(registryOperation, { maxLength: 14, size: 'max' })
}).map(({ isPiped, ops, ...rest }) => ({ ...rest, ops: [...pipedFirst(isPiped), ...ops] }))

/** A registry where a World expects a harness. */
export const asHarness = (createToolRegistry) => (given) => {
  const { tools, ...rest } = given
  const registry = createToolRegistry(tools, rest)
  return { ...registry, registry, getState: () => ({ list: registry.list() }) }
}
