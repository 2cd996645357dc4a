import type { Analytics } from '#contract/analytics/analytics.ts'
import { figureRows } from '../../machines/analytics/figure-rows.ts'
import { analyticsMessages } from './analytics.messages.ts'

const { file } = analyticsMessages

export type Cells = readonly (readonly (string | number | null)[])[]

/** The name and the rows of a file with the figures. */
export const figureFileOf = (of: Analytics): readonly [name: string, rows: Cells] => [
  file.name(inName(of.startDate), inName(of.endDate)),
  cellsOf(of),
]

/** To the minute, without what a file system may not hold. */
const inName = (instant: string) => `${instant.slice(0, 16).replace(':', '')}Z`

/** One row for each period below the titles; what was not measured is empty. */
function cellsOf(of: Analytics): Cells {
  const rows = figureRows(of).map(({ date, count = null, delivered = null, failed = null, latency = null, foretold }) => [
    date,
    count,
    delivered,
    failed,
    latency,
    foretold?.predictedValue ?? null,
    foretold?.low ?? null,
    foretold?.high ?? null,
  ])
  return [Object.values(file.columns), ...rows]
}
