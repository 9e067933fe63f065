// The package under test. GATTO_TEST_ENTRY names another entry with the same surface: a path from the current
// directory, or a file: URL. So one suite holds every implementation of the rules to the same answers.
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const entry = process.env.GATTO_TEST_ENTRY

/** The file: URL of the entry, for child processes and workers that import it themselves. */
export const entryUrl =
  entry === undefined
    ? new URL('../../index.js', import.meta.url).href
    : entry.startsWith('file:')
      ? entry
      : pathToFileURL(path.resolve(entry)).href

/** What a user writes in `import` and `require`. */
export const specifier = entry === undefined ? '@polyweave/gatto-agent-harness' : entryUrl

export const {
  createAgentHarness,
  createToolRegistry,
  GattoFrameType,
  FrameType,
  createStartFrame,
  createEndFrame,
  createParamFrame,
  createDataFrame,
  createProgressFrame,
  createErrorFrame,
  createTextFrame,
  createToolCallFrame,
  createToolResultFrame,
  createThinkingFrame
} = await import(entryUrl)
