// Writes binding.d.ts, the typed face of the native exports, as `napi build` would: from what napi-derive says while the
// crate is checked. With --check it only compares. The raw functions of the hot path are not in it.

import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { BuildError, cargoCommand, root } from './addon.mjs'
import { ensureInstalled, main } from './checkout.mjs'
import { run } from './command.mjs'

const file = path.join(root, 'binding.d.ts')

await main(async () => {
  await ensureInstalled()
  const wanted = await generate()
  if (!process.argv.includes('--check')) return fs.writeFileSync(file, wanted)
  const there = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  if (there !== wanted)
    throw new BuildError('binding.d.ts is not what the sources say: run npm run binding-types.')
  console.log('binding.d.ts is what the sources say.')
})

async function generate() {
  const { generateTypeDef } = await import('@napi-rs/cli')
  const target = path.join(root, 'target')
  fs.mkdirSync(target, { recursive: true })
  // A folder of another name each time makes cargo check the crate anew: only then does napi-derive write.
  const typeDefDir = fs.mkdtempSync(path.join(target, 'types-'))
  try {
    const env = { ...process.env, NAPI_TYPE_DEF_TMP_FOLDER: typeDefDir }
    const args = ['check', '--package', 'gatto-node', '--lib', '--locked']
    const { code, output } = await run(cargoCommand() ?? 'cargo', args, { env })
    if (code !== 0) throw new BuildError(output)
    const { dts } = await generateTypeDef({ typeDefDir, cwd: root, constEnum: false })
    return dts
  } finally {
    fs.rmSync(typeDefDir, { recursive: true, force: true })
  }
}
