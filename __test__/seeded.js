// fast-check, at the seed that was asked for: GATTO_FUZZ_SEED makes the same tree give the same answer.

import process from 'node:process'
import fc from 'fast-check'

const { GATTO_FUZZ_SEED } = process.env
if (GATTO_FUZZ_SEED !== undefined) {
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(GATTO_FUZZ_SEED) })
}

export default fc
