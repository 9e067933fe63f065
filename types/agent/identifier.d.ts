// Ids and times of what is stored.

/**
 * A UUID of version 7. It is greater, as text, than every one that this process has made before, on whichever thread and
 * whatever the clock does.
 *
 * @example
 * import { uuidv7 } from '@polyweave/gatto-agent-harness/agent'
 *
 * console.log(uuidv7() < uuidv7()) // prints true
 */
export declare function uuidv7(): string

/** The id of a new session: a {@link uuidv7}. */
export declare function createSessionId(): string

/** The time now in UTC, to the millisecond: `2026-01-31T12:00:00.000Z`. */
export declare function createTimestamp(): string

/** {@link createTimestamp}. */
export declare function create_timestamp(): string
