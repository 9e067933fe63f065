// Why a file was not edited, in words that help to find the right text.

const DIFFERENCES = {
  indentation: 'indentation',
  tabs: 'tabs where the other has spaces',
  spacing: 'blanks between words',
  typography: 'quotes, dashes or other typography',
  escaping: 'escaping',
  case: 'capital letters',
  text: 'words'
}

/** The message for a refusal of an edit of `path`, one of `count` edits. */
export function refusalText(refusal, path, count) {
  const one = count === 1
  switch (refusal.reason) {
    case 'empty':
      return `${one ? 'oldText' : `edits[${refusal.edit}].oldText`} must not be empty in ${path}.`
    case 'absent':
      return absentText(refusal, path, one)
    case 'ambiguous':
      return ambiguousText(refusal, path, one)
    case 'overlap':
      return (
        `edits[${refusal.first}] and edits[${refusal.second}] overlap in ${path}. ` +
        'Make them one edit, or let each replace text of its own.'
      )
    default:
      return `No changes made to ${path}: the file already is what the ${one ? 'edit makes' : 'edits make'} of it.`
  }
}

function absentText({ edit, nearest }, path, one) {
  const what = one ? `Could not find the exact text in ${path}.` : `Could not find edits[${edit}] in ${path}.`
  if (nearest.length === 0) {
    return `${what} Nothing in the file is like it: read the file again, and copy oldText from there.`
  }
  const lines = nearest.map((region) => `- ${regionText(region)}`)
  return [`${what} What is most like it:`, ...lines, 'Copy oldText from the file as it is there.'].join('\n')
}

function regionText({ first, last, differs, line, found, wanted }) {
  const where = first === last ? `line ${first}` : `lines ${first}-${last}`
  if (differs.length === 0) return `${where}: the same but for blanks`
  const how = differs.map((name) => DIFFERENCES[name]).join('; ')
  return (
    `${where}, different in ${how}. ` +
    `Line ${line} is ${JSON.stringify(found)}, oldText has ${JSON.stringify(wanted)}`
  )
}

function ambiguousText({ edit, count, lines, more }, path, one) {
  const what = one
    ? `Found ${count} occurrences of the text in ${path}`
    : `Found ${count} occurrences of edits[${edit}] in ${path}`
  const where = `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`
  return (
    `${what}, at ${where}${more > 0 ? ` and ${more} times more` : ''}. ` +
    'Each oldText must be there once: add lines around it until it is.'
  )
}
