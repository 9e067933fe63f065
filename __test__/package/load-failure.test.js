import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { GattoError } from '../../js/error.js'
import { loadBinding } from '../../js/load.js'
import { folder, name } from './project.js'

const nowhere = { platform: 'linux', arch: 'riscv64', libc: 'musl' }

function failureOf(options) {
  try {
    loadBinding(options)
  } catch (error) {
    return error
  }
  assert.fail('the binding loaded')
}

test('a binding that cannot be loaded is an error that names the host, what was tried and what helps', () => {
  const error = failureOf({ env: {}, on: nowhere })

  assert.ok(error instanceof GattoError)
  assert.equal(error.code, 'ERR_GATTO_BINDING_LOAD')
  assert.match(error.message, /linux riscv64 \(musl\), Node\.js v\d+/)
  assert.match(error.message, /gatto\.linux-riscv64-musl\.node: no such file/)
  assert.match(error.message, new RegExp(`${name}-linux-riscv64-musl: not installed`))
  assert.match(error.message, new RegExp(`npm rebuild ${name}`))
  assert.match(error.message, /pnpm approve-builds/)
  assert.match(error.message, /Rust toolchain/)
  assert.match(error.message, /--omit=optional/)
})

test('the same stands in the details of the error as data', () => {
  const { details } = failureOf({ env: {}, on: nowhere })

  assert.equal(details.platform, 'linux')
  assert.equal(details.arch, 'riscv64')
  assert.equal(details.libc, 'musl')
  assert.deepEqual(
    details.tried.map(({ from, reason }) => [from, reason]),
    [
      ['local build', 'no such file'],
      ['platform package', 'not installed']
    ]
  )
})

test('a binding that is there but does not load gives the reason and the cause', (t) => {
  const file = path.join(folder(t), 'gatto.node')
  fs.writeFileSync(file, 'no shared library')

  const error = failureOf({ env: { NAPI_RS_NATIVE_LIBRARY_PATH: file } })

  assert.equal(error.code, 'ERR_GATTO_BINDING_LOAD')
  assert.equal(error.details.tried.length, 1)
  assert.ok(error.message.includes(`NAPI_RS_NATIVE_LIBRARY_PATH: ${file}: `))
  assert.ok(error.message.includes(error.cause.message.split('\n', 1)[0]))
})

test('a path in NAPI_RS_NATIVE_LIBRARY_PATH is the only one tried', () => {
  const error = failureOf({ env: { NAPI_RS_NATIVE_LIBRARY_PATH: 'nowhere/gatto.node' } })

  assert.deepEqual(error.details.tried, [
    { from: 'NAPI_RS_NATIVE_LIBRARY_PATH', name: path.resolve('nowhere/gatto.node'), reason: 'no such file' }
  ])
})

test('a platform package that lost its binary is told from one that is not installed', () => {
  const load = (id) => {
    throw Object.assign(new Error(`Cannot find module '/x/node_modules/${id}/gatto.node'`), {
      code: 'MODULE_NOT_FOUND'
    })
  }
  const { details } = failureOf({ env: {}, on: nowhere, load })

  assert.match(details.tried[1].reason, /^Cannot find module .*gatto\.node'$/)
})
