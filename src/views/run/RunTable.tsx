import { Link } from 'wouter'

import type { Run } from '../../../contract/run.ts'
import type { ListActor } from '../../machines/list/list.machine.ts'
import { EmptyState } from '../parts/EmptyState.tsx'
import { ListFrame } from '../parts/ListFrame.tsx'
import { Moment } from '../parts/Moment.tsx'
import { Pager } from '../parts/Pager.tsx'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'
import { Said } from '../parts/Said.tsx'
import { ShortId } from '../parts/ShortId.tsx'
import { StatusPill } from '../parts/StatusPill.tsx'
import { type Column, Table } from '../parts/Table.tsx'
import { Below } from '../parts/table-frame.ts'
import { useNow } from '../parts/use-now.ts'
import { age, duration, number } from '../parts/words.ts'
import { lossesOf, pillOfRun, reasonOf, triggerWords } from './run-words.ts'

type RunTableProps = {
  readonly actor: ListActor
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number) => void
  /** The run that is open; null when none is. */
  readonly openId: string | null
  readonly onOpen: (runId: string) => void
  /** Where the transactions of a run are shown. */
  readonly hrefOf: (runId: string) => string
}

const columns: readonly Column<Run>[] = [
  {
    id: 'run',
    title: 'Run',
    width: 'minmax(7rem, 1fr)',
    draw: ({ runId, trigger }) => (
      <>
        <ShortId id={runId} of="run" />
        <Below>{triggerWords[trigger]}</Below>
      </>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    width: 'minmax(7rem, 1fr)',
    draw: (run) => (
      <>
        <StatusPill {...pillOfRun(run)} />
        {run.status === 'succeeded' ? ` ${lossesOf(run)}` : null}
      </>
    ),
  },
  { id: 'started', title: 'Started', width: 'minmax(8rem, 1.2fr)', draw: ({ startedAt }) => <Moment at={startedAt} /> },
  { id: 'lasted', title: 'Lasted', width: 'minmax(5rem, 0.8fr)', isNumeric: true, draw: (run) => <Lasted run={run} /> },
  { id: 'read', title: 'Read', width: 'minmax(4rem, 0.7fr)', isNumeric: true, draw: ({ recordsRead }) => number(recordsRead) },
  {
    id: 'delivered',
    title: 'Delivered',
    width: 'minmax(5rem, 0.7fr)',
    isNumeric: true,
    draw: ({ recordsDelivered }) => number(recordsDelivered),
  },
  {
    id: 'skipped',
    title: 'Skipped',
    width: 'minmax(4rem, 0.7fr)',
    isNumeric: true,
    draw: ({ recordsSkipped }) => number(recordsSkipped),
  },
  {
    id: 'failed',
    title: 'Failed',
    width: 'minmax(4rem, 0.7fr)',
    isNumeric: true,
    draw: ({ recordsFailed }) => number(recordsFailed),
  },
  {
    id: 'unknown',
    title: 'Unknown',
    width: 'minmax(4.5rem, 0.7fr)',
    isNumeric: true,
    draw: ({ recordsUnknown }) => number(recordsUnknown),
  },
]

/** The runs of a connector, newest first. A row opens its reason, its error and the way to its records. */
export function RunTable({ actor, page, pageSize, onPage, openId, onOpen, hrefOf }: RunTableProps) {
  return (
    <ListFrame<Run>
      actor={actor}
      name="runs"
      empty={
        <EmptyState title="No runs yet">Every run will stand here with its sums. Deploy the connector and run it now.</EmptyState>
      }
    >
      {({ items, total }) => (
        <>
          <Table
            name="Runs"
            rows={items}
            columns={columns}
            keyOf={({ runId }) => runId}
            openKey={openId}
            onOpen={({ runId }) => onOpen(runId)}
            drawOpened={(run) => (
              <>
                <p>
                  <Said text={`${reasonOf(run)} ${run.endedAt === null ? run.statusNext : ''}`} /> Started{' '}
                  {triggerWords[run.trigger]} with version {run.version}. <Link href={hrefOf(run.runId)}>Its transactions</Link>
                </p>
                {run.error === null ? null : <ProblemAlert problem={run.error} />}
              </>
            )}
          />
          <Pager name="runs" page={page} pageSize={pageSize} total={total} onPage={onPage} />
        </>
      )}
    </ListFrame>
  )
}

function Lasted({ run: { startedAt, endedAt } }: { readonly run: Run }) {
  if (startedAt === null) return 'not started'
  return endedAt === null ? <SoFar startedAt={startedAt} /> : duration(Date.parse(endedAt) - Date.parse(startedAt))
}

function SoFar({ startedAt }: { readonly startedAt: string }) {
  return `${age(useNow() - Date.parse(startedAt))} so far`
}
