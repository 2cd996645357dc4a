/** Reads `bench/forecast/series`: public hourly and daily series, each with where it is from. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Interval } from '#contract/analytics/analytics.ts'

const folder = join(import.meta.dirname, 'series')

export type Series = {
  readonly name: string
  readonly title: string
  /** `test`: set aside before the methods were tuned. */
  readonly half: 'tuning' | 'test'
  readonly interval: Interval
  readonly source: string
  readonly values: readonly number[]
}

export function readSeries(): Series[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.csv'))
  return files.map((file) => {
    const lines = readFileSync(join(folder, file), 'utf8').trim().split('\n')
    const heads = new Map(lines.filter((line) => line.startsWith('# ')).map((line) => headOf(line.slice(2))))
    const head = (key: string) => {
      const text = heads.get(key)
      if (text === undefined || text === '') throw new Error(`${file}: no ${key}`)
      return text
    }
    for (const key of ['first', 'licence', 'taken']) head(key)
    const half = head('half')
    const resolution = head('resolution')
    if (half !== 'tuning' && half !== 'test') throw new Error(`${file}: half ${half}`)
    if (resolution !== 'Hour' && resolution !== 'Day') throw new Error(`${file}: resolution ${resolution}`)
    const values = lines
      .filter((line) => !line.startsWith('#'))
      .flatMap((line) => line.split(','))
      .map(Number)
    if (values.some((value) => !(value >= 0))) throw new Error(`${file}: a value is no number of at least 0`)
    return {
      ...{ name: file.slice(0, -4), title: head('title'), half, source: head('source'), values },
      interval: resolution === 'Hour' ? 'hour' : 'day',
    }
  })
}

function headOf(line: string): readonly [key: string, text: string] {
  const at = line.indexOf(': ')
  return [line.slice(0, at), line.slice(at + 2)]
}
