/**
 * How far the forecasts of the back-test were off, and from that where what comes will lie: split conformal prediction (Vovk, Gammerman and
 * Shafer 2005), its errors measured by the usual size of errors at that time of the season (Lei et al. 2018) and the older the less heard
 * (Barber et al. 2023). No distribution is assumed.
 */
import type { BackTest } from './back-test.ts'
import { horizons } from './smoothing.ts'

/** One period to come; between `low` and `high` it lies in the asked share of cases. */
export type Expected = { readonly predictedValue: number; readonly low: number; readonly high: number }

/** How much an error counts less with each period that it is older. */
const forgetting = 0.995
/** What errors of a season's phase weigh that are not there yet: as many of any phase. */
const borrowed = 2
/** How quickly the usual sizes follow. */
const memory = 20
/** First errors, whose mean opens the usual size. */
const opening = 10

type Scored = { readonly score: number; readonly weight: number }

/**
 * @param season shortest that the history can show; 1 where none.
 * @returns for each horizon; null where there are too few errors to say where that share lies.
 */
export function bandsOf(values: Float64Array, test: BackTest, season: number, coverage: number): readonly (Expected | null)[] {
  const floor = 1e-9 * Math.max(...values) + Number.MIN_VALUE
  return Array.from({ length: horizons }, (_, ahead) => {
    const predictedValue = test.told.at(ahead - horizons) ?? 0
    const { scores, size } = scoresOf(values, test, ahead, season, floor)
    const miss = (1 - coverage) / 2
    const above = beyond(scores.toReversed(), miss)
    const below = beyond(
      scores.map(({ score, weight }) => ({ score: -score, weight })),
      miss,
    )
    if (below === null || above === null) return null
    const low = predictedValue - below * size
    return {
      predictedValue,
      low: Math.max(0, Math.min(low, predictedValue)),
      high: Math.max(predictedValue + above * size, predictedValue),
    }
  })
}

/** Errors of one horizon in their usual size as it was known when they were made, and that size for the newest forecast. */
function scoresOf(values: Float64Array, { start, told }: BackTest, ahead: number, season: number, floor: number) {
  const errors: number[] = []
  for (let at = start; at + ahead < values.length; at += 1) {
    errors.push((values[at + ahead] ?? 0) - (told[(at - start) * horizons + ahead] ?? 0))
  }
  const first = errors.slice(0, opening)
  let usual = first.reduce((sum, error) => sum + Math.abs(error), 0) / Math.max(1, first.length)
  const phases = new Float64Array(season)
  const counts = new Float64Array(season)
  const sizeAt = (phase: number) =>
    floor + ((phases[phase] ?? 0) * (counts[phase] ?? 0) + borrowed * usual) / ((counts[phase] ?? 0) + borrowed)
  const scores: Scored[] = []
  for (let at = start; at <= values.length; at += 1) {
    // The newest error that is known at this origin was made `ahead + 1` before.
    const known = errors[at - start - ahead - 1]
    if (known !== undefined) {
      const phase = (at - 1) % season
      const count = Math.min((counts[phase] ?? 0) + 1, memory)
      counts[phase] = count
      phases[phase] = (phases[phase] ?? 0) + (Math.abs(known) - (phases[phase] ?? 0)) / count
      usual += (Math.abs(known) - usual) / memory
    }
    const error = errors[at - start]
    if (error !== undefined) {
      scores.push({ score: error / sizeAt((at + ahead) % season), weight: forgetting ** (values.length - at) })
    }
  }
  return { scores: scores.toSorted((a, b) => a.score - b.score), size: sizeAt((values.length + ahead) % season) }
}

/**
 * The score above which lies no more than the allowed share, the one to come counted as above all.
 * @param scores greatest first.
 * @returns null where the one to come alone is more.
 */
function beyond(scores: readonly Scored[], allowed: number): number | null {
  const limit = allowed * (1 + scores.reduce((sum, { weight }) => sum + weight, 0))
  let above = 1
  if (above > limit) return null
  for (const { score, weight } of scores) {
    above += weight
    if (above > limit) return score
  }
  return null
}
