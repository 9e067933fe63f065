// The arguments of a call while their JSON arrives. What has come is read once; the object that shows it grows in place,
// so a delta costs what is in it, however long the arguments are by then.

import { err, ok } from '../result.js'
import { isBreakable, isComplete, literalOf, nextOfNumber, numberOf, START } from './scalar.js'

const ESCAPES = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

// What comes next.
const VALUE = 0
const ELEMENT_OR_END = 1
const KEY_OR_END = 2
const KEY = 3
const COLON = 4
const AFTER = 5
const IN_KEY = 6
const IN_STRING = 7
const IN_NUMBER = 8
const IN_LITERAL = 9
const DONE = 10
const BROKEN = 11

const EXPECTED = {
  [VALUE]: 'a value',
  [ELEMENT_OR_END]: 'a value or ]',
  [KEY_OR_END]: 'a key or }',
  [KEY]: 'a key',
  [COLON]: 'a colon',
  [AFTER]: 'a comma or the end of the list',
  [IN_KEY]: 'the end of a key',
  [IN_STRING]: 'the end of a string',
  [IN_NUMBER]: 'a digit',
  [IN_LITERAL]: 'the rest of a word',
  [DONE]: 'the end'
}

/**
 * Reads the JSON of a call's arguments delta by delta. After each, `value` is what the text so far says: strings and
 * lists as far as they have come, a number or a word that says something already, no key without a value. Raw control
 * characters in strings and backslashes that begin no escape stand for themselves, and a comma may be behind the last
 * part of a list. From the first thing on that is no JSON, the value stays as it is.
 *
 * `value` is one object from the beginning, and it grows; whoever wants to keep a state copies it.
 */
export class ArgumentStream {
  /** What has come so far; an empty object as long as nothing has. */
  value = {}
  /** Whether something was not quite JSON and was read all the same. */
  isRepaired = false

  #state = VALUE
  /** The lists that are open, and the key or place in each where the next value goes. */
  #lists = []
  #places = []
  #read = 0
  #trouble

  // The scalar that is open: its text, where it is in its grammar, what its place held before, whether it is shown.
  #text = ''
  #blanks = ''
  #escape = ''
  #step = START
  #shownLength = 0
  #before
  #isShown = false

  /** Takes the next piece of the text; returns `value`. */
  push(delta) {
    for (let at = 0; at < delta.length && this.#state !== BROKEN; ) at = this.#take(delta, at)
    this.#read += delta.length
    this.#showOpen()
    return this.value
  }

  /**
   * Ends the text: a result with the value, or with an Error that says why the text is no JSON. No text at all is an
   * empty object.
   */
  finish() {
    if (this.#state === IN_NUMBER && this.#lists.length === 0) this.#endNumber()
    const blank = this.#state === VALUE && this.#lists.length === 0
    if (this.#state === DONE || blank) return this.#trouble ? err(new Error(this.#trouble)) : ok(this.value)
    return err(new Error(this.#trouble ?? `The arguments end where ${EXPECTED[this.#state]} should come.`))
  }

  #take(delta, at) {
    switch (this.#state) {
      case IN_STRING:
      case IN_KEY:
        return this.#takeString(delta, at)
      case IN_NUMBER:
        return this.#takeNumber(delta, at)
      case IN_LITERAL:
        return this.#takeLiteral(delta, at)
      default:
        return this.#takeStructure(delta, at)
    }
  }

  #takeStructure(delta, at) {
    const char = delta[at]
    if (char === ' ' || char === '\n' || char === '\t' || char === '\r') return at + 1
    if (char === '\ufeff' && this.#read + at === 0) return at + 1
    const expected = this.#state
    if (expected === COLON && char === ':') this.#state = VALUE
    else if (expected === AFTER && char === ',') this.#state = this.#isInArray() ? VALUE : KEY
    else if (char === (this.#isInArray() ? ']' : '}') && this.#canClose(expected)) this.#close()
    else if (char === '"' && (expected === KEY || expected === KEY_OR_END)) this.#begin(IN_KEY, '')
    else if (expected === VALUE || expected === ELEMENT_OR_END) this.#beginValue(char, at)
    else this.#break(char, at)
    return at + 1
  }

  // Behind a comma as well: models write one behind the last part of a list, and mean nothing by it.
  #canClose(expected) {
    if (expected === AFTER || expected === KEY_OR_END || expected === ELEMENT_OR_END) return true
    const isBehindComma = expected === (this.#isInArray() ? VALUE : KEY)
    if (isBehindComma) this.isRepaired = true
    return isBehindComma
  }

  #beginValue(char, at) {
    if (char === '{') this.#open({}, undefined, KEY_OR_END)
    else if (char === '[') this.#open([], 0, ELEMENT_OR_END)
    else if (char === '"') this.#begin(IN_STRING, '')
    else if (char === '-' || (char >= '0' && char <= '9')) {
      this.#begin(IN_NUMBER, char)
      this.#step = nextOfNumber(START, char)
    } else if (literalOf(char) !== undefined) this.#begin(IN_LITERAL, char)
    else this.#break(char, at)
  }

  #begin(state, text) {
    this.#state = state
    this.#text = text
    this.#isShown = false
    this.#shownLength = 0
  }

  // The object that was there from the beginning is the one that the text opens.
  #open(list, place, state) {
    if (this.#lists.length === 0 && state === KEY_OR_END) list = this.value
    else this.#put(list)
    this.#lists.push(list)
    this.#places.push(place)
    this.#state = state
  }

  #close() {
    this.#lists.pop()
    this.#places.pop()
    this.#next()
  }

  // A value is complete.
  #next() {
    if (this.#isInArray()) this.#places[this.#places.length - 1] += 1
    this.#state = this.#lists.length === 0 ? DONE : AFTER
  }

  #isInArray() {
    return Array.isArray(this.#lists.at(-1))
  }

  #takeString(delta, at) {
    if (this.#escape !== '') return this.#takeEscape(delta, at)
    let end = at
    for (; end < delta.length; end++) {
      const code = delta.charCodeAt(end)
      if (code === 0x22 || code === 0x5c) break
      if (code < 0x20) this.isRepaired = true
    }
    this.#add(delta.slice(at, end), end === delta.length)
    if (end === delta.length) return end
    if (delta[end] === '"') {
      this.#endString()
      return end + 1
    }
    const escaped = ESCAPES[delta[end + 1]]
    if (escaped === undefined) this.#escape = '\\'
    else this.#text += escaped
    return escaped === undefined ? end + 1 : end + 2
  }

  // Blanks at the end of what has come are blanks of the text as yet, not of the string.
  #add(part, isLast) {
    const body = isLast ? part.trimEnd() : part
    if (body !== '' || !isLast) {
      this.#text += this.#blanks + body
      this.#blanks = ''
    }
    if (body.length < part.length) this.#blanks += part.slice(body.length)
  }

  #takeEscape(delta, at) {
    const char = delta[at]
    const begun = this.#escape
    if (begun === '\\' && char in ESCAPES) {
      this.#text += ESCAPES[char]
      this.#escape = ''
    } else if (begun === '\\' ? char === 'u' : /[0-9a-f]/i.test(char)) {
      this.#escape += char
      if (begun.length === 5) {
        this.#text += String.fromCharCode(Number.parseInt(this.#escape.slice(2), 16))
        this.#escape = ''
      }
    } else {
      // No escape after all: the backslash stands for itself, and so does what follows.
      this.#text += begun
      this.#escape = ''
      this.isRepaired = true
      return at
    }
    return at + 1
  }

  #endString() {
    if (this.#state === IN_KEY) {
      this.#places[this.#places.length - 1] = this.#text
      this.#state = COLON
      return
    }
    this.#show(this.#text)
    this.#next()
  }

