/** Bars of the benchmarks in Chromium: what was measured, met or missed. */

/** Milliseconds. A miss makes the program fail. */
export function bar(what: string, value: number, limit: number): void {
  const isMet = value < limit
  console.log(`${isMet ? 'met ' : 'MISS'} ${what}: ${value.toFixed(1)} ms (bar ${limit} ms)`)
  if (!isMet) process.exitCode = 1
}

/** @param part of a hundred. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * part) / 100))] ?? Number.NaN
}
