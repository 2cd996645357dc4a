import { ChartLine, Download, TableProperties } from 'lucide-react'
import { type ComponentType, Suspense } from 'react'

import type { Analytics } from '#contract/analytics/analytics.ts'
import { figureRows } from '../../machines/analytics/figure-rows.ts'
import { Button } from '../kit/controls/Button.tsx'
import { Spinner } from '../kit/feedback/Spinner.tsx'
import { Hint, Row, Stack } from '../kit/layout/blocks.ts'
import { analyticsMessages } from './analytics.messages.ts'
import { FigureTable } from './FigureTable.tsx'

const messages = analyticsMessages.table
const file = analyticsMessages.file

type Cells = readonly (readonly (string | number | null)[])[]

type FigurePanelProps = {
  readonly of: Analytics
  readonly readAt: string
  readonly isTable: boolean
  readonly onTable: (isTable: boolean) => void
  readonly onSave: (fileName: string, rows: Cells) => void
  /** Loaded when it is first drawn. */
  readonly charts: ComponentType<{ readonly of: Analytics; readonly readAt: string }>
}

/** The figures by period, as charts or as a table, and as a file. */
export function FigurePanel({ of, readAt, isTable, onTable, onSave, charts: Charts }: FigurePanelProps) {
  return (
    <Stack>
      <Row>
        <Button onPress={() => onTable(!isTable)}>
          {isTable ? <ChartLine aria-hidden="true" /> : <TableProperties aria-hidden="true" />}
          {isTable ? messages.hide : messages.show}
        </Button>
        <Button onPress={() => onSave(file.name(inName(of.startDate), inName(of.endDate)), cellsOf(of))}>
          <Download aria-hidden="true" />
          {messages.download}
        </Button>
      </Row>
      {of.chartData.isDecimated ? <Hint>{messages.decimated}</Hint> : null}
      {isTable ? (
        <FigureTable of={of} />
      ) : (
        <Suspense fallback={<Spinner label={analyticsMessages.chart.loading} />}>
          <Charts of={of} readAt={readAt} />
        </Suspense>
      )}
    </Stack>
  )
}

/** To the minute, without what a file system may not hold. */
const inName = (instant: string) => `${instant.slice(0, 16).replace(':', '')}Z`

/** The rows of the table, below their titles; what was not measured is empty. */
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
