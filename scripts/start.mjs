// npm start: makes ready what is missing, then runs the example in this process, which gets the arguments as they are.

import { ensureReady, main } from './checkout.mjs'

await main(async () => {
  await ensureReady()
  await import('../examples/start/main.mjs')
})
