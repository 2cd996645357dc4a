/** Limits of time on machines that are busy with other things. */

/**
 * The limit as it is promised, or what it comes to on this machine now. In milliseconds.
 * @param usual how long something small took in the same test; on a machine that has nothing else to do, less than a fiftieth of any limit.
 */
export const limitHere = (promised: number, usual: number): number => Math.max(promised, 50 * usual)
