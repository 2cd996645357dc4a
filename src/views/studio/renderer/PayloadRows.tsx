import { lazy, useMemo, useState } from 'react'

import { readJson } from '#src/machines/kit/json-read.ts'
import { likelySource, rowSources, tableOf } from '#src/machines/studio/renderer/table.ts'
import { Select } from '../../kit/controls/Select.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { jsonMessages } from '../../kit/json.messages.ts'
import { PayloadTable } from './PayloadTable.tsx'
import { rendererMessages } from './renderer.messages.ts'

const messages = rendererMessages.table

const Chart = lazy(async () => ({ default: (await import('./chart/PayloadChart.tsx')).PayloadChart }))

export type PayloadRowsProps = { readonly text: string; readonly form: 'table' | 'chart' }

/** Reads a payload as rows, and lets a person say which of its lists they are. */
export function PayloadRows({ text, form }: PayloadRowsProps) {
  const [chosen, choose] = useState<string | null>(null)
  const read = useMemo(() => readJson(text), [text])
  const sources = useMemo(() => ('value' in read ? rowSources(read.value) : []), [read])
  const source = sources.find(({ path }) => path === chosen) ?? likelySource(sources)
  const table = useMemo(() => (source === undefined ? null : tableOf(source)), [source])
  if ('fault' in read) return <EmptyState title={rendererMessages.unreadable}>{jsonMessages.fault[read.fault.reason]}</EmptyState>
  if (source === undefined || table === null) return null
  const options = sources.map(({ path, rows }, index): [string, string] => [
    path,
    index === 0 ? messages.whole(messages.rows(rows.length)) : messages.inside(path, messages.rows(rows.length)),
  ])
  return (
    <>
      {sources.length === 1 ? null : (
        <Select label={messages.rowsOf} options={Object.fromEntries(options)} value={source.path} onChoose={choose} />
      )}
      {form === 'table' ? <PayloadTable table={table} /> : <Chart table={table} />}
    </>
  )
}
