import { useSelector } from '@xstate/react'

import type { FailedJob, JobQueueState, JobsState } from '#contract/admin/jobs.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { jobRetryMachine, jobsMachine } from '../../../services/admin/jobs.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { listed } from '../../kit/format/listed.ts'
import { number } from '../../kit/format/numbers.ts'
import { duration } from '../../kit/format/spans.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { jobsMessages as messages } from './jobs.messages.ts'

/** The queues of background jobs; failed jobs with their reason, each of which can be retried. */
export function BackgroundJobs() {
  const access = useAccess()
  const list = useMachine(() => jobsMachine(access), [access], { query: {} })
  const dialog = useMachine(
    () =>
      jobRetryMachine(access, () => {
        toast(messages.retried)
        list.send({ type: 'user.refreshed' })
      }),
    [access, list],
  )
  const planned = useSelector(dialog, selectAction)
  const retry = ({ id }: FailedJob) => dialog.send({ type: 'user.planned', action: { kind: 'retry', id } })
  return (
    <ListFrame<JobsState> actor={list} name={messages.name} empty={null} isBare>
      {({ items: [state] }) => {
        if (state === undefined) return null
        const failed = state.failed.find(({ id }) => id === planned?.id)
        return (
          <>
            <Queues queues={state.queues} />
            {state.failed.length === 0 ? null : (
              <div>
                <SectionHeader title={messages.failed.title} note={messages.failed.note(state.failed.length)} />
                <Table name={messages.failed.title} rows={state.failed} columns={failedColumns(retry)} keyOf={({ id }) => id} />
              </div>
            )}
            {planned === null ? null : (
              <ConfirmedAction
                actor={dialog}
                title={messages.retry.title(failed === undefined ? '' : messages.queues[failed.queue])}
                confirm={messages.retry.action}
              >
                {messages.retry.text}
              </ConfirmedAction>
            )}
          </>
        )
      }}
    </ListFrame>
  )
}

/** The queues that have jobs. Of the others there is nothing to say but that they are there. */
export function Queues({ queues }: { readonly queues: readonly JobQueueState[] }) {
  const [busy, idle] = [queues.filter(hasJobs), queues.filter((it) => !hasJobs(it))]
  return (
    <div>
      <SectionHeader title={messages.title} note={messages.busy(busy.length, queues.length)} />
      {busy.length === 0 ? null : <Table name={messages.name} rows={busy} columns={columns} keyOf={({ queue }) => queue} />}
      {idle.length === 0 ? null : <Hint>{messages.idle(listed(idle.map(({ queue }) => messages.queues[queue])))}</Hint>}
    </div>
  )
}

const hasJobs = ({ active, waiting, later, failed }: JobQueueState) => active + waiting + later + failed > 0

const { columns: heads } = messages

const columns: readonly Column<JobQueueState>[] = [
  {
    id: 'queue',
    title: heads.queue,
    width: 'minmax(9rem, 1.5fr)',
    draw: ({ queue, failed }) => <StatusDot look={failed > 0 ? 'warn' : 'ok'}>{messages.queues[queue]}</StatusDot>,
  },
  { id: 'active', title: heads.active, width: '5rem', isNumeric: true, draw: ({ active }) => number(active) },
  { id: 'waiting', title: heads.waiting, width: '5rem', isNumeric: true, draw: ({ waiting }) => number(waiting) },
  { id: 'later', title: heads.later, width: '6rem', isNumeric: true, draw: ({ later }) => number(later) },
  {
    id: 'oldest',
    title: heads.oldest,
    width: '7rem',
    isNumeric: true,
    draw: ({ oldest }) => (oldest === null ? '–' : duration(oldest)),
  },
  { id: 'failed', onPhone: 'fact', title: heads.failed, width: '5rem', isNumeric: true, draw: ({ failed }) => number(failed) },
]

const failedColumns = (onRetry: (job: FailedJob) => void): readonly Column<FailedJob>[] => [
  { id: 'queue', title: heads.queue, width: 'minmax(8rem, 1fr)', draw: ({ queue }) => messages.queues[queue] },
  { id: 'reason', onPhone: 'plain', title: heads.reason, width: 'minmax(10rem, 2fr)', draw: ({ reason }) => reason },
  { id: 'attempts', title: heads.attempts, width: '5rem', isNumeric: true, draw: ({ attempts }) => number(attempts) },
  {
    id: 'failedAt',
    onPhone: 'plain',
    title: heads.failedAt,
    width: '7rem',
    draw: ({ failedAt }) => <RelativeTime at={failedAt} />,
  },
  {
    id: 'retry',
    title: heads.retry,
    width: '6rem',
    draw: (job) => (
      <Button kind="quiet" onPress={() => onRetry(job)}>
        {messages.retry.action}
      </Button>
    ),
  },
]
