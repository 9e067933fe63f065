// npm run bench: makes ready what is missing, then runs the bench, which gets the arguments as they are.

import { ensureReady, main } from './checkout.mjs'

await main(async () => {
  await ensureReady()
  await import('../bench/main.mjs')
})
