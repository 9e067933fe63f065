import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { documents, examplesOf, installed } from './examples.js'

const run = promisify(execFile)
const lines = (text) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd())
const dir = installed()
after(() => fs.rmSync(dir, { recursive: true, force: true }))

describe('each example of the documents runs and prints what it says', { concurrency: 2 }, () => {
  for (const { name, code, extension, printed } of documents.flatMap(examplesOf)) {
    test(name, async () => {
      const folder = fs.mkdtempSync(path.join(dir, 'run-'))
      const file = path.join(folder, `example.${extension}`)
      fs.writeFileSync(file, code)
      const { stdout } = await run(process.execPath, ['--no-warnings', file], {
        cwd: folder,
        timeout: 30_000
      })
      if (printed.length > 0)
        assert.deepEqual(
          lines(stdout),
          printed.map((line) => line.trimEnd())
        )
    })
  }
})
