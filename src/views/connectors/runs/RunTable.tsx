import type { Run } from '#contract/connectors/runs/run.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { Pager } from '../../kit/controls/Pager.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Below } from '../../kit/layout/table-frame.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { Lasted } from './Lasted.tsx'
import { type FirstStep, runMessages } from './run.messages.ts'
import { LostCount, RunLink } from './run-cells.ts'
import { runHref, transactionsOfRun } from './run-links.ts'
import { dotOfRun, pillOfRun } from './run-status.ts'

type RunTableProps = {
  readonly actor: ListActor
  readonly firstStep: FirstStep
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number) => void
  readonly onOpen: (runId: string) => void
}

const messages = runMessages.table
const { columns: heads } = messages

const columns: readonly Column<Run>[] = [
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
    draw: ({ trigger }) => runMessages.startedBy[trigger],
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

/** The runs of a connector, newest first. A row leads to its run. */
export function RunTable({ actor, firstStep, page, pageSize, onPage, onOpen }: RunTableProps) {
  return (
    <ListFrame<Run>
      actor={actor}
      name={messages.name}
      empty={<EmptyState title={messages.none}>{runMessages.nothing[firstStep]}</EmptyState>}
    >
      {({ items, total }) => (
        <>
          <Table
            name={messages.title}
            rows={items}
            columns={columns}
            keyOf={({ runId }) => runId}
            onOpen={({ runId }) => onOpen(runId)}
          />
          <Pager name={messages.name} page={page} pageSize={pageSize} total={total} onPage={onPage} />
        </>
      )}
    </ListFrame>
  )
}
