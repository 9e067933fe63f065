// npm run bench: makes ready what is missing, then runs the bench, which gets the arguments as they are.

import process from 'node:process'
import { ensureReady, main } from './checkout.mjs'
import { ensureRuntimes } from './runtimes.mjs'

await main(async () => {
  await ensureReady()
  const chosen = process.argv.some((arg) => arg === '--help' || arg.startsWith('--node'))
  if (!chosen) await ensureRuntimes()
  await import('../bench/run.mjs')
})
