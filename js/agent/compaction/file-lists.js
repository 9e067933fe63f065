// Which files a conversation read and changed: a summary names them, since the messages that did are gone.

const noFiles = () => ({ read: new Set(), written: new Set(), edited: new Set() })

const LISTS = new Map([
  ['read', 'read'],
  ['write', 'written'],
  ['edit', 'edited']
])

function addCalls(fileOps, { role, content }) {
  if (role !== 'assistant' || !Array.isArray(content)) return
  for (const block of content) {
    if (block.type !== 'toolCall') continue
    const list = LISTS.get(block.name)
    const path = list && block.arguments?.path
    if (typeof path === 'string' && path !== '') fileOps[list].add(path)
  }
}

/** What an earlier summary names. One from a hook keeps its details in a form of its own. */
function addDetails(fileOps, { fromHook, details }) {
  if (fromHook) return
  for (const path of textsOf(details?.readFiles)) fileOps.read.add(path)
  for (const path of textsOf(details?.modifiedFiles)) fileOps.edited.add(path)
}

const textsOf = (list) => (Array.isArray(list) ? list.filter((path) => typeof path === 'string') : [])

/** The files of earlier summaries and of calls. */
export function fileOpsOf(summaries, messages) {
  const fileOps = noFiles()
  for (const summary of summaries) addDetails(fileOps, summary)
  for (const message of messages) addCalls(fileOps, message)
  return fileOps
}

/** A file that was changed is not listed as read. Sorted by UTF-16 units, so that the same files give the same text. */
export function fileLists({ read, written, edited }) {
  const modified = new Set([...edited, ...written])
  return {
    readFiles: [...read].filter((path) => !modified.has(path)).sort(),
    modifiedFiles: [...modified].sort()
  }
}

/** A summary with the lists behind it. */
export function withFileLists(summary, { readFiles, modifiedFiles }) {
  const block = (tag, paths) => (paths.length > 0 ? `\n\n<${tag}>\n${paths.join('\n')}\n</${tag}>` : '')
  return summary + block('read-files', readFiles) + block('modified-files', modifiedFiles)
}
