/** How often a message is tried, and how long is waited between. */

const minute = 60_000
const longestPause = 60 * minute
export const triesMax = 10

/** Milliseconds after the try of this number, counted from 1: a minute, doubled each time, an hour at most. */
export const pauseAfter = (attempt: number) => Math.min(longestPause, minute * 2 ** (attempt - 1))
