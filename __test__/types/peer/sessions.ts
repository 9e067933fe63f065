import type * as peer from '@earendil-works/pi-agent-core'
import * as agent from '@polyweave/gatto-agent-harness/agent'

declare function is<T>(value: T): void

// what is written against the published package's sessions takes ours, but for the messages that an application adds there
declare const ours: {
  jsonl: agent.JsonlSessionStorage
  metadata: agent.JsonlSessionMetadata
  stats: agent.SessionStats
  create: agent.JsonlSessionCreateOptions
  fork: agent.SessionForkOptions
}
is<peer.SessionStats>(ours.stats)
is<peer.SessionForkOptions>(ours.fork)
is<Pick<peer.SessionStorage, 'getLeafId' | 'setLeafId' | 'createEntryId' | 'getLabel'>>(ours.jsonl)

// and the other way round
declare const theirs: {
  storage: peer.SessionStorage
  jsonl: peer.SessionStorage<peer.JsonlSessionMetadata>
  stats: peer.SessionStats
  create: peer.JsonlSessionCreateOptions
  fs: peer.FileSystem
}
is<agent.SessionStorage>(theirs.storage)
is<agent.SessionStorage<agent.JsonlSessionMetadata>>(theirs.jsonl)
is<agent.SessionStats>(theirs.stats)
is<agent.JsonlSessionCreateOptions>(theirs.create)

is<agent.Session>(new agent.Session(theirs.storage))
is<agent.Session<agent.JsonlSessionMetadata>>(agent.toSession(ours.jsonl))
is<agent.JsonlSessionRepoApi>(new agent.JsonlSessionRepo({ fs: theirs.fs, sessionsRoot: '/s' }))
is<Promise<agent.JsonlSessionStorage>>(agent.JsonlSessionStorage.open(theirs.fs, '/s/x.jsonl'))
is<Promise<agent.JsonlSessionMetadata>>(agent.loadJsonlSessionMetadata(theirs.fs, '/s/x.jsonl'))
