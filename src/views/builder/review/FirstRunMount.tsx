import { useSelector } from '@xstate/react'
import type { ReviewActor } from '#src/machines/builder/review/review.machine.ts'
import { selectStage } from '#src/machines/builder/review/review.machine.ts'
import { selectConnector } from '#src/machines/connectors/details/live.machine.ts'
import { liveReadingMachine } from '#src/services/connectors/details/live.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { LiveMark } from '../../connectors/details/LiveMark.tsx'
import { runHref } from '../../connectors/runs/run-links.ts'
import { dotOfRun, pillOfRun } from '../../connectors/runs/run-status.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Card, CardTitle, Hint, Row } from '../../kit/layout/blocks.ts'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { reviewMessages as messages } from './review.messages.ts'

type FirstRunProps = { readonly connectorId: string; readonly review: ReviewActor }

/** The newest run of the version that was just deployed, counted as it moves, by what the server tells. */
export function FirstRun({ connectorId, review }: FirstRunProps) {
  const access = useAccess()
  const actor = useMachine(() => liveReadingMachine(access), [access], { ids: [connectorId] })
  const connector = useSelector(actor, selectConnector(connectorId))
  const isStarted = useSelector(review, (snapshot) => ['starting', 'started'].includes(selectStage(snapshot)))
  const run = connector?.newestRun ?? null
  // A run of the version before says nothing of this one.
  const isOfThis = run !== null && run.version === connector?.liveVersion
  return (
    <Card aria-label={messages.firstRun}>
      <Row>
        <CardTitle>{messages.firstRun}</CardTitle>
        <LiveMark actor={actor} />
      </Row>
      {isOfThis ? (
        <>
          <Row role="status">
            <StatusDot look={dotOfRun(run)}>{pillOfRun(run).word}</StatusDot>
            <span>
              {messages.counts(
                number(run.recordsRead),
                number(run.recordsDelivered),
                number(run.recordsFailed + run.recordsUnknown),
              )}
            </span>
          </Row>
          {run.statusReason === '' ? null : (
            <Hint>
              <TextWithTimestamps text={run.statusReason} />
            </Hint>
          )}
          <PlainLink href={runHref(connectorId, run.id)}>{messages.watch}</PlainLink>
        </>
      ) : (
        <Hint role="status">{isStarted ? messages.runQueued : messages.noRunYet}</Hint>
      )}
    </Card>
  )
}
