// npm run build: the tools and the addon, whatever of them is missing. --force builds in any case.

import process from 'node:process'
import { ensureBuilt, ensureInstalled, main } from './checkout.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt({ force: process.argv.includes('--force') })
})
