import { Link } from 'wouter'

import type { Run } from '#contract/connectors/runs/run.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { Pager } from '../../kit/controls/Pager.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { number } from '../../kit/format/numbers.ts'
import { age, duration } from '../../kit/format/spans.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Below } from '../../kit/layout/table-frame.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { ShortId } from '../../kit/text/ShortId.tsx'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { useNow } from '../../kit/text/use-now.ts'
import type { FirstStep } from './NewestRun.tsx'
import { runMessages } from './run.messages.ts'
import { pillOfRun, reasonOf } from './run-status.ts'

type RunTableProps = {
  readonly actor: ListActor
  readonly firstStep: FirstStep
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number) => void
  /** The run that is open; null when none is. */
  readonly openId: string | null
  readonly onOpen: (runId: string) => void
  /** Where the transactions of a run are shown. */
  readonly hrefOf: (runId: string) => string
  /** Where a replay of everything that a run could not deliver is planned. */
  readonly replayHrefOf: (runId: string) => string
}

const messages = runMessages.table
const { columns: heads } = messages

const columns: readonly Column<Run>[] = [
  {
    id: 'run',
    title: heads.run,
    width: 'minmax(7rem, 1fr)',
    draw: ({ runId, trigger }) => (
      <>
        <ShortId id={runId} of="run" />
        <Below>{runMessages.started[trigger]}</Below>
      </>
    ),
  },
  {
    id: 'status',
    title: heads.status,
    // As wide as the longest word of a result, so that the pill never lies over the time beside it.
    width: 'minmax(12rem, 1.4fr)',
    draw: (run) => <StatusPill {...pillOfRun(run)} />,
  },
  { id: 'started', title: heads.started, width: 'minmax(8rem, 1.2fr)', draw: ({ startedAt }) => <Moment at={startedAt} /> },
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
    draw: ({ recordsDelivered }) => number(recordsDelivered),
  },
  {
    id: 'skipped',
    title: heads.skipped,
    width: 'minmax(4rem, 0.7fr)',
    isNumeric: true,
    draw: ({ recordsSkipped }) => number(recordsSkipped),
  },
  {
    id: 'failed',
    title: heads.failed,
    width: 'minmax(4rem, 0.7fr)',
    isNumeric: true,
    draw: ({ recordsFailed }) => number(recordsFailed),
  },
  {
    id: 'unknown',
    title: heads.unknown,
    width: 'minmax(4.5rem, 0.7fr)',
    isNumeric: true,
    draw: ({ recordsUnknown }) => number(recordsUnknown),
  },
]

const nothing = { deploy: messages.firstStep, run: messages.firstRun, send: messages.firstEvent }

/** The runs of a connector, newest first. A row opens its reason, its error and the way to its records. */
export function RunTable({ actor, firstStep, page, pageSize, onPage, openId, onOpen, hrefOf, replayHrefOf }: RunTableProps) {
  return (
    <ListFrame<Run>
      actor={actor}
      name={messages.name}
      empty={<EmptyState title={messages.none}>{nothing[firstStep]}</EmptyState>}
    >
      {({ items, total }) => (
        <>
          <Table
            name={messages.title}
            rows={items}
            columns={columns}
            keyOf={({ runId }) => runId}
            openKey={openId}
            onOpen={({ runId }) => onOpen(runId)}
            drawOpened={(run) => (
              <>
                <p>
                  <TextWithTimestamps text={`${reasonOf(run)} ${run.endedAt === null ? run.statusNext : ''}`} />{' '}
                  {messages.startedWith(runMessages.started[run.trigger], run.version)}{' '}
                  <Link href={hrefOf(run.runId)}>{messages.transactions}</Link>{' '}
                  {run.endedAt !== null && run.recordsFailed + run.recordsUnknown > 0 ? (
                    <Link href={replayHrefOf(run.runId)}>{messages.replay}</Link>
                  ) : null}
                </p>
                {run.error === null ? null : <ProblemAlert problem={run.error} />}
              </>
            )}
          />
          <Pager name={messages.name} page={page} pageSize={pageSize} total={total} onPage={onPage} />
        </>
      )}
    </ListFrame>
  )
}

function Lasted({ run: { startedAt, endedAt } }: { readonly run: Run }) {
  if (startedAt === null) return messages.notStarted
  return endedAt === null ? <SoFar startedAt={startedAt} /> : duration(Date.parse(endedAt) - Date.parse(startedAt))
}

function SoFar({ startedAt }: { readonly startedAt: string }) {
  return messages.soFar(age(useNow() - Date.parse(startedAt)))
}
