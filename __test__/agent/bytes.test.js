import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { NodeExecutionEnv as PeerEnv } from '@earendil-works/pi-agent-core/node'
import { NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
import fc from '../seeded.js'
import { freshFolder } from '../folder.js'

const { GATTO_FUZZ_RUNS } = process.env
const runs = (most) => ({ numRuns: Math.min(most, Number(GATTO_FUZZ_RUNS ?? most)) })

// Arbitrary bytes, more often those that end lines and those that are a part of something longer.
const telling = fc.constantFrom(
  0x0a,
  0x0d,
  0x61,
  0xc3,
  0xa9,
  0xe2,
  0x82,
  0xac,
  0xf0,
  0x9f,
  0x98,
  0x80,
  0xed,
  0xa0,
  0xef,
  0xbb,
  0xbf
)
const bytes = fc.array(fc.oneof({ weight: 9, arbitrary: telling }, { weight: 1, arbitrary: fc.nat(255) }), {
  maxLength: 60
})
// Node's readline, and with it the published package, has changed its mind about these.
const hasSeparator = (content) => /\u{2028}|\u{2029}/u.test(content.toString())

test('A5 whatever bytes a file has, its text and its lines are those of the published package', async (t) => {
  const cwd = freshFolder(t, 'bytes')
  const [ours, peers] = [new NodeExecutionEnv({ cwd }), new PeerEnv({ cwd })]
  await fc.assert(
    fc.asyncProperty(bytes, fc.option(fc.nat(5), { nil: undefined }), async (list, maxLines) => {
      const content = Buffer.from(list)
      fc.pre(!hasSeparator(content))
      fs.writeFileSync(path.join(cwd, 'f'), content)
      assert.deepEqual(await ours.readTextFile('f'), await peers.readTextFile('f'))
      assert.deepEqual(await ours.readBinaryFile('f'), await peers.readBinaryFile('f'))
      assert.deepEqual(
        await ours.readTextLines('f', { maxLines }),
        await peers.readTextLines('f', { maxLines })
      )
    }),
    runs(200)
  )
})

test('A5 whatever bytes a command writes, in whatever pieces, are decoded as one text', async (t) => {
  const env = new NodeExecutionEnv({ cwd: freshFolder(t, 'bytes') })
  const escaped = (list) => list.map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
  await fc.assert(
    fc.asyncProperty(fc.array(bytes, { minLength: 1, maxLength: 3 }), async (pieces) => {
      const command = pieces.map((piece) => `printf '${escaped(piece)}'`).join('; read -t 0.003 < <(:); ')
      let heard = ''
      const onStdout = (text) => {
        heard += text
      }
      const { value } = await env.exec(command, { onStdout })
      const expected = new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(pieces.flat()))
      assert.equal(value.stdout, expected)
      assert.equal(heard, expected)
    }),
    runs(100)
  )
})
