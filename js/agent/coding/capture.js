// The output of a command while it runs. The counting and the end of the output are the core's; what is written to the
// file of the full output are the strings that have come anyway.

import { ANSWERS, box, native } from '../../native.js'
import { Places } from '../../place.js'
import { DEFAULT_LIMITS, pieces, readCut, truncation } from './truncate.js'

const places = new Places((number) => native.freeCapture(number))

/** A text without what nobody can read: control characters but TAB, LF and CR, and interlinear annotation marks. */
export function sanitizeBinaryOutput(text) {
  return piecewise(text, native.sanitizeText)
}

// A text in pieces through a function that gives `undefined` for a piece that it leaves as it is.
function piecewise(text, clean) {
  let result
  let length = 0
  for (const piece of pieces(text)) {
    const changed = clean(piece)
    if (changed !== undefined) result ??= text.slice(0, length)
    if (result !== undefined) result += changed ?? piece
    length += piece.length
  }
  return result ?? text
}

/** What has come of a command's output. */
export class Capture {
  #place = places.lend(native.openCapture())
  #isExceeded = false
  #last
  #take = (piece) => {
    const changed = native.captureChunk(this.#place.number, piece)
    this.#isExceeded = box[ANSWERS] === 1
    return changed
  }

  /** Takes a chunk in and gives its clean text. */
  add(chunk) {
    return piecewise(chunk, this.#take)
  }

  /** Whether there is more output than is shown. */
  get isExceeded() {
    return this.#isExceeded
  }

  /**
   * What is to be shown now. Of its last line, `lastLineBytes` is 0 once that has ended, `lastLine` is what it is long
   * either way.
   */
  progress() {
    if (this.#last !== undefined) return { ...this.#last }
    return shown(native.capturedText(this.#place.number))
  }

  /** Ends the capture. What is shown stays. */
  close() {
    this.#last = this.progress()
    places.release(this.#place)
    native.freeCapture(this.#place.number)
  }
}

/** What a native function has just answered of a capture: the text, and in the mailbox how it was cut. */
export function shown(output) {
  const [bytes, lines, lastLineBytes, lastLine] = box.subarray(ANSWERS, ANSWERS + 4)
  const result = truncation(output, { lines, bytes }, DEFAULT_LIMITS, readCut(ANSWERS + 4))
  return { output, truncation: result, lastLineBytes, lastLine }
}
