import { useSelector } from '@xstate/react'
import { Fragment } from 'react'
import type { FailedDeployment } from '#contract/connectors/deployments/live-state.ts'
import type { ConnectorStatus } from '#contract/connectors/details/connector.ts'
import type { Health } from '#contract/connectors/details/health.ts'
import type { ConnectorActor } from '#src/machines/connectors/details/connector.machine.ts'
import { selectConnector } from '#src/machines/connectors/details/connector.machine.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { Card, CardTitle } from '../../kit/layout/blocks.ts'
import { KeyValue } from '../../kit/text/KeyValue.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { useIsBusy } from '../../kit/use-snapshot.ts'
import { connectorMessages } from './connector.messages.ts'
import { connectorStatusMessages } from './connector-status.messages.ts'

type StatusFactsProps = {
  readonly actor: ConnectorActor
  readonly health?: Health
  /** Events of its hook that are not on their way yet, when the page was read. */
  readonly heldEvents?: number | undefined
  readonly failedDeployment?: FailedDeployment | null
}

const messages = connectorMessages.facts

/** What happens next then names the events that are held, and is watched. */
const saysHeld: readonly ConnectorStatus[] = ['Active', 'Pause']

/** Since when a connector stands so, why, and what happens next; nothing of it while that may be over in a moment. */
export function StatusFacts({ actor, health, heldEvents = 0, failedDeployment = null }: StatusFactsProps) {
  const connector = useSelector(actor, selectConnector)
  const isBusy = useIsBusy(actor)
  const { status, statusSince, statusReason, statusNext } = connector
  return (
    <Card aria-label={messages.name}>
      <CardTitle>{messages.name}</CardTitle>
      {isBusy ? (
        <p>{messages.moving}</p>
      ) : (
        <KeyValue
          of={[
            [messages.since, <Moment key="since" at={statusSince} />],
            [messages.why, <TextWithTimestamps key="why" text={statusReason} />],
            [messages.next, <TextWithTimestamps key="next" text={statusNext} />],
            [messages.health, health === undefined ? null : <TextWithTimestamps key="health" text={health.reason} />],
            [messages.held, heldEvents === 0 || saysHeld.includes(status) ? null : connectorMessages.heldEvents(heldEvents)],
            [
              messages.failedDeployment,
              failedDeployment === null ? null : <Failure key="deployment" of={failedDeployment} connectorId={connector._id} />,
            ],
          ]}
        />
      )}
    </Card>
  )
}

/** Why the newest deployment failed, and where that is mended. */
function Failure({ of: { message, fields }, connectorId }: { readonly of: FailedDeployment; readonly connectorId: string }) {
  return (
    <>
      <TextWithTimestamps text={message} />
      {fields
        .filter((field) => !message.includes(field.message))
        .map((field) => (
          <Fragment key={field.path}> {connectorStatusMessages.failedField(field.path, field.message)}</Fragment>
        ))}{' '}
      <PlainLink href={`/edit-integration/${connectorId}`}>{messages.correct}</PlainLink>
    </>
  )
}
