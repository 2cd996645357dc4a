/**
 * Forecasts of a series by several methods together. At every moment each method weighs as much as it was right until then (prediction with
 * expert advice: Cesa-Bianchi and Lugosi 2006; that combinations are hard to beat: Makridakis, Spiliotis and Assimakopoulos 2020), so that the
 * errors of the back-test are those of what is really told, its choice of methods included.
 */
import { foretell, type Method, methodsOf, needs } from './methods.ts'
import { horizons } from './smoothing.ts'

/** Newest origins that methods are weighed and bands measured by. */
const originsMax = 500
/** Periods that methods learn in before they are measured; less of a short history. */
const warmUp = 50
/** How much an error counts less with each period that it is older. */
const forgetting = 0.99

export type BackTest = {
  /** Values that are known at the first origin. */
  readonly start: number
  /** `horizons` forecasts for each count of known values from `start` to all; the last ones are of what is to come. */
  readonly told: Float64Array
  /** The methods' shares in the newest forecast, greatest first. */
  readonly shares: readonly (readonly [method: Method, share: number])[]
}

/** @param seasons that the history is long enough for. */
export function backTest(values: Float64Array, seasons: readonly number[]): BackTest {
  const methods = methodsOf(seasons)
  const most = Math.max(...methods.map(needs))
  const start = Math.max(most + Math.min(warmUp, Math.floor((values.length - most) / 4)), values.length - originsMax)
  const roots = values.map(Math.sqrt)
  const forecasts = methods.map((method) => foretell(values, roots, method, start))
  const told = new Float64Array((values.length - start + 1) * horizons)
  const losses = new Float64Array(methods.length)
  const weights = new Float64Array(methods.length)
  const floor = 1e-9 * values.reduce((sum, value) => sum + value / values.length, 0)
  for (let at = start; at <= values.length; at += 1) {
    const place = (at - start) * horizons
    learn(values, at, place, forecasts, losses)
    weigh(losses, floor, weights)
    for (let ahead = 0; ahead < horizons; ahead += 1) {
      let sum = 0
      for (let each = 0; each < weights.length; each += 1) sum += (weights[each] ?? 0) * (forecasts[each]?.[place + ahead] ?? 0)
      told[place + ahead] = sum
    }
  }
  const shares = methods.map((method, each) => [method, weights[each] ?? 0] as const).toSorted(([, a], [, b]) => b - a)
  return { start, told, shares }
}

/** Adds the errors that the newest value shows: of the forecasts for it, made one, two and three periods before. */
function learn(values: Float64Array, at: number, place: number, forecasts: readonly Float64Array[], losses: Float64Array): void {
  const newest = values[at - 1] ?? 0
  for (const [each, forecast] of forecasts.entries()) {
    let loss = (losses[each] ?? 0) * forgetting
    for (let ahead = 0; ahead < horizons; ahead += 1) {
      const made = place - (ahead + 1) * horizons + ahead
      if (made >= 0) loss += Math.abs(newest - (forecast[made] ?? 0))
    }
    losses[each] = loss
  }
}

function weigh(losses: Float64Array, floor: number, weights: Float64Array): void {
  let least = Number.POSITIVE_INFINITY
  for (const loss of losses) least = Math.min(least, loss)
  let sum = 0
  for (let each = 0; each < losses.length; each += 1) {
    // Of a series of zeros every loss and the floor are 0: all weigh the same.
    const ratio = losses[each] === least ? 1 : (least + floor) / ((losses[each] ?? 0) + floor)
    // To the eighth power: the best few tell, the others are hardly heard.
    const squared = ratio * ratio
    weights[each] = squared * squared * squared * squared
    sum += weights[each] ?? 0
  }
  for (let each = 0; each < losses.length; each += 1) weights[each] = (weights[each] ?? 0) / sum
}
