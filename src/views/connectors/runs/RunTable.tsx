import type { ReactNode } from 'react'

import type { ListedRun, RunPage } from '#contract/connectors/runs/run-list.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { Pager } from '../../kit/controls/Pager.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { Below } from '../../kit/layout/table-frame.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { Lasted } from './Lasted.tsx'
import { runMessages } from './run.messages.ts'
import { LostCount, RunLink } from './run-cells.ts'
import { runHref, transactionsOfRun } from './run-links.ts'
import { dotOfRun, pillOfRun } from './run-status.ts'

type RunTableProps = {
  readonly actor: ListActor
  /** They are of several connectors, and each says of which. */
  readonly hasConnectors: boolean
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
const { columns: heads } = messages

const columns: readonly Column<ListedRun>[] = [
  {
    id: 'result',
    title: heads.result,
    // As wide as the longest word of a result.
    width: 'minmax(12rem, 1.6fr)',
    draw: (run) => (
      <RunLink href={runHref(run.connectorId, run.runId)}>
        <StatusDot look={dotOfRun(run)}>{pillOfRun(run).word}</StatusDot>
      </RunLink>
    ),
  },
  { id: 'started', title: heads.started, width: 'minmax(8rem, 1.2fr)', draw: ({ startedAt }) => <Moment at={startedAt} /> },
  {
    id: 'startedBy',
    title: heads.startedBy,
    width: 'minmax(6rem, 1fr)',
    draw: ({ trigger, startedBy }) => (trigger === 'manual' ? startedBy : null) ?? runMessages.startedBy[trigger],
  },
  { id: 'lasted', title: heads.lasted, width: 'minmax(5rem, 0.8fr)', isNumeric: true, draw: (run) => <Lasted run={run} /> },
  {
    id: 'read',
    title: heads.read,
    width: 'minmax(4rem, 0.7fr)',
    isNumeric: true,
    draw: ({ recordsRead }) => number(recordsRead),
  },
  {
    id: 'delivered',
    title: heads.delivered,
    width: 'minmax(5rem, 0.7fr)',
    isNumeric: true,
    draw: ({ recordsDelivered, recordsSkipped }) => (
      <>
        {number(recordsDelivered)}
        {recordsSkipped > 0 ? <Below>{runMessages.skipped(number(recordsSkipped))}</Below> : null}
      </>
    ),
  },
  {
    id: 'failed',
    title: heads.failed,
    width: 'minmax(4.5rem, 0.7fr)',
    isNumeric: true,
    draw: ({ connectorId, runId, recordsFailed, recordsUnknown }) =>
      recordsFailed + recordsUnknown === 0 ? (
        number(0)
      ) : (
        <>
          <LostCount href={transactionsOfRun(connectorId, runId)}>{number(recordsFailed)}</LostCount>
          {recordsUnknown > 0 ? <Below>{runMessages.unknown(number(recordsUnknown))}</Below> : null}
        </>
      ),
  },
  {
    id: 'version',
    title: heads.version,
    width: '4.5rem',
    isNumeric: true,
    draw: ({ version }) => messages.version(version),
  },
]

const ofConnector: Column<ListedRun> = {
  id: 'connector',
  title: heads.connector,
  width: 'minmax(9rem, 1.4fr)',
  draw: ({ connectorId, connectorName }) => (
    <PlainLink href={`/details/${connectorId}`} title={connectorName}>
      {connectorName}
    </PlainLink>
  ),
}
/** The version says nothing beside those of other connectors. */
const ofAll = [...columns.slice(0, 1), ofConnector, ...columns.slice(1, -1)]

/** Runs, newest first. A row leads to its run. */
export function RunTable(props: RunTableProps) {
  const { actor, hasConnectors, isFiltered, empty, page, pageSize, onPage, onOpen, filters, range } = props
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
                  columns={hasConnectors ? ofAll : columns}
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
