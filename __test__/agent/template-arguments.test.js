// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are placeholders of templates
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import { parseCommandArgs, substituteArgs } from '@polyweave/gatto-agent-harness/agent'
import fc from '../seeded.js'

/** Arguments as the rule reads, a character at a time. */
function naiveArguments(line) {
  const found = []
  let part = ''
  let quote = ''
  for (const character of line) {
    if (quote !== '') {
      if (character === quote) quote = ''
      else part += character
    } else if (character === '"' || character === "'") {
      quote = character
    } else if (character === ' ' || character === '\t') {
      if (part !== '') found.push(part)
      part = ''
    } else {
      part += character
    }
  }
  return part === '' ? found : [...found, part]
}

/** Substitution as the rule reads: at each dollar the forms in turn. */
function naiveSubstitution(content, args) {
  let out = ''
  for (let at = 0; at < content.length; ) {
    const rest = content.slice(at)
    const slice = /^\$\{@:([0-9]+)(:([0-9]+))?\}/.exec(rest)
    const all = /^\$(ARGUMENTS|@)/.exec(rest)
    const one = /^\$([0-9]+)/.exec(rest)
    const form = slice ?? all ?? one
    if (slice) {
      const from = slice[1] < 1 ? 1 : Number(slice[1])
      const taken = args.filter(
        (_, i) => i + 1 >= from && (slice[3] === undefined || i + 1 < from + Number(slice[3]))
      )
      out += taken.join(' ')
    } else if (all) out += args.join(' ')
    else if (one) out += args[Number(one[1]) - 1] ?? ''
    else out += content[at]
    at += form === null ? 1 : form[0].length
  }
  return out
}

const LINES = {
  '': [],
  ' \t ': [],
  'a b\tc': ['a', 'b', 'c'],
  'a\nb c': ['a\nb', 'c'],
  '"a b" \'c d\'': ['a b', 'c d'],
  'a"b c"d\'e f\'': ['ab cde f'],
  '"a \' b"': ["a ' b"],
  '"" \'\' a': ['a'],
  'a\\ b "c\\" d': ['a\\', 'b', 'c\\', 'd'],
  'a "b c': ['a', 'b c'],
  "a'": ['a'],
  'a\u00a0b': ['a\u00a0b']
}

test('A16 arguments are split at spaces and tabs, and kept together by quotes', () => {
  for (const [line, args] of Object.entries(LINES)) {
    assert.deepEqual(parseCommandArgs(line), args)
    assert.deepEqual(peer.parseCommandArgs(line), args)
  }
  const line = fc
    .array(fc.constantFrom('a', 'bc', ' ', '\t', '\n', '"', "'", '\\', '😀', '$1'))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(line, (text) => {
      assert.deepEqual(parseCommandArgs(text), naiveArguments(text))
      assert.deepEqual(parseCommandArgs(text), peer.parseCommandArgs(text))
    }),
    { numRuns: 2000 }
  )
})

const FORMS = {
  '$1-$2-$3-$4': 'a-b-c-',
  '$0 $00 $01 $10': '  a ',
  $99999999999999999999999: '',
  '${@:2}': 'b c',
  '${@:0} ${@:00}': 'a b c a b c',
  '${@:9}': '',
  '${@:2:1} ${@:1:2} ${@:1:0} ${@:2:99}': 'b a b  b c',
  '$@ $ARGUMENTS': 'a b c a b c',
  '$ARGUMENTSX $ARGUMENT': 'a b cX $ARGUMENT',
  '${1} ${@} ${@:} ${@:x} ${@:1:} ${@:-1}': '${1} ${@} ${@:} ${@:x} ${@:1:} ${@:-1}',
  '$$1 \\$1 $ $': '$a \\a $ $',
  $x$1$: '$xa$',
  ' $1 ': ' a '
}

test('A16 placeholders stand for arguments, and what is no placeholder stays', () => {
  for (const [content, text] of Object.entries(FORMS)) {
    assert.equal(substituteArgs(content, ['a', 'b', 'c']), text)
    assert.equal(peer.substituteArgs(content, ['a', 'b', 'c']), text)
  }
  assert.equal(
    substituteArgs('$1|$2|$@', [undefined, 'b']),
    peer.substituteArgs('$1|$2|$@', [undefined, 'b'])
  )
})

const content = fc
  .array(
    fc.constantFrom(
      '$',
      '{',
      '@',
      ':',
      '}',
      '0',
      '1',
      '2',
      '12',
      'ARGUMENTS',
      'x',
      ' ',
      '$1',
      '${@:',
      '$@',
      '😀'
    )
  )
  .map((parts) => parts.join(''))

test('A16 substitution does what its rule says, on any text', () => {
  const args = fc.array(fc.constantFrom('a', 'b c', '', '1', '😀'), { maxLength: 14 })
  fc.assert(
    fc.property(content, args, (text, list) => {
      assert.equal(substituteArgs(text, list), naiveSubstitution(text, list))
    }),
    { numRuns: 3000 }
  )
})

test('A16 words of placeholders give what they gave in the published package', () => {
  // In pieces of words, its passes would make new placeholders of what they put in.
  const word = fc.constantFrom(
    '$1',
    '$02',
    '${@:2}',
    '${@:1:2}',
    '$@',
    '$ARGUMENTSx',
    '$',
    '$x',
    '${1}',
    '${@:',
    'x$1y'
  )
  const words = fc.array(word).map((parts) => parts.join(' '))
  fc.assert(
    fc.property(words, fc.array(fc.constantFrom('a', 'b c', '', '1')), (text, list) => {
      assert.equal(substituteArgs(text, list), peer.substituteArgs(text, list))
    })
  )
})

test('F16 what an argument says is not substituted again', () => {
  assert.equal(substituteArgs('$1 $2', ['$@', '$ARGUMENTS']), '$@ $ARGUMENTS')
  assert.equal(substituteArgs('$@', ['$1', '${@:1}', '$&', '$$', "$'", '$`']), "$1 ${@:1} $& $$ $' $`")
  assert.equal(substituteArgs('${@:1}', ['$1', 'x']), '$1 x')
  assert.notEqual(peer.substituteArgs('$1', ['$@', 'b']), '$@')
  fc.assert(
    fc.property(content, fc.array(content, { maxLength: 5 }), (text, list) => {
      assert.equal(substituteArgs(text, list), naiveSubstitution(text, list))
    }),
    { numRuns: 3000 }
  )
})
