// One record of the log: a line of JSON. What JSON cannot hold is written as a marked object.

const MARK = '$gatto'

/** JSON text without a newline. Never throws. */
export function encodeRecord(record) {
  try {
    return JSON.stringify(record, marking)
  } catch {
    return JSON.stringify(copy(record, []), marking)
  }
}

/** The one record that is written often, without the general encoder. */
export const encodeUser = (text, at) => `{"t":"user","at":${Number(at)},"content":${JSON.stringify(text)}}`

export function decodeRecord(line) {
  const record = JSON.parse(line)
  if (typeof record?.t !== 'string') throw new TypeError('no record')
  return line.includes(`"${MARK}"`) ? restore(record) : record
}

function marking(_key, value) {
  switch (typeof value) {
    case 'undefined':
      return { [MARK]: 'undefined' }
    case 'bigint':
      return { [MARK]: 'bigint', text: String(value) }
    case 'number':
      return Number.isFinite(value) ? value : { [MARK]: 'number', text: String(value) }
    case 'function':
    case 'symbol':
      return { [MARK]: typeof value, text: String(value) }
    default:
      return value
  }
}

// For cycles, getters and toJSON methods that throw, and depths that no encoder follows.
function copy(value, path) {
  if (value === null || typeof value !== 'object') return value
  if (path.includes(value)) return { [MARK]: 'cycle' }
  if (path.length > 500) return { [MARK]: 'depth' }
  const deeper = [...path, value]
  if (Array.isArray(value)) return value.map((item) => copy(item, deeper))
  const result = {}
  for (const key of Object.keys(value)) {
    let item
    try {
      item = copy(value[key], deeper)
    } catch (error) {
      item = { [MARK]: 'unreadable', text: String(error) }
    }
    if (key !== 'toJSON') Object.defineProperty(result, key, { value: item, enumerable: true })
  }
  return result
}

function restore(value) {
  if (value === null || typeof value !== 'object') return value
  switch (value[MARK]) {
    case 'undefined':
      return undefined
    case 'bigint':
      return BigInt(value.text)
    case 'number':
      return Number(value.text)
  }
  for (const key of Object.keys(value)) {
    Object.defineProperty(value, key, {
      value: restore(value[key]),
      writable: true,
      enumerable: true,
      configurable: true
    })
  }
  return value
}
