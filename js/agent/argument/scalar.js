// Numbers and words of JSON, as far as they have come.

// Where a number is in its grammar.
export const START = 0
const SIGN = 1
const ZERO = 2
const DIGITS = 3
const POINT = 4
const FRACTION = 5
const EXPONENT = 6
const EXPONENT_SIGN = 7
const EXPONENT_DIGITS = 8

/** Where a number is after one more character; undefined when it cannot go on with that. */
export function nextOfNumber(step, char) {
  if (char >= '0' && char <= '9') return afterDigit(step, char)
  if (char === '-' && step === START) return SIGN
  if (char === '.' && (step === ZERO || step === DIGITS)) return POINT
  if ((char === 'e' || char === 'E') && (step === ZERO || step === DIGITS || step === FRACTION))
    return EXPONENT
  if ((char === '+' || char === '-') && step === EXPONENT) return EXPONENT_SIGN
  return undefined
}

function afterDigit(step, char) {
  if (step === START || step === SIGN) return char === '0' ? ZERO : DIGITS
  if (step === DIGITS) return DIGITS
  if (step === POINT || step === FRACTION) return FRACTION
  return step >= EXPONENT ? EXPONENT_DIGITS : undefined
}

/** Whether a number may end here. */
export const isComplete = (step) =>
  step === ZERO || step === DIGITS || step === FRACTION || step === EXPONENT_DIGITS

/** What a number says that has come so far; undefined when nothing. Before an exponent it is what stands before `e`. */
export function numberOf(text, step) {
  if (isComplete(step)) return Number(text)
  if (step !== EXPONENT && step !== EXPONENT_SIGN) return undefined
  const at = text.lastIndexOf('e')
  return at < 0 ? undefined : Number(text.slice(0, at))
}

/** Whether a number can end before a character. */
export const isBreakable = (char) => ',}] \n\r\t'.includes(char)

const WORDS = {
  t: { word: 'true', value: true },
  f: { word: 'false', value: false },
  n: { word: 'null', value: null },
  N: { word: 'NaN', value: Number.NaN },
  I: { word: 'Infinity', value: Number.POSITIVE_INFINITY },
  '-': { word: '-Infinity', value: Number.NEGATIVE_INFINITY }
}

/** The word that begins as a text does, and its value. */
export const literalOf = (text) => WORDS[text[0]]
