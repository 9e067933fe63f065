// Results: what may fail is said, not thrown.

/** A value, or the error in its place. Narrow it on `ok`. */
export type Result<T, E = Error> = { ok: true; value: T } | { ok: false; error: E }

/** A result with a value. */
export declare function ok<T, E = never>(value: T): Result<T, E>

/** A result with an error. */
export declare function err<T = never, E = unknown>(error: E): Result<T, E>

/**
 * The value of a result.
 *
 * @throws The error itself, when the result has one.
 * @example
 * import { err, getOrThrow, ok } from '@polyweave/gatto-agent-harness/agent'
 *
 * console.log(getOrThrow(ok(1))) // prints 1
 * try {
 *   getOrThrow(err(new Error('no such file')))
 * } catch (error) {
 *   console.log(String(error)) // prints Error: no such file
 * }
 */
export declare function getOrThrow<T, E>(result: Result<T, E>): T

/** The value of a result; undefined when it has an error. */
export declare function getOrUndefined<T, E>(result: Result<T, E>): T | undefined

/**
 * What was thrown, as an Error: itself if it is one; a string becomes its message; of anything else the message is its
 * JSON, or its text where it has no JSON.
 */
export declare function toError(thrown: unknown): Error
