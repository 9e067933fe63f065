// npm's install script. A binding that loads leaves nothing to do; else one is built from the shipped Rust sources.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { loadBinding } from '../js/load.js'
import { BuildError, buildAddon, root } from './addon.mjs'

const checkout = fs.existsSync(path.join(root, 'scripts', 'checkout.mjs')) // not among the published files

if (process.argv.includes('--check')) loadBinding()
else if (checkout) await installInCheckout()
else if (!loads()) await buildFromPackage()

/** In a checkout the stamp decides, as it does for npm start and npm test: whoever comes first builds. */
async function installInCheckout() {
  // npm prepares a git dependency by installing it in a clone of its own, packing that, and installing the pack, which
  // builds. Building in the clone as well would do the work twice.
  if (process.env._PACOTE_NO_PREPARE_) return
  const { ensureBuilt } = await import('./checkout.mjs')
  await ensureBuilt().catch(fail)
}

function loads() {
  try {
    loadBinding()
    return true
  } catch (error) {
    console.error(error.message.split('\n', 1)[0])
    return false
  }
}

async function buildFromPackage() {
  const targetDir = path.join(root, 'target')
  console.error('Building it from source with cargo; this takes a minute or two.')
  let told = -1
  const onStatus = ({ done, total, crate }) => {
    const tenth = Math.floor((done / total) * 10)
    if (tenth > told) console.error(`  ${done} of ${total} crates  ${crate}`)
    told = Math.max(told, tenth)
  }
  try {
    await buildAddon({ targetDir, onStatus })
    // In a process of its own: in this one an older binding may be loaded already.
    const check = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--check'], {
      encoding: 'utf8'
    })
    if (check.status !== 0) throw new BuildError(`What was built does not load:\n${check.stderr}`)
  } catch (error) {
    fail(error)
  } finally {
    fs.rmSync(targetDir, { recursive: true, force: true }) // hundreds of megabytes that nobody needs again
  }
}

function fail(error) {
  console.error(error instanceof BuildError || error.code ? error.message : error)
  process.exitCode = 1
}
