// `node burst-writer.js FILE COUNT END`: appends so many messages to a session without waiting for any of them, and ends
// `exit`: at once; `throw`: by an error; `wait`: when all are settled, and says what has become of them.
import process from 'node:process'
import { JsonlSessionStorage, NodeExecutionEnv, Session } from '@polyweave/gatto-agent-harness/agent'

const [file, count, end] = process.argv.slice(2)
// A limit on the size of files is told by a signal as well.
process.on('SIGXFSZ', () => {})
const session = new Session(await JsonlSessionStorage.open(new NodeExecutionEnv({ cwd: '/' }), file))
const message = (i) => ({ role: 'user', content: `${i} ${'x'.repeat(100)}`, timestamp: i })
const appends = Array.from({ length: Number(count) }, (_, i) => session.appendMessage(message(i)))
if (end === 'exit') process.exit(0)
if (end === 'throw') throw new Error('the process ends by this')
const settled = await Promise.allSettled(appends)
const stored = settled.filter(({ status }) => status === 'fulfilled').map(({ value }) => value)
const codes = settled.filter(({ status }) => status === 'rejected').map(({ reason }) => reason.code)
const { length } = await session.getEntries()
process.stdout.write(JSON.stringify({ stored, codes, count: length, leaf: await session.getLeafId() }))
