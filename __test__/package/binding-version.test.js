import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadBinding } from '../../js/load.js'
import { version } from '../../js/version.js'

const on = { platform: 'linux', arch: 'riscv64', libc: 'gnu' }
const loading = (binding) => () => loadBinding({ env: {}, on, load: () => binding })

test('glue and binding of one version work together', () => {
  const binding = { version: () => version }
  assert.equal(loading(binding)(), binding)
})

test('a binding of another version is refused, both versions named', () => {
  assert.throws(loading({ version: () => '0.9.9' }), (error) => {
    assert.equal(error.code, 'ERR_GATTO_BINDING_VERSION')
    assert.ok(error.message.includes(version) && error.message.includes('0.9.9'))
    assert.match(error.message, /npm rebuild/)
    assert.equal(error.details.glue, version)
    assert.equal(error.details.binding, '0.9.9')
    return true
  })
})

test('a binding that does not tell its version is refused', () => {
  assert.throws(loading({}), { code: 'ERR_GATTO_BINDING_VERSION', message: /unknown version/ })
})
