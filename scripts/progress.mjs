// Says what is going on while it goes on: one line that moves on a terminal, a line now and then anywhere else.

import process from 'node:process'

const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

export function seconds(ms) {
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

/**
 * Starts a step. `update(text)` says how far it is, `line(text)` prints something that stays, `done` and `fail` close it.
 * `every`: milliseconds between two lines where there is no terminal.
 */
export function startStep(title, { stream = process.stderr, every = 10_000, now = Date.now } = {}) {
  const begun = now()
  const live = stream.isTTY === true
  const elapsed = () => seconds(now() - begun)
  let text = ''
  let frame = 0

  const clear = () => live && stream.write('\r\x1b[2K')
  const draw = () => {
    const words = `${title}  ${text}`.trimEnd()
    if (!live) return stream.write(`  … ${words} (${elapsed()})\n`)
    frame = (frame + 1) % SPINNER.length
    const room = Math.max(20, (stream.columns ?? 80) - 12)
    stream.write(`\r\x1b[2K${SPINNER[frame]} ${words.slice(0, room)}  ${elapsed()}`)
  }
  const close = (mark, summary) => {
    clearInterval(timer)
    clear()
    stream.write(`${mark} ${title}${summary ? `: ${summary}` : ''} (${elapsed()})\n`)
    return now() - begun
  }

  if (!live) stream.write(`▸ ${title}\n`)
  const timer = setInterval(draw, live ? 100 : every)

  return {
    update(words) {
      text = words.trim()
    },
    line(words) {
      clear()
      stream.write(`${words}\n`)
    },
    done: (summary) => close('✓', summary),
    fail: (summary) => close('✗', summary)
  }
}
