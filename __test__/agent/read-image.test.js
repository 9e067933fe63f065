import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { createReadTool, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../folder.js'
import { bitmap, chunk, png } from './images.js'
import { MemoryEnv } from './memory-env.js'

const GIF = Buffer.from('GIF89a and what follows')

function environments(t, content) {
  const dir = freshFolder(t, 'image')
  fs.writeFileSync(path.join(dir, 'image'), content)
  return [new NodeExecutionEnv({ cwd: dir }), new MemoryEnv({ image: content })]
}

async function shown(t, content, options) {
  const tool = createReadTool(options)
  const results = []
  for (const env of environments(t, content)) {
    results.push(await tool.execute('1', { path: 'image' }, undefined, undefined, { env }))
  }
  assert.deepEqual(results[0], results[1])
  return results[0]
}

test('A17.2 an image is known by its content, and shown with a note that names its type', async (t) => {
  const images = {
    'image/jpeg': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]),
    'image/png': png(chunk('tEXt', 300_000), chunk('IDAT', 9)),
    'image/gif': GIF,
    'image/webp': Buffer.from('RIFF....WEBPVP8 ')
  }
  for (const [mimeType, bytes] of Object.entries(images)) {
    assert.deepEqual(await shown(t, bytes), {
      content: [
        { type: 'text', text: `Read image file [${mimeType}]` },
        { type: 'image', data: bytes.toString('base64'), mimeType }
      ],
      details: undefined
    })
  }
})

test('A17.2 bytes that an environment gives stay its own', async () => {
  const bytes = Uint8Array.from(GIF)
  const env = new MemoryEnv({})
  env.readBinaryFile = async () => ({ ok: true, value: bytes })
  for (const _time of [1, 2]) {
    const { content } = await createReadTool().execute('1', { path: 'image' }, undefined, undefined, { env })
    assert.equal(content[1].data, GIF.toString('base64'))
  }
})

test('A17.2 an image is read to its end, however large', async (t) => {
  for (const size of [128 * 1024 - 45, 128 * 1024, 128 * 1024 + 1, 3_000_000]) {
    const image = Buffer.concat([png(chunk('IDAT', size)), randomBytes(size)])
    const { content } = await shown(t, image)
    assert.equal(content[1].data, image.toString('base64'))
  }
})

test('A17.2 offset and limit do not matter to an image', async (t) => {
  for (const env of environments(t, GIF)) {
    const { content } = await createReadTool().execute(
      '1',
      { path: 'image', offset: 9 },
      undefined,
      undefined,
      { env }
    )
    assert.equal(content[1].mimeType, 'image/gif')
  }
})

test('A17.2 JPEG-LS, an animated PNG and a text that begins as a bitmap are text', async (t) => {
  const others = [
    Buffer.from([0xff, 0xd8, 0xff, 0xf7, 1, 2]),
    png(chunk('tEXt', 300_000), chunk('acTL', 8), chunk('IDAT', 9)),
    Buffer.from('BMW is a maker of cars, and this is no bitmap')
  ]
  for (const bytes of others) {
    const { content } = await shown(t, bytes)
    assert.equal(content.length, 1)
    assert.ok(content[0].text.startsWith(bytes.toString().slice(0, 6)))
  }
})

test('A17.2 a bitmap is only told of without a processor', async (t) => {
  const { content } = await shown(t, bitmap())
  assert.equal(content.length, 1)
  assert.match(content[0].text, /^Read image file \[image\/bmp\]\n\[.*imageProcessor.*\]$/)
})

test('A17.2 a processor gets the bytes, and its image is shown with its hints', async (t) => {
  const seen = []
  const imageProcessor = async (bytes, mimeType, options) => {
    assert.ok(bytes instanceof Uint8Array)
    seen.push([Buffer.from(bytes), mimeType, options])
    return { ok: true, data: 'QQ==', mimeType: 'image/png', hints: ['made smaller', 'and greyer'] }
  }
  const { content } = await shown(t, bitmap(), { imageProcessor })
  assert.deepEqual(content, [
    { type: 'text', text: 'Read image file [image/png]\nmade smaller\nand greyer' },
    { type: 'image', data: 'QQ==', mimeType: 'image/png' }
  ])
  await shown(t, GIF, { imageProcessor, autoResizeImages: false })
  assert.deepEqual(seen.slice(1, 3), [
    [bitmap(), 'image/bmp', { autoResizeImages: true }],
    [GIF, 'image/gif', { autoResizeImages: false }]
  ])
})

test('A17.2 what a processor cannot do is told in place of the image', async (t) => {
  const imageProcessor = async () => ({ ok: false, message: 'it is too large' })
  const { content } = await shown(t, GIF, { imageProcessor })
  assert.deepEqual(content, [{ type: 'text', text: 'Read image file [image/gif]\nit is too large' }])
})

test('A17.2 what a processor throws is thrown', async (t) => {
  const error = new Error('no such codec')
  const tool = createReadTool({ imageProcessor: () => Promise.reject(error) })
  for (const env of environments(t, GIF)) {
    await assert.rejects(
      tool.execute('1', { path: 'image' }, undefined, undefined, { env }),
      (thrown) => thrown === error
    )
  }
})
