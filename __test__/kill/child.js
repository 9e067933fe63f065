// `node child.js '{ settings, durability, kill }'`: a life that tells of itself on file descriptor 3, a line of JSON each
// time, and ends by SIGKILL at a named instant when `kill.at` says so: the `kill.count`th time that it is passed.
import fs from 'node:fs'
import process from 'node:process'
import { abridged } from './abridged.js'
import { live } from './pipeline.js'

const { settings, durability, kill } = JSON.parse(process.argv[2])

// Synchronous: what the reader has got was there at that instant, whatever came after.
const report = (what) => fs.writeSync(3, `${abridged(what)}\n`)

let left = kill?.count ?? 0
const point = (name) => {
  if (name === kill?.at && --left === 0) process.kill(process.pid, 'SIGKILL')
}

process.on('warning', ({ code, message }) => report({ warning: code ?? message }))
report({ alive: true })
await live({ settings, durability, report, point })
