// Summaries of a conversation, and the compaction that they make.

import { CompactionError } from '../error.js'
import { convertToLlm } from '../message/llm.js'
import { err, ok } from '../result.js'
import { fileLists, withFileLists } from './file-lists.js'
import { checkpointRequest, NO_HISTORY, SPLIT_TURN, turnPrefixRequest } from './instructions.js'
import { requestSummary } from './request.js'
import { serializeConversation } from './serialize.js'
import { addedUsage } from './usage.js'

/** Shares of the tokens that are reserved: what is left of them is for the answer that follows. */
const OF_HISTORY = 0.8
const OF_TURN_PREFIX = 0.5

const conversationOf = (messages) => serializeConversation(convertToLlm(messages))

async function summary(asked, text, share) {
  const { model, reserveTokens, thinkingLevel } = asked
  const most = Math.floor(share * reserveTokens)
  const options = { maxTokens: model.maxTokens > 0 ? Math.min(most, model.maxTokens) : most }
  if (model.reasoning && thinkingLevel && thinkingLevel !== 'off') options.reasoning = thinkingLevel
  const outcome = await requestSummary(asked, text, options)
  if (outcome.code === undefined) return ok(outcome)
  return err(new CompactionError(outcome.code, outcome.message, outcome.cause))
}

const historySummary = (asked, messages, previousSummary) =>
  summary(asked, checkpointRequest(conversationOf(messages), previousSummary, asked.focus), OF_HISTORY)

const turnPrefixSummary = (asked, messages) =>
  summary(asked, turnPrefixRequest(conversationOf(messages)), OF_TURN_PREFIX)

export async function generateSummaryWithUsage(
  messages,
  models,
  model,
  reserveTokens,
  signal,
  customInstructions,
  previousSummary,
  thinkingLevel,
  retry,
  callbacks
) {
  const asked = { models, model, reserveTokens, signal, thinkingLevel, retry, callbacks }
  return historySummary({ ...asked, focus: customInstructions }, messages, previousSummary)
}

export async function generateSummary(...args) {
  const result = await generateSummaryWithUsage(...args)
  return result.ok ? ok(result.value.text) : result
}

/** One after the other: the second request is not paid for when the first fails. */
async function splitSummary(asked, { messagesToSummarize, previousSummary, turnPrefixMessages }) {
  // Without new history the old summary is the history: it must not go with the messages that it stands for.
  let history = { text: previousSummary || NO_HISTORY, usage: undefined }
  if (messagesToSummarize.length > 0) {
    const result = await historySummary(asked, messagesToSummarize, previousSummary)
    if (!result.ok) return result
    history = result.value
  }
  const prefix = await turnPrefixSummary(asked, turnPrefixMessages)
  if (!prefix.ok) return prefix
  return ok({
    text: history.text + SPLIT_TURN + prefix.value.text,
    usage: addedUsage(history.usage, prefix.value.usage)
  })
}

export async function compact(
  preparation,
  models,
  model,
  customInstructions,
  signal,
  thinkingLevel,
  retry,
  callbacks
) {
  const { firstKeptEntryId, tokensBefore, retainedTail, settings } = preparation
  if (!firstKeptEntryId)
    return err(
      new CompactionError('invalid_session', 'The compaction does not say which entry is kept first')
    )
  const { reserveTokens } = settings
  const asked = {
    models,
    model,
    reserveTokens,
    signal,
    thinkingLevel,
    retry,
    callbacks,
    focus: customInstructions
  }
  const isSplit = preparation.isSplitTurn && preparation.turnPrefixMessages.length > 0
  const result = isSplit
    ? await splitSummary(asked, preparation)
    : await historySummary(asked, preparation.messagesToSummarize, preparation.previousSummary)
  if (!result.ok) return result
  const { text, usage } = result.value
  const details = fileLists(preparation.fileOps)
  return ok({
    summary: withFileLists(text, details),
    firstKeptEntryId,
    tokensBefore,
    usage,
    retainedTail,
    details
  })
}
