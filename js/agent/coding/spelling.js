// Names that look as a model wrote them, and are other characters.

const MERIDIEM = / (AM|PM)\./giu

/**
 * The spellings under which there may be a file, as given first. macOS writes a narrow no-break space before AM and PM
 * in names of screenshots, letters with their accents apart, and a curved apostrophe in some languages.
 */
export function spellingsOf(path) {
  const decomposed = path.normalize('NFD')
  const curved = (text) => text.replaceAll("'", '\u2019')
  return [
    ...new Set([path, path.replace(MERIDIEM, '\u202f$1.'), decomposed, curved(path), curved(decomposed)])
  ]
}
