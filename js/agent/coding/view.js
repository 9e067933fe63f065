// What there is to see in a file: by a thread where the file is on this machine, else of the bytes that an environment
// gives. What is looked for, and how, is the same.

import { native } from '../../native.js'
import { fileError } from '../environment/failure.js'
import { bytesOf, isLocal } from '../environment/files.js'
import { FileError } from '../error.js'
import { getOrThrow } from '../result.js'
import { cancellable } from './local.js'
import { spellingsOf } from './spelling.js'

/**
 * The lines behind the first `before`, `count` at most, or the image that the file is: a FileView of binding.d.ts, with
 * the bytes of an image, or `inBase64` instead. Throws a FileError.
 */
export async function viewOf(env, path, lines, inBase64, signal) {
  if (signal?.aborted) throw aborted(path)
  const paths = spellingsOf(path)
  const view = isLocal(env, 'readBinaryFile')
    ? await fromFile(paths, lines, inBase64, signal)
    : await fromEnvironment(env, paths, lines, inBase64, signal)
  if (signal?.aborted) throw aborted(path)
  return view
}

async function fromFile(paths, lines, inBase64, signal) {
  try {
    return await cancellable(
      signal,
      async (cancellation) =>
        (await native.viewFile(paths, lines, inBase64, cancellation)) ??
        native.viewLargeFile(paths, lines, inBase64, cancellation)
    )
  } catch (thrown) {
    // Whatever an abort makes a read fail with, it is the abort that failed it.
    throw signal?.aborted ? aborted(paths[0]) : fileError(thrown, thrown?.path ?? paths[0])
  }
}

async function fromEnvironment(env, paths, lines, inBase64, signal) {
  let first
  for (const path of paths) {
    const result = await env.readBinaryFile(path, signal)
    if (result.ok) {
      const bytes = bytesOf(result.value)
      const view = native.viewBytes(path, bytes, lines)
      if (view.mimeType === undefined) return view
      return inBase64 ? { ...view, base64: base64(bytes) } : { ...view, bytes }
    }
    first ??= result
    if (result.error.code !== 'not_found') break
  }
  return getOrThrow(first)
}

const aborted = (path) => new FileError('aborted', 'Operation aborted', path)

const base64 = ({ buffer, byteOffset, byteLength }) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')
