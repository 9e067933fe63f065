// The tool that replaces texts in a file.

import { constants } from 'node:buffer'
import { native } from '../../native.js'
import { getOrThrow, ok } from '../result.js'
import { isLocal } from '../environment/files.js'
import { mutate } from './mutation.js'
import { environmentOf, nameOf, resolvePath, throwIfAborted } from './path.js'
import { refusalText } from './refusal.js'

const parameters = {
  type: 'object',
  required: ['path', 'edits'],
  properties: {
    path: {
      type: 'string',
      description: 'The file to edit: an absolute path, or one from the working folder'
    },
    edits: {
      type: 'array',
      description:
        'What to replace. Each edit is looked for in the file as it is before this call, so none sees what another ' +
        'one does. Edits must not overlap: changes close to each other belong into one edit.',
      items: {
        type: 'object',
        required: ['oldText', 'newText'],
        properties: {
          oldText: {
            type: 'string',
            description:
              'The text to replace, exactly as it is in the file, with enough around it to be there only once'
          },
          newText: { type: 'string', description: 'The text to put in its place' }
        }
      }
    }
  }
}

export function createEditTool() {
  return {
    name: 'edit',
    label: 'edit',
    description:
      'Replace texts in a file. Every oldText must be in the file exactly once; everything else in the file stays as ' +
      'it is. Several changes of one file go into one call, as several edits.',
    parameters: structuredClone(parameters),
    prepareArguments,
    execute
  }
}

/**
 * Puts right what models get wrong in the form of the arguments: edits as a JSON text, and the one edit of older tools
 * beside them.
 */
function prepareArguments(args) {
  if (args === null || typeof args !== 'object' || Array.isArray(args)) return args
  const parsed = arrayIn(args.edits)
  const { oldText, newText, ...rest } = args
  if (typeof oldText === 'string' && typeof newText === 'string') {
    const edits = parsed ?? args.edits
    return { ...rest, edits: [...(Array.isArray(edits) ? edits : []), { oldText, newText }] }
  }
  return parsed === undefined ? args : { ...args, edits: parsed }
}

function arrayIn(text) {
  if (typeof text !== 'string') return undefined
  try {
    const value = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined // the check of the arguments says what is wrong
  }
}

async function execute(_id, { path, edits }, signal, _onUpdate, context) {
  const env = environmentOf(context, 'edit')
  const texts = textsOf(edits)
  const target = resolvePath(env, path, signal)
  return mutate(env, target, signal, async () => {
    const absolute = await target
    const bytes = await read(env, absolute, path, signal)
    throwIfAborted(signal)
    const outcome = await native.editBytes(bytes, texts, path)
    throwIfAborted(signal)
    if (outcome.refusal) throw new Error(refusalText(JSON.parse(outcome.refusal), path, edits.length))
    const written = await env.writeFile(absolute, contentOf(outcome, env), signal)
    throwIfAborted(signal)
    valueIn(written, path)
    const { diff, patch, firstChangedLine } = outcome
    return {
      content: [{ type: 'text', text: `Successfully replaced ${edits.length} block(s) in ${path}.` }],
      details: { diff, patch, firstChangedLine }
    }
  })
}

/** Old and new texts by turns. */
function textsOf(edits) {
  if (!Array.isArray(edits) || edits.length === 0) {
    throw new Error('Edit tool input is invalid: edits must be an array with at least one replacement.')
  }
  return edits.flatMap((edit, i) => {
    for (const name of ['oldText', 'newText']) {
      if (typeof edit?.[name] !== 'string') {
        throw new Error(
          `Edit tool input is invalid: edits[${i}].${name} must be a string, not ${nameOf(edit?.[name])}.`
        )
      }
    }
    return [edit.oldText, edit.newText]
  })
}

async function read(env, absolute, path, signal) {
  const { kind } = valueIn(await env.fileInfo(absolute, signal), path, signal)
  if (kind !== 'file' && kind !== 'symlink')
    throw new Error(`Could not edit file: ${path}. It is no file but a ${kind}.`)
  return bufferOf(valueIn(await readBytes(env, absolute, signal), path, signal))
}

/**
 * The file's bytes. Any environment but this machine's is asked for the text: that is what it is asked for by the tools
 * that it was written for, and it may watch or replace just that.
 */
async function readBytes(env, absolute, signal) {
  if (isLocal(env, 'readTextFile', 'readBinaryFile')) return env.readBinaryFile(absolute, signal)
  const read = await env.readTextFile(absolute, signal)
  if (!read.ok) return read
  // Where it has U+FFFD there may be bytes in the file that are no text, and they are to stay.
  const exact = read.value.includes('\ufffd') ? await binary(env, absolute, signal) : NO_BYTES
  if (!exact.ok && exact.error.code !== 'not_supported') return exact
  return exact.ok && says(exact.value, read.value) ? exact : ok(Buffer.from(read.value))
}

const NO_BYTES = { ok: false, error: { code: 'not_supported' } }

async function binary(env, absolute, signal) {
  if (typeof env.readBinaryFile !== 'function') return NO_BYTES
  try {
    const result = await env.readBinaryFile(absolute, signal)
    return !result.ok || ArrayBuffer.isView(result.value) ? result : NO_BYTES
  } catch {
    // No environment may throw; one that does has the method in name only.
    return NO_BYTES
  }
}

/** Whether bytes are those of a text, be it that they have a byte order mark and the text has not. */
function says(bytes, text) {
  const whole = bufferOf(bytes).toString()
  return whole === text || whole === `\ufeff${text}`
}

const bufferOf = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)

/**
 * What an environment gets to write: a string wherever it can be one, since not every environment takes bytes. This
 * machine's files do, and a string would be made of them only to become bytes again.
 */
function contentOf({ bytes, encoding }, env) {
  if (isLocal(env, 'writeFile')) return bytes
  return encoding && bytes.length <= constants.MAX_STRING_LENGTH ? bytes.toString(encoding) : bytes
}

function valueIn(result, path, signal) {
  if (result.ok) return result.value
  throwIfAborted(signal)
  const { error } = result
  if (error?.code === undefined) getOrThrow(result)
  throw new Error(`Could not edit file: ${path}. Error code: ${error.code}.`, { cause: error })
}
