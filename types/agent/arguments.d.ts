// The arguments that a model gave for a tool, as the tool asks for them.

/**
 * A copy of a call's arguments, brought to the types that the tool's `parameters` name and checked against them. The
 * copy belongs to the caller; the call keeps its arguments as they are.
 *
 * @param tool - `parameters` is a JSON Schema, plain or of TypeBox. It is compiled once for each schema object, so it
 * must not change.
 * @throws {Error} The arguments do not match, or the schema cannot be used. The message names the tool and lists each
 * place with its reason.
 * @example
 * import { validateToolArguments } from '@polyweave/gatto-agent-harness/agent'
 *
 * const parameters = { type: 'object', properties: { line: { type: 'integer' } }, required: ['line'] }
 * const tool = { name: 'look', description: 'Shows a line.', parameters }
 * const call = { type: 'toolCall', id: 'call-1', name: 'look', arguments: { line: '12' } }
 * console.log(validateToolArguments(tool, call).line + 1) // prints 13
 */
export declare function validateToolArguments(
  tool: { name: string; parameters: object },
  toolCall: { name: string; arguments: Record<string, any> }
): any

/**
 * As `validateToolArguments`, for arguments as the text that a model wrote: JSON, and nothing else.
 *
 * @throws {Error} Also when the text is no JSON: the message says where it breaks.
 * @example
 * import { parseToolArguments } from '@polyweave/gatto-agent-harness/agent'
 *
 * const tool = { name: 'look', parameters: { type: 'object', properties: { line: { type: 'integer' } } } }
 * console.log(parseToolArguments(tool, '{"line": "12"}').line + 1) // prints 13
 */
export declare function parseToolArguments(tool: { name: string; parameters: object }, text: string): any
