import assert from 'node:assert/strict'
import fs from 'node:fs'
import test from 'node:test'
import { createAgentHarness } from '../../index.js'
import { native } from '../../js/native.js'
import { freshFolder } from '../conformance/log-folder.js'
import { callsOf, start } from '../conformance/session.js'
import { settle } from './collected.js'

/** How many descriptors of this process point into the folder. */
function openFiles(dir) {
  return fs.readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return fs.readlinkSync(`/proc/self/fd/${fd}`).startsWith(dir)
    } catch {
      return false // the descriptor of the listing itself
    }
  }).length
}

test('G3 G34 the native slot of a harness goes with its object', async () => {
  const before = await settle(native.liveHarnesses, 0)
  const create = () => {
    const harness = createAgentHarness({ tools: [{ id: 't', execute() {} }] })
    start(harness)
    harness.write(callsOf(['c1', 't', {}]))
    return harness
  }
  let held = Array.from({ length: 500 }, create)
  assert.equal(native.liveHarnesses(), before + 500)
  assert.equal(held.length, 500)
  held = undefined
  assert.equal(await settle(native.liveHarnesses, before), before)
})

test('G3 G34 a method that was taken off keeps the native slot of its harness', async () => {
  const detach = () => {
    const { getState, write } = createAgentHarness()
    write({ type: 'PARAM', key: 'workspace', value: '/work' })
    return getState
  }
  const before = await settle(native.liveHarnesses, 0)
  const getState = detach()
  await settle(native.liveHarnesses, before)
  assert.equal(getState().workspace, '/work')
})

test('G36 G34 the log of a harness is closed at its end', {
  skip: process.platform !== 'linux'
}, async (t) => {
  const dir = freshFolder(t)
  const session = (name) => {
    const harness = createAgentHarness({ durability: { enabled: true, wrapperId: name, dir } })
    start(harness)
    return harness
  }
  const harnesses = Array.from({ length: 50 }, (_, i) => session(`run ${i}`))
  assert.ok(openFiles(dir) >= 50)
  for (const harness of harnesses) harness.end()
  await Promise.all(harnesses.map((harness) => harness.flush()))
  assert.equal(await settle(() => openFiles(dir), 0), 0)
})

test('G36 G34 the log of a harness that nobody holds is closed with it, and is free again', async (t) => {
  const dir = freshFolder(t)
  const options = (name) => ({ durability: { enabled: true, wrapperId: name, dir } })
  const before = await settle(native.liveHarnesses, 0)
  const forget = () => {
    for (let i = 0; i < 50; i++) start(createAgentHarness(options(`run ${i}`)))
  }
  forget()
  await settle(native.liveHarnesses, before)
  const again = createAgentHarness(options('run 7'))
  assert.equal(again.getState().workspace, '/work')
  again.end()
})
