import { lazy, useMemo, useState } from 'react'

import { readJson } from '#src/machines/kit/json-read.ts'
import { likelySource, rowSources, tableOf } from '#src/machines/studio/renderer/table.ts'
import { Select } from '../../kit/controls/Select.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { jsonWords } from '../../kit/json.messages.ts'
import { PayloadTable } from './PayloadTable.tsx'
import { rendererWords } from './renderer.messages.ts'

const words = rendererWords.table

const Chart = lazy(async () => ({ default: (await import('./chart/PayloadChart.tsx')).PayloadChart }))

export type PayloadRowsProps = { readonly text: string; readonly form: 'table' | 'chart' }

/** Reads a payload as rows, and lets a person say which of its lists they are. */
export function PayloadRows({ text, form }: PayloadRowsProps) {
  const [chosen, choose] = useState<string | null>(null)
  const read = useMemo(() => readJson(text), [text])
  const sources = useMemo(() => ('value' in read ? rowSources(read.value) : []), [read])
  const source = sources.find(({ path }) => path === chosen) ?? likelySource(sources)
  const table = useMemo(() => (source === undefined ? null : tableOf(source)), [source])
  if ('fault' in read) return <EmptyState title={rendererWords.unreadable}>{jsonWords.fault[read.fault.reason]}</EmptyState>
  if (source === undefined || table === null) return null
  const options = sources.map(({ path, rows }, index): [string, string] => [
    path,
    index === 0 ? words.whole(words.rows(rows.length)) : words.inside(path, words.rows(rows.length)),
  ])
  return (
    <>
      {sources.length === 1 ? null : (
        <Select label={words.rowsOf} options={Object.fromEntries(options)} value={source.path} onChoose={choose} />
      )}
      {form === 'table' ? <PayloadTable table={table} /> : <Chart table={table} />}
    </>
  )
}
