/** How likely it is that chance alone makes a difference at least as large. Each is checked against published values. */

const half = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const

/** Logarithm of the gamma function of a number from 0.5 on (Lanczos). */
function lnGamma(of: number): number {
  const x = of - 1
  const t = x + 7.5
  const sum = half.reduce((total, value, at) => (at === 0 ? value : total + value / (x + at)), 0)
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(sum)
}

const lnChoose = (n: number, k: number) => lnGamma(n + 1) - lnGamma(k + 1) - lnGamma(n - k + 1)

/** The tail of the normal distribution behind `z` (Abramowitz and Stegun 7.1.26; its error is below 1.5e-7). */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z)
  const t = 1 / (1 + 0.3275911 * (z / Math.SQRT2))
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return 0.5 * poly * Math.exp((-z * z) / 2)
}

/** At least `k` of `n`, each with probability `p`. */
export function binomialTail(k: number, n: number, p: number): number {
  if (k <= 0) return 1
  if (n > 2_000) return normalTail((k - 0.5 - n * p) / Math.sqrt(n * p * (1 - p)))
  let sum = 0
  for (let at = k; at <= n; at += 1) sum += Math.exp(lnChoose(n, at) + at * Math.log(p) + (n - at) * Math.log(1 - p))
  return Math.min(1, sum)
}

/** A share `a` of `n` and `b` of `m`: at least as many among the `n`, where all are alike (Fisher; of large numbers the normal distribution). */
export function moreOften(a: number, n: number, b: number, m: number): number {
  const [hits, all] = [a + b, n + m]
  if (hits === 0 || n === 0 || m === 0) return 1
  if (all > 20_000) {
    const share = hits / all
    const spread = Math.sqrt(share * (1 - share) * (1 / n + 1 / m))
    return spread === 0 ? 1 : normalTail((a / n - b / m) / spread)
  }
  let sum = 0
  for (let at = a; at <= Math.min(n, hits); at += 1)
    if (hits - at <= m) sum += Math.exp(lnChoose(n, at) + lnChoose(m, hits - at) - lnChoose(all, hits))
  return Math.min(1, sum)
}

/** The incomplete beta function by its continued fraction (Lentz). */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300
  let c = 1
  let d = 1 / Math.max(tiny, 1 - ((a + b) * x) / (a + 1))
  let h = d
  for (let m = 1; m < 300; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / (1 + even * d || tiny)
    c = 1 + even / c || tiny
    h *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + odd * d || tiny)
    c = 1 + odd / c || tiny
    const step = d * c
    h *= step
    if (Math.abs(step - 1) < 1e-12) break
  }
  return h
}

function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(lnGamma(a + b) - lnGamma(a) - lnGamma(b) + a * Math.log(x) + b * Math.log(1 - x))
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b
}

/** Student's t, on both sides. */
export function studentChance(t: number, freedom: number): number {
  return freedom <= 0 ? 1 : incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5)
}

export const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
export function spreadOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1))
}

/** Chances corrected for the number of tests (Benjamini and Hochberg), in the order in which they are given. */
export function corrected(chances: readonly number[]): number[] {
  const order = chances.map((chance, at) => ({ chance, at })).toSorted((a, b) => b.chance - a.chance)
  const found = new Array<number>(chances.length).fill(1)
  let least = 1
  for (const [rank, { chance, at }] of order.entries()) {
    least = Math.min(least, (chance * chances.length) / (chances.length - rank))
    found[at] = least
  }
  return found
}
