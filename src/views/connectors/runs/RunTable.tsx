import type { ReactNode } from 'react'

import type { ListedRun, RunPage } from '#contract/connectors/runs/run-list.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { Pager } from '../../kit/controls/Pager.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { runMessages } from './run.messages.ts'

type RunTableProps = {
  readonly actor: ListActor
  readonly columns: readonly Column<ListedRun>[]
  /** Only some of them are asked for. */
  readonly isFiltered: boolean
  /** What stands there before there is a run. */
  readonly empty: ReactNode
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number) => void
  readonly onOpen: (run: ListedRun) => void
  readonly filters: ReactNode
  readonly range: ReactNode
}

const messages = runMessages.table
/** Runs, newest first. A row leads to its run. */
export function RunTable(props: RunTableProps) {
  const { actor, columns, isFiltered, empty, page, pageSize, onPage, onOpen, filters, range } = props
  return (
    <>
      <Toolbar tools={range}>{filters}</Toolbar>
      <ListFrame<RunPage> actor={actor} name={messages.name} isBare empty={empty}>
        {({ items }) =>
          items.map(({ data, total }) =>
            total === 0 && !isFiltered ? (
              <div key="none">{empty}</div>
            ) : total === 0 ? (
              <EmptyState key="none" title={messages.noneFits}>
                {messages.change}
              </EmptyState>
            ) : (
              <div key="runs">
                <Table
                  name={messages.title}
                  rows={data}
                  columns={columns}
                  keyOf={({ runId }) => runId}
                  isOneLine
                  onOpen={onOpen}
                />
                <Pager name={messages.name} page={page} pageSize={pageSize} total={total} onPage={onPage} />
              </div>
            ),
          )
        }
      </ListFrame>
    </>
  )
}
