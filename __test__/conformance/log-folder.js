// Folders for logs, and what a crash would leave of them.
import fs from 'node:fs'
import path from 'node:path'
import * as folder from '../folder.js'
import { createAgentHarness } from './package.js'
import { Recorder } from './recorder.js'

/** A new folder that goes away with the test. */
export const freshFolder = (t) => folder.freshFolder(t, 'log')

export const logPath = (dir, wrapperId = 'run', wrapperType = 'agent-harness') =>
  path.join(dir, wrapperType, `${wrapperId}.jsonl`)

/** Every file below the folder, by its path in it. */
export const filesIn = (dir) =>
  fs
    .readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath ?? entry.path, entry.name)))
    .sort()

export const linesOf = (file) => {
  const text = fs.readFileSync(file, 'utf8')
  if (text !== '' && !text.endsWith('\n')) throw new Error(`${file} ends within a line`)
  return text.split('\n').slice(0, -1)
}

/**
 * The log as it stands on disk at this moment, alone in another folder: what a process that was killed here would have
 * left. The writer goes on undisturbed.
 */
export function crashImage(t, dir, wrapperId = 'run') {
  const image = freshFolder(t)
  const target = logPath(image, wrapperId)
  fs.mkdirSync(path.dirname(target), { recursive: true })
  fs.copyFileSync(logPath(dir, wrapperId), target)
  return image
}

/** A durable harness with a recorder, which is ended after the test. */
export function openDurable(
  t,
  dir,
  { wrapperId = 'run', durability, recorder = new Recorder(), ...options } = {}
) {
  const harness = createAgentHarness({
    ...options,
    durability: { enabled: true, wrapperId, dir, ...durability }
  })
  t.after(() => harness.end())
  harness.pipe(recorder)
  return { harness, recorder }
}

/** A store in memory that keeps what it was told. */
export class MemoryStore {
  logs = new Map()
  calls = []

  load(id) {
    this.calls.push(['load', id])
    return this.logs.get(id)
  }

  append(id, records) {
    this.calls.push(['append', id, records.length])
    const log = this.logs.get(id) ?? []
    log.push(...records)
    this.logs.set(id, log)
  }

  close(id) {
    this.calls.push(['close', id])
  }
}
