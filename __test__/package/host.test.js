import assert from 'node:assert/strict'
import path from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { host, localFile, triple } from '../../js/load.js'

test('builds are named by platform, processor and C library', () => {
  assert.equal(triple({ platform: 'linux', arch: 'x64', libc: 'gnu' }), 'linux-x64-gnu')
  assert.equal(triple({ platform: 'linux', arch: 'arm64', libc: 'musl' }), 'linux-arm64-musl')
  assert.equal(triple({ platform: 'darwin', arch: 'arm64', libc: '' }), 'darwin-arm64')
  assert.equal(triple({ platform: 'win32', arch: 'x64', libc: '' }), 'win32-x64-msvc')
  assert.equal(
    path.basename(localFile({ platform: 'darwin', arch: 'x64', libc: '' })),
    'gatto.darwin-x64.node'
  )
})

test('the C library is the one this process runs on', { skip: process.platform !== 'linux' }, () => {
  const { header } = process.report.getReport()
  assert.equal(host().libc, header.glibcVersionRuntime ? 'gnu' : 'musl')
})
