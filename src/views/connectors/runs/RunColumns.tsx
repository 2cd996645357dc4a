import type { ListedRun } from '#contract/connectors/runs/run-list.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import type { Column } from '../../kit/layout/Table.tsx'
import { Below } from '../../kit/layout/table-frame.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { Lasted } from './Lasted.tsx'
import { runMessages } from './run.messages.ts'
import { LostCount, RunLink } from './run-cells.ts'
import { runHref, transactionsOfRun } from './run-links.ts'
import { dotOfRun, pillOfRun } from './run-status.ts'

const messages = runMessages.table
const { columns: heads } = messages

const startedByOf = ({ trigger, startedBy }: ListedRun) =>
  (trigger === 'manual' ? startedBy : null) ?? runMessages.startedBy[trigger]

/** Of the runs of one connector. */
export const runColumns: readonly Column<ListedRun>[] = [
  {
    id: 'result',
    title: heads.result,
    onPhone: 'name',
    // As wide as the longest word of a result.
    width: 'minmax(12rem, 1.6fr)',
    text: (run) => pillOfRun(run).word,
    draw: (run) => (
      <RunLink href={runHref(run.connectorId, run.runId)}>
        <StatusDot look={dotOfRun(run)}>{pillOfRun(run).word}</StatusDot>
      </RunLink>
    ),
  },
  {
    id: 'started',
    title: heads.started,
    onPhone: 'state',
    width: 'minmax(8rem, 1.2fr)',
    text: ({ startedAt }) => startedAt,
    draw: ({ startedAt }) => <Moment at={startedAt} />,
  },
  {
    id: 'startedBy',
    title: heads.startedBy,
    width: 'minmax(6rem, 1fr)',
    text: startedByOf,
    draw: startedByOf,
  },
  {
    id: 'lasted',
    title: heads.lasted,
    width: 'minmax(5rem, 0.8fr)',
    isNumeric: true,
    text: ({ startedAt, endedAt }) =>
      startedAt === null || endedAt === null ? null : (Date.parse(endedAt) - Date.parse(startedAt)) / 1_000,
    draw: (run) => <Lasted run={run} />,
  },
  {
    id: 'read',
    title: heads.read,
    onPhone: 'fact',
    width: 'minmax(4rem, 0.7fr)',
    isNumeric: true,
    text: ({ recordsRead }) => recordsRead,
    draw: ({ recordsRead, sourceRecordsRead }) => (
      <>
        {number(recordsRead)}
        {sourceRecordsRead === null ? null : <Below>{runMessages.fromRecords(sourceRecordsRead)}</Below>}
      </>
    ),
  },
  {
    id: 'delivered',
    title: heads.delivered,
    onPhone: 'fact',
    width: 'minmax(5rem, 0.7fr)',
    isNumeric: true,
    text: ({ recordsDelivered }) => recordsDelivered,
    draw: ({ recordsDelivered, recordsSkipped, recordsUnchanged, recordsLeftOut }) => (
      <>
        {number(recordsDelivered)}
        {recordsUnchanged > 0 ? <Below>{runMessages.unchanged(number(recordsUnchanged))}</Below> : null}
        {recordsLeftOut > 0 ? <Below>{runMessages.leftOut(number(recordsLeftOut))}</Below> : null}
        {recordsSkipped > 0 ? <Below>{runMessages.skipped(number(recordsSkipped))}</Below> : null}
      </>
    ),
  },
  {
    id: 'failed',
    title: heads.failed,
    onPhone: 'fact',
    width: 'minmax(4.5rem, 0.7fr)',
    isNumeric: true,
    text: ({ recordsFailed }) => recordsFailed,
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
    text: ({ version }) => version,
    draw: ({ version }) => messages.version(version),
  },
]

const ofConnector: Column<ListedRun> = {
  id: 'connector',
  title: heads.connector,
  onPhone: 'name',
  width: 'minmax(9rem, 1.4fr)',
  text: ({ connectorName }) => connectorName,
  draw: ({ connectorId, connectorName }) => (
    <PlainLink href={`/details/${connectorId}`} title={connectorName}>
      {connectorName}
    </PlainLink>
  ),
}
/** Of the runs of all connectors: the version says nothing beside those of other connectors. */
export const runColumnsOfAll = [...runColumns.slice(0, 1), ofConnector, ...runColumns.slice(1, -1)].map(
  (column): Column<ListedRun> =>
    column.id === 'result' ? { ...column, onPhone: 'state' } : column.id === 'started' ? { ...column, onPhone: 'plain' } : column,
)
