import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ConnectorReading, LastFailure } from '#contract/connectors/details/reading.ts'
import { remoteMessage } from '#contract/kit/reason/remote-reason.ts'
import type { ConnectorActor } from '#src/machines/connectors/details/connector.machine.ts'
import { selectConnector } from '#src/machines/connectors/details/connector.machine.ts'
import { LinkButton } from '#src/views/kit/controls/LinkButton.tsx'
import { Banner } from '#src/views/kit/feedback/Banner.tsx'
import { number } from '#src/views/kit/format/numbers.ts'
import { Minute } from '#src/views/kit/text/Minute.tsx'
import { Sentence } from '#src/views/kit/text/Sentence.tsx'
import { TextWithTimestamps } from '#src/views/kit/text/TextWithTimestamps.tsx'
import { useIsBusy } from '#src/views/kit/use-snapshot.ts'
import { destinationMessages } from '../../runs/destinations/destination.messages.ts'
import { destinationName } from '../../runs/destinations/destination-name.ts'
import { replayOfRun, runHref } from '../../runs/run-links.ts'
import { connectorStatusMessages } from '../connector-status.messages.ts'
import { detailsMessages } from '../details.messages.ts'
import { placeOf } from '../flow/steps.ts'

const messages = detailsMessages.banner

type ConnectorBannerProps = { readonly actor: ConnectorActor; readonly reading: ConnectorReading }

/** The one thing about a connector that somebody should know first; nothing where it simply works. */
export function ConnectorBanner({ actor, reading }: ConnectorBannerProps) {
  const connector = useSelector(actor, selectConnector)
  const isBusy = useIsBusy(actor)
  const { details, lastFailure, destinations = [], connections: [connection] = [] } = reading
  const { _id: id, failedDeployment, undeployedChanges, heldEvents = 0 } = details
  if (isBusy) return null
  if (failedDeployment !== null)
    return (
      <Banner
        tone="danger"
        fact={<Sentence of={messages.failedDeployment} parts={{ at: <Minute at={failedDeployment.at} /> }} />}
        actions={
          <LinkButton $isQuiet href={`/edit-integration/${id}`}>
            {messages.correct}
          </LinkButton>
        }
      >
        <TextWithTimestamps text={failedDeployment.message} />
        {failedDeployment.fields
          .filter((field) => !failedDeployment.message.includes(field.message))
          .map((field) => ` ${connectorStatusMessages.failedField(field.path, field.message)}`)}
      </Banner>
    )
  if (connector.status !== 'Active')
    return (
      <Banner tone="info" fact={<TextWithTimestamps text={connector.statusReason} />}>
        <TextWithTimestamps text={connector.statusNext} />
        {heldEvents > 0 ? ` ${connectorStatusMessages.heldEvents(heldEvents)}.` : null}
      </Banner>
    )
  if (connection !== undefined) return <TroubledConnection connection={connection} heldEvents={heldEvents} />
  if (lastFailure !== null) return <FailureBanner failure={lastFailure} details={details} />
  const paused = destinations.filter(({ isPaused }) => isPaused)
  if (paused.length > 0)
    return (
      <Banner tone="info" fact={destinationMessages.pausedNow(paused.map(destinationName))}>
        {destinationMessages.othersGoOn}
      </Banner>
    )
  if (undeployedChanges.length > 0)
    return (
      <Banner
        tone="info"
        fact={messages.changed}
        actions={
          <LinkButton $isQuiet href={`/details/${id}?tab=settings`}>
            {messages.seeChanges}
          </LinkButton>
        }
      >
        {connectorStatusMessages.undeployed(undeployedChanges.map((part) => connectorStatusMessages.parts[part]))}
      </Banner>
    )
  return null
}

type TroubledProps = {
  readonly connection: NonNullable<ConnectorReading['connections']>[number]
  readonly heldEvents: number
}

/** A connection of the connector that is off, refused or ended. One that the reader may not use has no name, and no way to it. */
export function TroubledConnection({ connection: { id, name, state, isSeen }, heldEvents }: TroubledProps) {
  const way = (
    <LinkButton $isQuiet href={`/connections/${id}`}>
      {state === 'ended' ? messages.reconnect : messages.openConnection}
    </LinkButton>
  )
  return (
    <Banner
      tone={state === 'off' ? 'warning' : 'danger'}
      fact={messages.connection[state].fact(name)}
      {...(isSeen ? { actions: way } : {})}
    >
      {messages.connection[state].text}
      {heldEvents > 0 ? ` ${connectorStatusMessages.heldEvents(heldEvents)}.` : null}
    </Banner>
  )
}

type FailureBannerProps = { readonly failure: LastFailure; readonly details: ConnectorReading['details'] }

/** What failed, in the words of the system that refused it; the reason is one click away, the retry two. */
function FailureBanner({ failure, details }: FailureBannerProps) {
  const { runId, at, isWhole, recordsFailed, recordsUnknown, cause } = failure
  const recordsLost = recordsFailed + recordsUnknown
  const { _id: id } = details
  const time = <Minute at={at} />
  return (
    <Banner
      tone={isWhole || details.health.level === 'failing' ? 'danger' : 'warning'}
      fact={<Sentence of={isWhole ? messages.failedRun : lostOf(failure)} parts={{ at: time }} />}
      actions={
        <>
          <LinkButton $isQuiet href={cause === null ? runHref(id, runId) : `/details/${id}?tab=problems`}>
            {messages.seeProblem}
          </LinkButton>
          {recordsLost === 0 ? null : (
            <LinkButton $isQuiet href={replayOfRun(id, runId)}>
              {messages.retry(recordsLost)}
            </LinkButton>
          )}
        </>
      }
    >
      {reasonOf(failure, placeOf(details.destinationConfiguration).system)}
    </Banner>
  )
}

function lostOf({ recordsRead, recordsFailed, recordsUnknown }: LastFailure): string {
  const [failed, unknown, read] = [number(recordsFailed), number(recordsUnknown), number(recordsRead)]
  if (recordsUnknown === 0) return messages.lost(failed, read)
  return recordsFailed === 0 ? messages.unknown(unknown, read) : messages.lostOrUnknown(failed, unknown, read)
}

/** What is said of one record is an example where several were lost: another one may have been refused in other words. */
function reasonOf(failure: LastFailure, destination: string | null): ReactNode {
  const { reason, cause, isWhole, recordsFailed, recordsUnknown } = failure
  const isExample = recordsFailed + recordsUnknown > 1
  const said = cause?.answer == null ? null : remoteMessage(cause.answer)
  if (cause !== null && said !== null && destination !== null && cause.answerStatus !== null)
    return (isExample ? messages.returnedSeveral : messages.returned)(destination, cause.answerStatus, said)
  if (cause !== null && !isWhole) return isExample ? messages.several(cause.message) : cause.message
  return <TextWithTimestamps text={reason} />
}
