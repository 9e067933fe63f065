// Files that are images as far as anybody looks.

/** A chunk of a PNG with `length` zeros in it. */
export function chunk(type, length) {
  const bytes = Buffer.alloc(12 + length)
  bytes.writeUInt32BE(length, 0)
  bytes.write(type, 4, 'latin1')
  return bytes
}

/** A PNG with these chunks behind its header. */
export function png(...chunks) {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', 13), ...chunks])
}

/** A bitmap, with fields of its header as given. */
export function bitmap({ size = 60, pixels = 54, header = 40, planes = 1, depth = 24, length = 60 } = {}) {
  const bytes = Buffer.alloc(60)
  bytes.write('BM')
  bytes.writeUInt32LE(size, 2)
  bytes.writeUInt32LE(pixels, 10)
  bytes.writeUInt32LE(header, 14)
  bytes.writeUInt16LE(planes, header === 12 ? 22 : 26)
  bytes.writeUInt16LE(depth, header === 12 ? 24 : 28)
  return bytes.subarray(0, length)
}
