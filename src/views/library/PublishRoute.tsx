import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { ConnectorListItem } from '#contract/connectors/details/connector.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { PlainLink } from '#src/views/kit/controls/Link.tsx'
import type { ListActor } from '../../machines/kit/list.machine.ts'
import type { PublicationActor } from '../../machines/library/publication.machine.ts'
import { selectTemplateId } from '../../machines/library/publication.machine.ts'
import { nothingWritten } from '../../machines/library/written.ts'
import { connectorListMachine } from '../../services/connectors/list/connector-list.actors.ts'
import { livePublicationMachine, restorePublication } from '../../services/library/template.actors.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { Card, Hint } from '../kit/layout/blocks.ts'
import { ListFrame } from '../kit/layout/ListFrame.tsx'
import { PageFrame } from '../kit/layout/PageFrame.tsx'
import { useContextOf } from '../kit/use-snapshot.ts'
import { Preview } from './PreviewSection.tsx'
import { PublicationFields } from './PublicationFields.tsx'
import { PublicationForm } from './PublicationForm.tsx'
import { firstStep, NextStep, type PublishStep, PublishSteps } from './PublishSteps.tsx'
import { templateMessages } from './template.messages.ts'

const messages = templateMessages.publish

type PublishRouteProps = {
  readonly userId: string
  readonly step: PublishStep
  readonly title: string
}

/** One step of publishing a connector. What was chosen and written is kept in the tab, and so stays from step to step. */
export function PublishRoute({ userId, step, title }: PublishRouteProps) {
  const access = useAccess()
  const kept = useMemo(() => restorePublication({ own: null, connectorId: null, written: nothingWritten }), [])
  const actor = useMachine(() => livePublicationMachine(access), [access], kept)
  const connectors = useMachine(() => connectorListMachine(access), [access], { query: { userId } })
  const isPublished = useSelector(actor, (snapshot) => selectTemplateId(snapshot) !== null)
  return (
    <PageFrame title={title}>
      <PublishSteps at={step} />
      {step === 'profile' ? (
        <Profile actor={actor} connectors={connectors} />
      ) : (
        <Part actor={actor} step={step} isPublished={isPublished} />
      )}
      {step === 'publish' ? <Form actor={actor} connectors={connectors} /> : null}
      <p>
        <NextStep after={step} />
      </p>
    </PageFrame>
  )
}

type OfBoth = { readonly actor: PublicationActor; readonly connectors: ListActor }

const none = <EmptyState title={messages.noConnectors}>{messages.noConnectorsText}</EmptyState>

function Profile({ actor, connectors }: OfBoth) {
  return (
    <ListFrame<ConnectorListItem> actor={connectors} name={messages.connectors} isBare empty={none}>
      {({ items }) => (
        <Card>
          <PublicationFields actor={actor} connectors={items} />
          <Hint>{messages.stays}</Hint>
        </Card>
      )}
    </ListFrame>
  )
}

function Form({ actor, connectors }: OfBoth) {
  return (
    <ListFrame<ConnectorListItem> actor={connectors} name={messages.connectors} isBare empty={none}>
      {({ items }) => <PublicationForm actor={actor} connectors={items} />}
    </ListFrame>
  )
}

type PartProps = {
  readonly actor: PublicationActor
  readonly step: Exclude<PublishStep, 'profile'>
  readonly isPublished: boolean
}

function Part({ actor, step, isPublished }: PartProps) {
  const connectorId = useContextOf(actor, 'connectorId')
  if (isPublished) return null
  if (connectorId === null)
    return (
      <EmptyState title={messages.noneChosen}>
        {messages.noneChosenText}
        <PlainLink href={firstStep}>{messages.toChoice}</PlainLink>
      </EmptyState>
    )
  return <Preview key={connectorId} connectorId={connectorId} part={step === 'publish' ? 'all' : step} />
}
