// The tools that a harness or registry knows.

import { Schema } from './schema.js'

/** Tools by id, in the order in which their ids first came. */
export class ToolTable {
  #tools = new Map()
  #validation

  /** @param {'schema' | 'required' | 'none'} validation how arguments are checked */
  constructor(validation) {
    this.#validation = validation
  }

  /** Adds a tool, or puts it in the place of the one of that id. What is no tool is ignored. */
  register(tool) {
    if (tool === null || (typeof tool !== 'object' && typeof tool !== 'function')) return
    const { id, execute } = tool
    if (typeof id !== 'string' || typeof execute !== 'function') return
    this.#tools.set(id, { tool, schema: Schema.of(tool, this.#validation) })
  }

  has(id) {
    return this.#tools.has(id)
  }

  list() {
    return Array.from(this.#tools.values(), (entry) => entry.tool)
  }

  get(id) {
    return this.#tools.get(id)?.tool
  }

  /** The tool of an id with its compiled schema. */
  find(id) {
    return this.#tools.get(id)
  }

  /** The list in the shape of OpenAI's `tools`. */
  openAI() {
    return this.list().map(({ id, description, parameters }) => ({
      type: 'function',
      function: {
        name: id,
        description: description ?? '',
        parameters: parameters ?? { type: 'object', properties: {} }
      }
    }))
  }
}
