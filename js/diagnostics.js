// What the core tells of itself, on the channels `gatto:*` of node:diagnostics_channel.

import { channel } from 'node:diagnostics_channel'
import { native } from './native.js'

/** Turns and runs. Asked at every TEXT frame, so it stands alone. */
export const turnChannel = channel('gatto:turn')
const toolCallChannel = channel('gatto:tool-call')
const journalChannel = channel('gatto:journal')
const recoveryChannel = channel('gatto:recovery')

const byTarget = new Map([
  ['gatto::turn', turnChannel],
  ['gatto::tool_call', toolCallChannel],
  ['gatto::journal', journalChannel],
  ['gatto::recovery', recoveryChannel]
])

/** Whether the core is collecting events for this environment. */
export let isObserving = false

/** Looks who listens, and has the core collect events only while somebody does. */
export function look() {
  const wanted =
    turnChannel.hasSubscribers ||
    toolCallChannel.hasSubscribers ||
    journalChannel.hasSubscribers ||
    recoveryChannel.hasSubscribers
  if (wanted === isObserving) return
  isObserving = wanted
  native.observe(wanted)
}

/** Gives out what was collected, with whose it is. */
export function publish({ nodeId = null, sessionId = null }) {
  const events = native.takeEvents()
  if (events === null) return
  for (const event of JSON.parse(events)) byTarget.get(event.target)?.publish({ ...event, nodeId, sessionId })
}