  #takeNumber(delta, at) {
    const char = delta[at]
    const step = nextOfNumber(this.#step, char)
    if (step !== undefined) {
      this.#step = step
      this.#text += char
      return at + 1
    }
    if (this.#text === '-' && char === 'I') {
      this.#state = IN_LITERAL
      return at
    }
    if (!isBreakable(char) || !isComplete(this.#step)) this.#breakScalar(char, at)
    else this.#endNumber()
    return at
  }

  #endNumber() {
    if (!isComplete(this.#step)) return
    this.#show(Number(this.#text))
    this.#next()
  }

  #takeLiteral(delta, at) {
    const { word, value } = literalOf(this.#text)
    const char = delta[at]
    if (word[this.#text.length] !== char) {
      this.#breakScalar(char, at)
      return at
    }
    this.#text += char
    if (this.#text.length < word.length) return at + 1
    // What JavaScript writes and JSON does not know is shown, but it is no JSON.
    if (typeof value === 'number') this.#trouble ??= `${word} is no JSON.`
    this.#show(value)
    this.#next()
    return at + 1
  }

  // What the scalar that is open says by now.
  #showOpen() {
    if (this.#state === IN_STRING) this.#show(this.#text)
    else if (this.#state === IN_NUMBER) this.#showNumber()
    else if (this.#state === IN_LITERAL) this.#showLiteral()
  }

  #showNumber() {
    // Nobody means a number of a thousand digits. It is read in steps that double, so that reading stays linear.
    const { length } = this.#text
    if (length > 1000 && length < 2 * this.#shownLength) return
    this.#shownLength = length
    const value = numberOf(this.#text, this.#step)
    if (value === undefined) this.#hide()
    else this.#show(value)
  }

  #showLiteral() {
    const { value } = literalOf(this.#text)
    // Alone, a word that may become `null` says nothing yet.
    if (value !== null || this.#lists.length > 0) this.#show(value)
  }

  #show(value) {
    if (!this.#isShown) {
      const list = this.#lists.at(-1)
      const place = this.#places.at(-1)
      this.#before = list !== undefined && Object.hasOwn(list, place) ? { value: list[place] } : undefined
      this.#isShown = true
    }
    this.#put(value)
  }

  #hide() {
    if (!this.#isShown) return
    this.#isShown = false
    const list = this.#lists.at(-1)
    if (list === undefined) this.value = {}
    else if (this.#before !== undefined) this.#put(this.#before.value)
    else if (Array.isArray(list)) list.length = this.#places.at(-1)
    else delete list[this.#places.at(-1)]
  }

  #put(value) {
    const list = this.#lists.at(-1)
    const place = this.#places.at(-1)
    if (list === undefined) this.value = value
    else if (place === '__proto__') {
      Object.defineProperty(list, place, { value, writable: true, enumerable: true, configurable: true })
    } else list[place] = value
  }

  #breakScalar(char, at) {
    this.#hide()
    this.#break(char, at)
  }

  #break(char, at) {
    const found = JSON.stringify(char)
    this.#trouble ??= `The arguments have ${found} at ${this.#read + at} where ${EXPECTED[this.#state]} should come.`
    this.#state = BROKEN
  }
}
