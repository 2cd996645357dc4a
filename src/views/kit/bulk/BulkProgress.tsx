import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { BulkProgress as Job } from '#contract/kit/bulk/bulk-job.ts'
import type { ConfirmedActionActor } from '#src/machines/kit/confirmed-action.machine.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { space } from '#src/theme/theme.ts'
import { bulkMessages as messages } from '../bulk.messages.ts'
import { Button } from '../controls/Button.tsx'
import { ConfirmedAction } from '../feedback/ConfirmedAction.tsx'
import { ProgressBar } from '../feedback/progress-bar.ts'
import { number } from '../format/numbers.ts'
import { Hint, Row } from '../layout/blocks.ts'
import { ListFrame } from '../layout/ListFrame.tsx'
import { SectionHeader } from '../layout/SectionHeader.tsx'
import { RelativeTime } from '../text/RelativeTime.tsx'

type ProgressTexts<J> = {
  readonly title: string
  readonly actionOf: (job: J) => string
  readonly stopText: string
  readonly retryText: string
}
type Props<J> = ProgressTexts<J> & {
  /** A list of one or none. */
  readonly jobs: ListActor
  /** `kind` is `stop` or `retry`. */
  readonly move: ConfirmedActionActor
}

/** The newest action on many: its progress, what failed, and what leads on. */
export function BulkProgress<J extends Job>({ jobs, move, ...texts }: Props<J>) {
  const planned = useSelector(move, selectAction)
  const plan = (kind: 'stop' | 'retry', id: string) => move.send({ type: 'user.planned', action: { kind, id } })
  return (
    <ListFrame<J> actor={jobs} name={messages.job} empty={null} isBare>
      {({ items }) => (
        <>
          {items.map((job) => (
            <Progress
              key={job.id}
              job={job}
              title={texts.title}
              action={texts.actionOf(job)}
              onStop={() => plan('stop', job.id)}
              onRetry={() => plan('retry', job.id)}
            />
          ))}
          {planned === null ? null : (
            <ConfirmedAction
              actor={move}
              title={planned.kind === 'stop' ? messages.stopTitle : messages.retryTitle}
              confirm={planned.kind === 'stop' ? messages.stop : messages.continue}
            >
              <p>{planned.kind === 'stop' ? texts.stopText : texts.retryText}</p>
            </ConfirmedAction>
          )}
        </>
      )}
    </ListFrame>
  )
}

type ProgressProps = {
  readonly job: Job
  readonly title: string
  readonly action: string
  readonly onStop: () => void
  readonly onRetry: () => void
}

function Progress({ job, title, action, onStop, onRetry }: ProgressProps) {
  const { status, total, changed, failed, waiting, failures, startedAt, startedBy } = job
  const isRunning = status === 'running'
  return (
    <Frame aria-label={title}>
      <SectionHeader title={`${title}: ${action}`} note={messages.states[status]} />
      {isRunning ? <ProgressBar aria-label={messages.progress} value={changed + failed} max={total} /> : null}
      <p role="status">
        {messages.done(changed, failed)}
        {waiting === 0 ? '' : `. ${messages.left(waiting)}`}
      </p>
      <Hint>
        <RelativeTime at={startedAt} /> {startedBy === null ? '' : messages.by(startedBy)}
      </Hint>
      {failures.length === 0 ? null : (
        <ul aria-label={messages.failed}>
          {failures.map(({ id, name, message }) => (
            <li key={id}>
              <b>{name}</b>: {message}
            </li>
          ))}
          {failed > failures.length ? <li>{messages.more(number(failed - failures.length))}</li> : null}
        </ul>
      )}
      <Row>
        {isRunning ? <Button onPress={onStop}>{messages.stop}</Button> : null}
        {!isRunning && failed + waiting > 0 ? (
          <Button kind="primary" onPress={onRetry}>
            {waiting === 0 ? messages.retry(failed) : messages.goOn(failed + waiting)}
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
