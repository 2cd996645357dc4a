/** What the engine holds to, in the words of people: the engine, the error catalogue and the help read the same figures. */

// One by one, so that a sentence of the catalogue that the browser does not need takes nothing else along.
/** One answer of another system. */
export const answerMegabytes = 50
export const answerLevels = 64
export const recordMegabytes = 8

export const productLimits = {
  answerMegabytes,
  answerLevels,
  recordMegabytes,
  /** Of one run; what is over comes in the next. */
  pagesMax: 10_000,
  recordsMax: 1_000_000,
  /** Of one run, read at the same time. */
  parts: 8,
  /** Tries after the first one, and the longest pause between two. */
  retries: 5,
  retryCapSeconds: 20,
  /** Of one connector. */
  enrichments: 16,
  /** Destinations of one connector, and the highest number that names one. */
  routes: 8,
  routeIdMax: 32_767,
} as const
