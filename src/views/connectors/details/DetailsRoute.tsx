import { useActorRef, useSelector } from '@xstate/react'
import { lazy, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import styled from 'styled-components'
import { Link, Redirect } from 'wouter'

import type { LiveConnector } from '#contract/connectors/details/live.graphql.ts'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import { selectConnector, selectIsBusy, selectStage } from '#src/machines/connectors/details/connector.selectors.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { selectPage, selectProblem } from '#src/machines/kit/list.selectors.ts'
import { connectorReadingMachine, liveConnectorMachine } from '#src/services/connectors/details/connector.actors.ts'
import { movesOf } from '#src/services/connectors/triggers/watch-moves.ts'
import type { Access } from '#src/services/kit/api-client.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { space } from '#src/theme/theme.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { LazySection } from '../../kit/LazySection.tsx'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { DeploymentProgress } from '../deployments/DeploymentProgress.tsx'
import { NewestRun } from '../runs/NewestRun.tsx'
import { ConnectorPanel } from './ConnectorPanel.tsx'
import { connectorMessages } from './connector.messages.ts'
import { DetailsTabsSection } from './DetailsTabsSection.tsx'
import { detailsMessages as messages } from './details.messages.ts'
import { FlowDiagram } from './FlowDiagram.tsx'
import { LiveReadingMount } from './LiveReadingMount.tsx'
import { RouteCard } from './RouteCard.tsx'

/** `drawExport`: what leads on from a connector, by its id. */
type DrawExport = (connectorId: string) => ReactNode
type DetailsRouteProps = { readonly access: Access; readonly connectorId: string; readonly drawExport: DrawExport }

/** Loaded after the page, and below what is seen first: what comes later must not move what is read. */
const ConnectorAlarms = lazy(async () => ({ default: (await import('../../alerts/ConnectorAlarmsSection.tsx')).ConnectorAlarms }))
const HookMount = lazy(async () => ({ default: (await import('../triggers/HookMount.tsx')).HookMount }))
const CursorMount = lazy(async () => ({ default: (await import('../triggers/CursorMount.tsx')).CursorMount }))

/** An address that is no id is one of no connector. */
const missing: readonly string[] = ['connector/not-found', 'request/malformed']

export function DetailsRoute({ access, connectorId, drawExport }: DetailsRouteProps) {
  const machine = useMemo(() => connectorReadingMachine(access), [access])
  const actor = useActorRef(machine, { input: { query: { connectorId } }, inspect })
  const page = useSelector(actor, selectPage<ConnectorReading>)
  const isMissing = useSelector(actor, (snapshot) => missing.includes(selectProblem(snapshot)?.code ?? ''))
  if (isMissing)
    return (
      <PageFrame title={messages.notFound} actions={<Link href="/dashboard">{messages.all}</Link>}>
        <p>{messages.gone}</p>
      </PageFrame>
    )

  return (
    <PageFrame
      title={page?.items[0]?.details.name ?? messages.untitled}
      actions={
        <>
          <Link href={`/details/${connectorId}/studio`}>{messages.studio}</Link>
          <Link href="/dashboard">{messages.all}</Link>
        </>
      }
    >
      <ListFrame<ConnectorReading>
        actor={actor}
        name={messages.name}
        isBare
        empty={<EmptyState title={messages.none}>{messages.mayBeDeleted}</EmptyState>}
      >
        {({ items, readAt }) =>
          items.map((reading) => (
            <Details
              key={reading.details._id}
              access={access}
              page={actor}
              reading={reading}
              readAt={readAt}
              drawExport={drawExport}
            />
          ))
        }
      </ListFrame>
    </PageFrame>
  )
}

type DetailsProps = {
  readonly access: Access
  /** Reads the page anew. */
  readonly page: ListActor
  readonly reading: ConnectorReading
  /** When the server said so, ISO 8601. */
  readonly readAt: string
  readonly drawExport: DrawExport
}

function Details({ access, page, reading, readAt, drawExport }: DetailsProps) {
  const { details, newestRun } = reading
  const connectorId = details._id
  const connectorMachine = useMemo(() => liveConnectorMachine(access), [access])
  const actor = useActorRef(connectorMachine, { input: { connector: details.connector, readAt }, inspect })
  const isDeleted = useSelector(actor, (snapshot) => selectStage(snapshot) === 'deleted')
  const status = useSelector(actor, (snapshot) => selectConnector(snapshot).status)
  const isActive = status === 'Active'
  const isHook = details.trigger.type === 'webhook'
  const firstStep = isActive ? (isHook ? 'send' : 'run') : 'deploy'
  const isRunOpen = newestRun !== null && newestRun.endedAt === null
  const isBusy = useSelector(actor, selectIsBusy)
  const wasBusy = useRef(isBusy)
  useEffect(() => {
    if (wasBusy.current && !isBusy) page.send({ type: 'user.refreshed' })
    wasBusy.current = isBusy
  }, [isBusy, page])
  useEffect(() => {
    if (!isRunOpen) actor.send({ type: 'run.ended' })
  }, [isRunOpen, actor])
  // Sooner than either of them looks by itself.
  const hear = useCallback(
    (told: LiveConnector | null) => {
      page.send({ type: 'user.refreshed' })
      if (told === null) return
      const { id: _, newestRun: __, ...standing } = told
      const connector = { ...selectConnector(actor.getSnapshot()), ...standing }
      actor.send({ type: 'server.reported', connector, readAt: new Date().toISOString() })
    },
    [actor, page],
  )
  const watchMoves = useMemo(() => movesOf(actor, (snapshot) => selectConnector(snapshot).status), [actor])
  if (isDeleted) return <Deleted name={details.name} />

  return (
    <>
      {drawExport(connectorId)}
      <LiveReadingMount access={access} connectorId={connectorId} onReading={hear} />
      <RouteCard details={details} liveVersion={details.liveVersion} />
      <FlowDiagram reading={reading} isActive={isActive} status={connectorMessages.status[status]} />
      <Cards>
        <ConnectorPanel
          actor={actor}
          isRunOpen={isRunOpen}
          heldEvents={details.heldEvents}
          isHook={isHook}
          health={details.health}
          failedDeployment={details.failedDeployment}
          drawDeployment={(deployment) => <DeploymentProgress actor={deployment} />}
        />
        <NewestRun run={newestRun} firstStep={firstStep} />
      </Cards>
      {isHook ? (
        <LazySection>
          <HookMount access={access} connectorId={connectorId} watchMoves={watchMoves} />
        </LazySection>
      ) : null}
      <DetailsTabsSection access={access} connectorId={connectorId} firstStep={firstStep} newest={page} />
      {isHook ? null : (
        <LazySection>
          <CursorMount key={`${details.liveVersion} ${isRunOpen}`} access={access} connectorId={connectorId} />
        </LazySection>
      )}
      <LazySection>
        <ConnectorAlarms key={String(isActive)} access={access} connectorId={connectorId} />
      </LazySection>
    </>
  )
}

function Deleted({ name }: { readonly name: string }) {
  useEffect(() => {
    toast(messages.deleted(name))
  }, [name])
  return <Redirect to="/dashboard" />
}

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr));
  gap: ${space[16]};
`
