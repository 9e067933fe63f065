// The observable state: keys that can be read, set and watched.

import { typeError } from '../error.js'
import { MACHINE_KEYS } from './state.js'
import { keysOf } from './watch.js'

/** What `harness.state` gives. */
export class ObservableState {
  /** @param {import('./harness.js').Harness} harness */
  constructor(harness) {
    this.getAll = () => harness.snapshot()
    this.get = (key) => {
      const state = harness.snapshot()
      return Object.hasOwn(state, key) ? state[key] : undefined
    }
    this.set = (key, value) => {
      if (MACHINE_KEYS.includes(key))
        throw typeError('ERR_GATTO_STATE_READ_ONLY', `Read-only state key: ${key}`)
      if (key === 'maxTurns' && !(typeof value === 'number' && value >= 0)) {
        throw typeError('ERR_GATTO_OPTION_TYPE', 'maxTurns must be a number of at least 0')
      }
      if (!harness.ended) harness.inside(() => harness.assign(key, value))
    }
    this.subscribe = (keys, fn) => {
      const [wanted, listener] = typeof keys === 'function' ? [undefined, keys] : [keys, fn]
      if (typeof listener !== 'function') {
        throw typeError('ERR_GATTO_OPTION_TYPE', 'subscribe needs a function to call')
      }
      return harness.observe().listen(keysOf(wanted), listener)
    }
  }
}
