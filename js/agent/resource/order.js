// The order in which what was found is given: that of the names, folder by folder.

/**
 * The order of ICU's root collation, which English does not change: letters before their capitals, marks before digits
 * before letters. It does not depend on where a program runs.
 */
const { compare } = new Intl.Collator('en')

/** Sorts outcomes as a walk by name would have come upon them: a folder before what is in it. What shares a place stays. */
export function placed(outcomes) {
  return outcomes.sort((a, b) => a.root - b.root || byPlace(a.at, b.at))
}

function byPlace(a, b) {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    if (a[i] !== b[i]) return compare(a[i], b[i]) || (a[i] < b[i] ? -1 : 1)
  }
  return a.length - b.length
}
