import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import styled from 'styled-components'

import type { CustomerJob as Job } from '#contract/admin/customer-jobs.ts'
import { selectAction } from '../../../machines/kit/confirmed-action.selectors.ts'
import { customerJobMachine, customerJobMoveMachine } from '../../../services/admin/customer-bulk.actors.ts'
import type { Access } from '../../../services/kit/api-client.ts'
import { inspect } from '../../../services/kit/inspection.ts'
import { space } from '../../../theme/theme.ts'
import { bulkMessages } from '../../kit/bulk.messages.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { ProgressBar } from '../../kit/feedback/progress-bar.ts'
import { number } from '../../kit/format/numbers.ts'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { customersMessages } from './customers.messages.ts'

const { bulk: messages } = customersMessages

/** The newest action on many companies: its progress, what failed, and what leads on. */
export function CustomerJob({ access }: { readonly access: Access }) {
  const jobs = useActorRef(
    useMemo(() => customerJobMachine(access), [access]),
    { input: { query: {} }, inspect },
  )
  const move = useActorRef(
    useMemo(() => customerJobMoveMachine(access, () => jobs.send({ type: 'user.refreshed' })), [access, jobs]),
    { inspect },
  )
  const planned = useSelector(move, selectAction)
  const plan = (kind: 'stop' | 'retry', id: string) => move.send({ type: 'user.planned', action: { kind, id } })
  return (
    <ListFrame<Job> actor={jobs} name={messages.job} empty={null} isBare>
      {({ items }) => (
        <>
          {items.map((job) => (
            <Progress key={job.id} job={job} onStop={() => plan('stop', job.id)} onRetry={() => plan('retry', job.id)} />
          ))}
          {planned === null ? null : (
            <ConfirmedAction
              actor={move}
              title={planned.kind === 'stop' ? messages.stopTitle : messages.retryTitle}
              confirm={planned.kind === 'stop' ? bulkMessages.stop : bulkMessages.continue}
            >
              <p>{planned.kind === 'stop' ? messages.stopText : messages.retryText}</p>
            </ConfirmedAction>
          )}
        </>
      )}
    </ListFrame>
  )
}

type ProgressProps = { readonly job: Job; readonly onStop: () => void; readonly onRetry: () => void }

function Progress({ job, onStop, onRetry }: ProgressProps) {
  const { action, status, total, changed, failed, waiting, failures, startedAt, startedBy } = job
  const isRunning = status === 'running'
  return (
    <Frame aria-label={messages.jobTitle}>
      <SectionHeader title={`${messages.jobTitle}: ${messages.actions[action]}`} note={messages.states[status]} />
      {isRunning ? <ProgressBar aria-label={bulkMessages.progress} value={changed + failed} max={total} /> : null}
      <p role="status">
        {bulkMessages.done(changed, failed)}
        {waiting === 0 ? '' : `. ${bulkMessages.left(waiting)}`}
      </p>
      <Hint>
        <RelativeTime at={startedAt} /> {startedBy === null ? '' : messages.by(startedBy)}
      </Hint>
      {failures.length === 0 ? null : (
        <ul aria-label={bulkMessages.failed}>
          {failures.map(({ id, name, message }) => (
            <li key={id}>
              <b>{name}</b>: {message}
            </li>
          ))}
          {failed > failures.length ? <li>{messages.more(number(failed - failures.length))}</li> : null}
        </ul>
      )}
      <Row>
        {isRunning ? <Button onPress={onStop}>{bulkMessages.stop}</Button> : null}
        {!isRunning && failed + waiting > 0 ? (
          <Button kind="primary" onPress={onRetry}>
            {waiting === 0 ? bulkMessages.retry(failed) : bulkMessages.goOn(failed + waiting)}
          </Button>
        ) : null}
      </Row>
    </Frame>
  )
}

const Frame = styled.section`
  display: grid;
  gap: ${space[8]};
  overflow-wrap: anywhere;
`
