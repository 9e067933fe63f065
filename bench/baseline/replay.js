// From the records of a log to the state they stand for.

import { Call } from './runner.js'

export function replay(records, machine) {
  let run = null // the run that START may resume
  for (const record of records) run = apply(record, machine, run)
  if (records.length === 0) return
  machine.previousRun = new PreviousRun(run)
  const open = machine.ledger.openCalls()
  if (open.length > 0) machine.interrupted = open
}

class PreviousRun {
  constructor(run) {
    this.run = run
  }

  continues(workspace, task) {
    const { run } = this
    return run !== null && same(run.workspace, workspace) && same(run.task, task)
  }
}

const same = (a, b) => a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))

function apply(record, machine, run) {
  switch (record.t) {
    case 'param':
      machine[record.key] = record.value
      return run
    case 'meta':
      machine.extra ??= new Map()
      machine.extra.set(record.key, record.value)
      return run
    case 'start':
      return applyStart(record, machine, run)
    case 'user':
      machine.history.push({ role: 'user', content: record.content, timestamp: record.at })
      machine.currentTurn += 1
      machine.status = machine.ledger.open > 0 ? 'executing' : 'thinking'
      return run
    case 'assistant':
      machine.history.push(record.entry)
      for (const { id, tool, arguments: args } of record.entry.toolCalls ?? []) {
        machine.ledger.add(new Call(id, tool, args, false, undefined))
      }
      machine.status = machine.ledger.open > 0 ? 'executing' : 'idle'
      return run
    case 'tool':
      return applyTool(record, machine, run)
    case 'end':
      machine.status = 'idle'
      return null
  }
  return run
}

function applyStart({ at, workspace, task, content, fresh }, machine) {
  if (fresh) machine.forgetRun()
  machine.currentTurn = 0
  machine.initialized = true
  machine.status = 'idle'
  machine.history.push({ role: 'system', content, timestamp: at })
  return { workspace, task }
}

function applyTool({ entry, notFound }, machine, run) {
  const call = machine.ledger.get(entry.callId)
  if (call !== undefined) machine.ledger.close(call, notFound === true)
  machine.history.push(entry)
  if (machine.ledger.open === 0) machine.status = 'thinking'
  return run
}
