// The tools of one registry, by id, each with its check compiled.

import { argumentCheck } from './arguments.js'

export class Toolbox {
  constructor(validation) {
    this.validation = validation
    this.tools = null // made with the first tool
  }

  /** What is no tool is ignored. The same id again replaces and keeps its place. */
  register(tool) {
    if (tool === null || (typeof tool !== 'object' && typeof tool !== 'function')) return
    const { id } = tool
    if (typeof id !== 'string' || typeof tool.execute !== 'function') return
    this.tools ??= new Map()
    this.tools.set(id, { tool, check: argumentCheck(tool, this.validation) })
  }

  entry(id) {
    return this.tools?.get(id)
  }

  has(id) {
    return this.tools?.has(id) ?? false
  }

  get(id) {
    return this.tools?.get(id)?.tool
  }

  list() {
    return this.tools === null ? [] : [...this.tools.values()].map(({ tool }) => tool)
  }

  openAIFormat() {
    return this.list().map((tool) => ({
      type: 'function',
      function: {
        name: tool.id,
        description: tool.description ?? '',
        parameters: tool.parameters ?? { type: 'object', properties: {} }
      }
    }))
  }
}
