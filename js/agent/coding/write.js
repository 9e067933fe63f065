// The tool that writes a file.

import { getOrThrow } from '../result.js'
import { mutate } from './mutation.js'
import { environmentOf, nameOf, resolvePath, throwIfAborted } from './path.js'

const parameters = {
  type: 'object',
  required: ['path', 'content'],
  properties: {
    path: {
      type: 'string',
      description: 'The file to write: an absolute path, or one from the working folder'
    },
    content: { type: 'string', description: 'The whole text of the file' }
  }
}

export function createWriteTool() {
  return {
    name: 'write',
    label: 'write',
    description:
      'Write a file. A file that is not there is created, along with the folders above it; one that is there is ' +
      'replaced as a whole. To change a part of a file, use the edit tool.',
    parameters: structuredClone(parameters),
    execute
  }
}

async function execute(_id, { path, content }, signal, _onUpdate, context) {
  const env = environmentOf(context, 'write')
  if (typeof content !== 'string') throw new Error(`content must be a string, not ${nameOf(content)}`)
  const target = resolvePath(env, path, signal)
  return mutate(env, target, signal, async () => {
    const written = await env.writeFile(await target, content, signal)
    // An abort that was too late to stop the write still ends the call: the run is over.
    throwIfAborted(signal)
    getOrThrow(written)
    const text = `Successfully wrote ${Buffer.byteLength(content)} bytes to ${path}`
    return { content: [{ type: 'text', text }], details: undefined }
  })
}
