// Filling in a template.

const SLICE = /\{@:(\d+)(?::(\d+))?\}/y
const EVERYTHING = 'ARGUMENTS'
const AT = '@'.charCodeAt(0)
const LETTER_A = 'A'.charCodeAt(0)
const BRACE = '{'.charCodeAt(0)

/**
 * The content with the arguments in place of `$1`, `${@:2}`, `${@:2:3}`, `$ARGUMENTS` and `$@`. One pass from left to
 * right, so what an argument says is never looked at again; and no expression over the whole, which takes twice as long.
 */
export function substituteArgs(content, args) {
  let result = ''
  let end = 0
  let next = 0
  let all
  for (let dollar = content.indexOf('$'); dollar !== -1; dollar = content.indexOf('$', next)) {
    next = dollar + 1
    const code = content.charCodeAt(next)
    let text
    if (isDigit(code)) {
      let number = 0
      while (isDigit(content.charCodeAt(next))) number = number * 10 + content.charCodeAt(next++) - 48
      text = args[number - 1] ?? ''
    } else if (code === AT || (code === LETTER_A && content.startsWith(EVERYTHING, next))) {
      all ??= args.join(' ')
      text = all
      next += code === AT ? 1 : EVERYTHING.length
    } else {
      SLICE.lastIndex = next
      const slice = code === BRACE ? SLICE.exec(content) : null
      if (slice === null) continue
      text = between(args, slice[1], slice[2])
      next = SLICE.lastIndex
    }
    result += content.slice(end, dollar) + text
    end = next
  }
  return result + content.slice(end)
}

const isDigit = (code) => code >= 48 && code <= 57

/** The arguments from a place on, counted from 1, and at most so many. */
function between(args, from, count) {
  const start = Math.max(Number(from) - 1, 0)
  return args.slice(start, count === undefined ? undefined : start + Number(count)).join(' ')
}
