// The machine that Node runs on, as an execution environment.

import { NodeFileSystem } from './files.js'

export class NodeExecutionEnv extends NodeFileSystem {
  constructor(options) {
    super(options.cwd)
  }

  async cleanup() {}
}
