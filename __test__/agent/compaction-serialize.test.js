import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import fc from '../seeded.js'
import { anyMessage, assistant, holds, toolCall, toolResult, user } from './transcript/arbitrary.js'

const { convertToLlm, serializeConversation } = agent

test('A13.4 each kind of content has a tag, in a fixed order', () => {
  const conversation = [
    user('hi'),
    assistant([
      { type: 'text', text: 'one' },
      toolCall('read', { path: 'a', limit: 1, more: { x: [1] } }),
      { type: 'thinking', thinking: 't1' },
      { type: 'text', text: 'two' },
      toolCall('ls', {}),
      { type: 'thinking', thinking: 't2' }
    ]),
    toolResult('result'),
    { role: 'user', content: 'plain', timestamp: 0 }
  ]
  assert.equal(
    serializeConversation(conversation),
    [
      '[User]: hi',
      '[Assistant thinking]: t1\nt2',
      '[Assistant]: one\ntwo',
      '[Assistant tool calls]: read(path="a", limit=1, more={"x":[1]}); ls()',
      '[Tool result]: result',
      '[User]: plain'
    ].join('\n\n')
  )
})

test('A13.4 empty texts and images leave nothing behind', () => {
  const image = { type: 'image', data: 'AA', mimeType: 'image/png' }
  const empty = [
    user(''),
    assistant(''),
    assistant([{ type: 'thinking', thinking: '' }]),
    toolResult(''),
    { role: 'user', content: [image], timestamp: 0 },
    toolResult('', { content: [image] })
  ]
  assert.equal(serializeConversation(empty), '')
  const blocks = [{ type: 'text', text: 'a' }, image, { type: 'text', text: 'b' }]
  assert.equal(serializeConversation([{ role: 'user', content: blocks, timestamp: 0 }]), '[User]: ab')
})

test('A13.4 a long result is cut, and says by how much', () => {
  const text = (n) => serializeConversation([toolResult('x'.repeat(n))])
  assert.equal(text(2000), `[Tool result]: ${'x'.repeat(2000)}`)
  assert.equal(text(2003), `[Tool result]: ${'x'.repeat(2000)}\n\n[... 3 more characters truncated]`)
  assert.equal(serializeConversation([user('x'.repeat(3000))]).length, 3008)
})

test('A13.4 a cut does not go through a character', () => {
  const cut = serializeConversation([toolResult(`${'x'.repeat(1999)}😀y`)])
  assert.equal(cut, `[Tool result]: ${'x'.repeat(1999)}\n\n[... 3 more characters truncated]`)
})

test('A13.4 arguments without JSON, or that are none, are no error', () => {
  const called = (args) => serializeConversation([assistant([toolCall('f', args)])])
  assert.equal(
    called({ big: 1n, gone: undefined, no: Number.NaN, far: -Infinity, zero: -0, much: 1e21 }),
    '[Assistant tool calls]: f(big=[unserializable], gone=undefined, no=null, far=null, zero=0, much=1e+21)'
  )
  for (const args of [undefined, null]) assert.equal(called(args), '[Assistant tool calls]: f()')
})

/** The published package writes a tag without a text where all texts of a kind are empty. */
const hasEmptyText = ({ role, content }) =>
  role === 'assistant' && content.some(({ text, thinking }) => text === '' || thinking === '')

test('A13.4 conversations are written as by the published package, but for empty texts', () =>
  holds(
    fc.property(fc.array(anyMessage, { maxLength: 10 }), (messages) => {
      const conversation = convertToLlm(messages).filter((of) => !hasEmptyText(of))
      assert.equal(serializeConversation(conversation), peer.serializeConversation(conversation))
    })
  ))
