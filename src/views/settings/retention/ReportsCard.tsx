import { useSelector } from '@xstate/react'

import type { RetentionReport } from '#contract/settings/retention/retention.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import type { ConfirmedActionActor } from '../../../machines/kit/confirmed-action.machine.ts'
import type { ListActor } from '../../../machines/kit/list.machine.ts'
import type { TableFileActor } from '../../../machines/kit/request.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Pager } from '../../kit/controls/Pager.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { bytes } from '../../kit/format/sizes.ts'
import { dayOf } from '../../kit/format/times.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { retentionMessages } from './retention.messages.ts'

const { reports: messages, confirmation } = retentionMessages
const looks = { held: 'warn', removing: 'run', done: 'ok', failed: 'bad' } as const

type ReportsCardProps = {
  readonly actor: ListActor
  readonly confirm: ConfirmedActionActor
  readonly file: TableFileActor
  readonly page: number
  readonly onPage: (page: number) => void
}

/** What retention has removed, and what waits for a confirmation. */
export function ReportsCard({ actor, confirm, file, page, onPage }: ReportsCardProps) {
  const problem = useContextOf(file, 'problem')
  const isBusy = useIsBusy(file)
  return (
    <SettingsCard title={messages.title} sub={messages.sub}>
      {isBusy ? <Button onPress={() => file.send({ type: 'user.cancelled' })}>{messages.stop}</Button> : null}
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <ListFrame<RetentionReport> actor={actor} name={messages.name} isBare empty={<p>{messages.none}</p>}>
        {({ items, total }) => (
          <>
            <Table
              name={messages.table}
              rows={items}
              keyOf={({ id }) => id}
              columns={columnsOf(isBusy, {
                onConfirm: (id) => confirm.send({ type: 'user.planned', action: { kind: 'confirm', id } }),
                onDownload: (id) => file.send({ type: 'user.requested', change: { id } }),
              })}
            />
            <Pager name={messages.name} page={page} pageSize={10} total={total} onPage={onPage} />
            <Confirmation actor={confirm} reports={items} />
          </>
        )}
      </ListFrame>
    </SettingsCard>
  )
}

type ConfirmationProps = { readonly actor: ConfirmedActionActor; readonly reports: readonly RetentionReport[] }

function Confirmation({ actor, reports }: ConfirmationProps) {
  const action = useSelector(actor, selectAction)
  const report = reports.find(({ id }) => id === action?.id)
  if (report === undefined) return null
  return (
    <ConfirmedAction actor={actor} title={confirmation.title} confirm={confirmation.button} isDangerous>
      <p>{confirmation.text(report.due, report.total, dayOf(new Date(report.cutoff)))}</p>
    </ConfirmedAction>
  )
}

function removedIn({ status, due, total, removed, kept, error }: RetentionReport): string {
  if (status === 'held') return messages.held(due, total)
  const rows = Object.entries(removed).map(([table, count]) => messages.rows(count, messages.tables[table] ?? table))
  const stays = Object.entries(kept).map(([why, count]) => messages.kept(count, why))
  return [...rows, ...stays, ...(error === null ? [] : [error])].join(', ') || messages.nothing
}

type Actions = { readonly onConfirm: (id: string) => void; readonly onDownload: (id: string) => void }

function columnsOf(isBusy: boolean, { onConfirm, onDownload }: Actions): readonly Column<RetentionReport>[] {
  const { columns: heads } = messages
  return [
    { id: 'at', onPhone: 'plain', title: heads.at, width: '7rem', draw: ({ beganAt }) => <Moment at={beganAt} /> },
    { id: 'area', onPhone: 'name', title: heads.area, width: 'minmax(7rem, 0.7fr)', draw: ({ area }) => messages.areas[area] },
    {
      id: 'status',
      title: heads.status,
      width: '7.5rem',
      draw: ({ status }) => <StatusDot look={looks[status]}>{messages.statuses[status]}</StatusDot>,
    },
    { id: 'removed', onPhone: 'fact', title: heads.removed, width: 'minmax(10rem, 2fr)', draw: removedIn },
    {
      id: 'archive',
      title: heads.archive,
      width: 'minmax(9rem, 1fr)',
      draw: ({ archives }) => (
        <>
          {archives.map((it) => (
            <Button key={it.id} kind="quiet" isBlocked={isBusy} onPress={() => onDownload(it.id)}>
              {messages.download} ({bytes(it.bytes)})
            </Button>
          ))}
        </>
      ),
    },
    {
      id: 'actions',
      title: heads.actions,
      width: '6rem',
      draw: ({ id, status }) => (status === 'held' ? <Button onPress={() => onConfirm(id)}>{messages.confirm}</Button> : null),
    },
  ]
}
