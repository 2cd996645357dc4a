/** Chance that can be had again: every row of the fault list that plays with it prints its seed, and `FAULT_SEED=<number>` repeats that play. */
import { isFullForm } from '../../kit/form.ts'

/** The longest form, `npm run test:soak`: more seeds, more records, more faults, longer watches. */
export const isSoak = process.env['FAULTS'] === 'soak'

const given = process.env['FAULT_SEED']

/** The short form always plays the same one and the full form the same three, so that a red test is red again; the soak test plays thirty new ones. */
export const seeds: readonly number[] = given
  ? [Number(given)]
  : isSoak
    ? Array.from({ length: 30 }, () => Math.floor(Math.random() * 2 ** 31))
    : isFullForm
      ? [1, 2, 3]
      : [1]

/** The embedded database takes seconds to start: only the soak test plays more than one seed there. */
export const seedsOn = (kind: 'embedded' | 'postgres'): readonly number[] =>
  kind === 'embedded' && !isSoak ? seeds.slice(0, 1) : seeds

/** One of the two: the second in the soak test. */
export const inForm = <T>(short: T, long: T): T => (isSoak ? long : short)

export type Chance = {
  /** From 0 to less than 1. */
  readonly next: () => number
  /** A whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number
}

/** The numbers of a seed: mulberry32, the same on every machine. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, between: (low, high) => low + Math.floor(next() * (high - low + 1)) }
}
