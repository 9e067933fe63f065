// The model: a script in the place where a call to a model's API would stand. It is asked with the whole history and the
// tools, and answers with a response of the harness's kind: `{ thinking?, content?, toolCalls? }`.

import { lastResults } from './conversation.mjs'
import { SCRIPT } from './script.mjs'

/**
 * @param {object[]} history Entries of `harness.getState().history`.
 * @param {object[]} tools As `registry.getToolOpenAIFormat()` gives them: what an API takes. The script knows its tools.
 */
export async function respond(history, tools) {
  const said = history.filter((entry) => entry.role === 'assistant')
  const step = SCRIPT[said.length]
  if (step === undefined) throw new Error('The script of the model is at its end, but it was asked again')

  const results = lastResults(history)
  const { calls = [], ...words } = step(results, history)
  const unknown = calls.find(([name]) => !tools.some((tool) => tool.function.name === name))
  if (unknown) throw new Error(`The script of the model calls ${unknown[0]}, which is none of the tools`)
  if (calls.length === 0) return words

  // Ids that tell where they come from: step and place.
  const toolCalls = calls.map(([tool, args], i) => ({
    id: `${said.length + 1}.${i + 1}`,
    tool,
    arguments: args
  }))
  return { ...words, toolCalls }
}
