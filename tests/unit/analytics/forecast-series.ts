/** Made series of the tests of forecasts. */

/** Noise that is the same on each run: between -1 and 1, evenly. */
export function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

export const series = (length: number, count: (at: number) => number): number[] => Array.from({ length }, (_, at) => count(at))

/** Monday first. */
export const week = [820, 910, 905, 870, 760, 210, 90]
