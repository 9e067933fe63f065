import assert from 'node:assert/strict'
import os from 'node:os'
import process from 'node:process'
import { test } from 'node:test'
import { NativeProcess } from '../../js/agent/environment/native.js'

const skip = os.platform() === 'win32' && 'processes of the native core are for systems with groups'

/** A shell whose input is open. */
const shell = (command) =>
  new NativeProcess({ args: ['-c', command], cwd: os.tmpdir(), env: '', input: true })

async function all(child) {
  let text = ''
  for (;;) {
    const { texts, end } = await child.next()
    text += texts.join('')
    if (end) return [text, end.code]
  }
}

test('A5 a process reads what is written to it, in order and of any length', { skip }, async () => {
  const child = shell('cat')
  const line = Buffer.alloc(300_000, 'x')
  child.write(line)
  child.write(Buffer.from('end\n'))
  child.endInput()
  const [text, code] = await all(child)
  assert.deepEqual([text.length, text.slice(-5), code], [300_004, 'xend\n', 0])
  child.free()
})

test('A5 a long input costs what it is long', { skip }, async () => {
  const SIZE = 80_000_000
  const child = shell('wc -c')
  const before = process.cpuUsage()
  child.write(Buffer.alloc(SIZE))
  child.endInput()
  const [text] = await all(child)
  const { user, system } = process.cpuUsage(before)
  assert.equal(Number(text), SIZE)
  // What is left is not moved for every piece that is written: that would be seconds.
  assert.ok(user + system < 1_500_000, `${(user + system) / 1000} ms`)
  child.free()
})

test('A5 a process that reads nothing may be written to, and answers in a dialogue', { skip }, async () => {
  const deaf = shell('exec <&-; sleep 0.05; exit 3')
  deaf.write(Buffer.alloc(1_000_000))
  assert.deepEqual(await all(deaf), ['', 3])
  deaf.free()
  const child = shell('while read -r line; do echo "[$line]"; done')
  for (const word of ['one', 'two']) {
    child.write(Buffer.from(`${word}\n`))
    assert.deepEqual((await child.next()).texts, [`[${word}]\n`])
  }
  child.kill()
  assert.deepEqual(await all(child), ['', 137])
  child.free()
})

test('A5 a signal reaches the group of a process, and may be caught', { skip }, async () => {
  const child = shell('trap "echo caught" INT; trap "exit 7" TERM; echo on; while :; do read -t 1 line; done')
  assert.deepEqual((await child.next()).texts, ['on\n'])
  child.signal('SIGINT')
  assert.deepEqual((await child.next()).texts, ['caught\n'])
  child.signal('SIGTERM')
  assert.deepEqual(await all(child), ['', 7])
  child.free()
})
