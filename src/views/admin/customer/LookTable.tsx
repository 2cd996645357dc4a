import type { LookedInto } from '#contract/admin/looking.ts'
import { number } from '../../kit/format/numbers.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { customerMessages } from './customer.messages.ts'

const { look: messages } = customerMessages
const { columns: heads, runs } = messages

type Seen = LookedInto['connectors'][number]

const runName = (status: string) => (Object.hasOwn(runs, status) ? runs[status as keyof typeof runs] : status)

const columns: readonly Column<Seen>[] = [
  { id: 'name', title: heads.name, width: 'minmax(9rem, 2fr)', draw: ({ name }) => <span title={name}>{name}</span> },
  { id: 'status', title: heads.status, width: '6rem', draw: ({ status }) => messages.statuses[status] },
  { id: 'alerts', title: heads.alerts, width: '6rem', isNumeric: true, draw: ({ openAlerts }) => number(openAlerts) },
  {
    id: 'run',
    title: heads.run,
    onPhone: 'plain',
    width: 'minmax(10rem, 1.2fr)',
    draw: ({ lastRun }) =>
      lastRun === null ? (
        messages.never
      ) : (
        <>
          {runName(lastRun.status)}, <RelativeTime at={lastRun.at} />
        </>
      ),
  },
  {
    id: 'delivered',
    title: heads.delivered,
    width: '6rem',
    isNumeric: true,
    draw: ({ lastRun }) => (lastRun === null ? '–' : number(lastRun.delivered)),
  },
  {
    id: 'failed',
    title: heads.failed,
    onPhone: 'fact',
    width: '5rem',
    isNumeric: true,
    draw: ({ lastRun }) => (lastRun === null ? '–' : number(lastRun.failed)),
  },
  {
    id: 'error',
    onPhone: 'plain',
    title: heads.error,
    width: 'minmax(7rem, 1fr)',
    draw: ({ lastRun }) => lastRun?.error ?? messages.noError,
  },
]

export function LookTable({ seen: { connectors, total } }: { readonly seen: LookedInto }) {
  if (total === 0) return <p>{messages.none}</p>
  return (
    <>
      <Table name={messages.name} rows={connectors} columns={columns} keyOf={({ id }) => id} isOneLine />
      {total > connectors.length ? <Hint>{messages.shown(number(connectors.length), number(total))}</Hint> : null}
    </>
  )
}
