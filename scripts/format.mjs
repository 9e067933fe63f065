// npm run format: rewrites JavaScript, JSON and Rust the way `npm run lint` wants them.

import process from 'node:process'
import { BuildError, cargoCommand } from './addon.mjs'
import { ensureInstalled, main } from './checkout.mjs'
import { run } from './command.mjs'
import { bin } from './suites.mjs'

await main(async () => {
  await ensureInstalled()
  const results = [
    await run(bin('biome'), ['check', '--write', '--max-diagnostics=50']),
    await run(cargoCommand() ?? 'cargo', ['fmt', '--all'])
  ]
  for (const { output } of results) process.stdout.write(output)
  if (results.some(({ code }) => code !== 0))
    throw new BuildError('Not everything could be put right: see above.')
})
