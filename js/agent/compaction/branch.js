// What is remembered of a branch that is left.

import { BranchSummaryError } from '../error.js'
import { convertToLlm } from '../message/llm.js'
import { err, ok } from '../result.js'
import { branchMessageOf } from './entry-message.js'
import { estimateTokens } from './estimate.js'
import { fileLists, fileOpsOf, withFileLists } from './file-lists.js'
import { BRANCH_PREAMBLE, branchRequest, EMPTY_BRANCH } from './instructions.js'
import { requestSummary } from './request.js'
import { serializeConversation } from './serialize.js'

const RESERVE = 16_384
const MAX_TOKENS = 2048
/** Of a model that does not say how much it takes. */
const WINDOW = 128_000

/** A summary stands for much, so it may go over the budget when there was room. */
const ROOM = 0.9
const isSummary = ({ type }) => type === 'compaction' || type === 'branch_summary'

/** The newest messages that the budget allows; 0 allows all. */
export function prepareBranchEntries(entries, tokenBudget = 0) {
  const messages = []
  const told = []
  let totalTokens = 0
  for (let i = entries.length - 1; i >= 0; i--) {
    const message = branchMessageOf(entries[i])
    if (message == null) continue
    told.push(message)
    const tokens = estimateTokens(message)
    const isOver = tokenBudget > 0 && totalTokens + tokens > tokenBudget
    if (isOver && !(isSummary(entries[i]) && totalTokens < tokenBudget * ROOM)) break
    messages.push(message)
    totalTokens += tokens
    if (isOver) break
  }
  const nested = entries.filter(({ type }) => type === 'branch_summary')
  return { messages: messages.reverse(), fileOps: fileOpsOf(nested, told), totalTokens }
}

/** Where the reserve is more than the whole window, half of the window. */
function budgetOf({ contextWindow }, reserveTokens) {
  const window = contextWindow || WINDOW
  return window > reserveTokens ? window - reserveTokens : window / 2
}

export async function generateBranchSummary(entries, options) {
  const { model, customInstructions, replaceInstructions, reserveTokens = RESERVE } = options
  const { messages, fileOps } = prepareBranchEntries(entries, budgetOf(model, reserveTokens))
  if (messages.length === 0) return ok({ summary: EMPTY_BRANCH, readFiles: [], modifiedFiles: [] })
  const conversation = serializeConversation(convertToLlm(messages))
  const text = branchRequest(conversation, customInstructions, replaceInstructions)
  const outcome = await requestSummary(options, text, { maxTokens: MAX_TOKENS })
  if (outcome.code !== undefined)
    return err(new BranchSummaryError(outcome.code, outcome.message, outcome.cause))
  const lists = fileLists(fileOps)
  return ok({ summary: withFileLists(BRANCH_PREAMBLE + outcome.text, lists), usage: outcome.usage, ...lists })
}
