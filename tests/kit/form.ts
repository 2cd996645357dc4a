/** Which form of the suites is run: `npm test` runs the short one, `npm run test:full` the full one. */

/**
 * The full form (`FORM=full`): every file in a process of its own, everything on both databases, every seed, every number at its full size.
 * The soak test is longer still, so it takes in all that the full form does.
 */
export const isFullForm = process.env['FORM'] === 'full' || process.env['FAULTS'] === 'soak'

/** One of the two, by the form that is run. */
export const byForm = <T>(short: T, full: T): T => (isFullForm ? full : short)

/** Cases that are left to the full form: in the short one there are none of them. */
export const inFullForm = <T>(cases: readonly T[]): readonly T[] => (isFullForm ? cases : [])

/** Browser tests that are left to the full form carry this tag. */
export const onlyInFull = { tag: '@full' }
