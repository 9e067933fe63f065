// Values as the log holds them: the closest JSON, marked where it is not the value itself.

const MARK = '$gatto'
const DEEPEST = 1000

/** The value as JSON text. What JSON can't hold becomes `{ "$gatto": what, ... }`. Never throws. */
export function logged(value) {
  try {
    return JSON.stringify(value, marker()) ?? 'null'
  } catch (error) {
    // A getter or a toJSON that throws, a proxy that was revoked.
    return JSON.stringify({ [MARK]: 'unreadable', reason: reasonOf(error) })
  }
}

function reasonOf(error) {
  try {
    return String(error?.message ?? error)
  } catch {
    return 'unknown'
  }
}

// A replacer that knows the objects it is inside of: one of them again is a cycle.
function marker() {
  const path = []
  return function mark(_key, value) {
    switch (typeof value) {
      case 'bigint':
        return { [MARK]: 'bigint', value: String(value) }
      case 'function':
        return { [MARK]: 'function', name: String(value.name) }
      case 'symbol':
        return { [MARK]: 'symbol', value: String(value) }
      case 'number':
        return Number.isFinite(value) ? value : { [MARK]: 'number', value: String(value) }
      case 'object':
        break
      default:
        return value
    }
    if (value === null) return value
    while (path.length > 0 && path.at(-1) !== this) path.pop()
    if (path.includes(value)) return { [MARK]: 'cycle' }
    if (path.length >= DEEPEST) return { [MARK]: 'too deep' }
    if (value instanceof Error) return { [MARK]: 'error', name: String(value.name), message: String(value.message) }
    path.push(value)
    return value
  }
}
