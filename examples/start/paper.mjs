// Lines on a terminal or in a file: columns, a width, and colours only where somebody sees them.

import process from 'node:process'
import { styleText } from 'node:util'

const LABEL = 14
const WIDTH = 110

export class Paper {
  #stream
  #colours
  #width

  constructor(stream, env = process.env) {
    this.#stream = stream
    this.#colours = stream.isTTY === true && !env.NO_COLOR && stream.hasColors(env)
    this.#width = stream.isTTY ? Math.max(60, stream.columns || WIDTH) : WIDTH
  }

  /** When, what, and the text, on one line. */
  line(ms, label, text, style) {
    const when = `${ms} ms`.padStart(8)
    const room = this.#width - when.length - LABEL - 3
    this.#write(`${this.#paint('dim', when)}  ${this.#paint(style, label.padEnd(LABEL))} ${cut(text, room)}`)
  }

  /** More of the text of the line above. */
  under(text) {
    const indent = ' '.repeat(8 + 2 + LABEL + 1)
    this.#write(this.#paint('dim', `${indent}${cut(text, this.#width - indent.length)}`))
  }

  rule(title, style = 'bold') {
    this.#write(
      `\n${this.#paint(style, `── ${title} ${'─'.repeat(Math.max(3, this.#width - title.length - 4))}`)}`
    )
  }

  text(text) {
    this.#write(cut(text, Math.max(this.#width, 160)))
  }

  #paint(style, text) {
    return this.#colours && style ? styleText(style, text, { validateStream: false }) : text
  }

  #write(line) {
    this.#stream.write(`${line}\n`)
  }
}

/** One line of at most `room` characters, whatever is in it: control characters are a model's, or a tool's. */
function cut(text, room) {
  const characters = Array.from(String(text).replaceAll(/[\p{Cc}]+/gu, ' '))
  return characters.length <= room ? characters.join('') : `${characters.slice(0, room - 1).join('')}…`
}
