// The files of this machine as those of an environment that is not Node's own: every call goes through it.

import { NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'

const METHODS = ['absolutePath', 'canonicalPath', 'fileInfo', 'listDir', 'readBinaryFile', 'readTextFile']

export class RemoteEnv {
  calls = []

  constructor(cwd) {
    this.cwd = cwd
    const env = new NodeExecutionEnv({ cwd })
    for (const method of METHODS) {
      this[method] = (path, ...rest) => {
        this.calls.push(`${method} ${path}`)
        return env[method](path, ...rest)
      }
    }
  }
}
