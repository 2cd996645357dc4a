import { useSelector } from '@xstate/react'
import { lazy, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { sentAgainText } from '#contract/connectors/config/delivery-keys.ts'
import type { LiveConnector } from '#contract/connectors/details/live.graphql.ts'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import { runDisplayOf } from '#contract/connectors/runs/run-display.ts'
import { selectConnector, selectStage } from '#src/machines/connectors/details/connector.machine.ts'
import { isAsRead } from '#src/machines/connectors/details/live.machine.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { selectCanRefresh, selectPage, selectProblem } from '#src/machines/kit/list.machine.ts'
import { connectorReadingMachine, liveConnectorMachine } from '#src/services/connectors/details/connector.actors.ts'
import { movesOf } from '#src/services/connectors/triggers/watch-moves.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { Redirect } from '#src/views/kit/Redirect.tsx'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { LazySection } from '../../kit/LazySection.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { Age } from '../../kit/layout/ListParts.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { useIsBusy } from '../../kit/use-snapshot.ts'
import { RunPanel } from '../runs/page/RunPanel.tsx'
import { StopRunMount } from '../runs/page/StopRunMount.tsx'
import { DetailsTabsSection, type DrawRetry } from './DetailsTabsSection.tsx'
import { detailsMessages as messages } from './details.messages.ts'
import { tabNamed } from './details-tab.ts'
import { destinationOf, nounOf, placeOf } from './flow/steps.ts'
import { ConnectorBadges } from './head/ConnectorBadges.tsx'
import { ConnectorBanner } from './head/ConnectorBanner.tsx'
import { ConnectorButtons } from './head/ConnectorButtons.tsx'
import { ConnectorNotices } from './head/ConnectorNotices.tsx'
import { ConnectorSub } from './head/ConnectorSub.tsx'
import { DuplicateEntry } from './head/DuplicateEntry.tsx'
import { DuplicationNotice } from './head/DuplicationNotice.tsx'
import { useDuplication } from './head/use-duplication.ts'
import { LiveReadingMount } from './LiveReadingMount.tsx'

/** Only while one is under way. */
const DeploymentProgress = lazy(async () => ({
  default: (await import('../deployments/DeploymentProgress.tsx')).DeploymentProgress,
}))

/** `drawExport`: takes a connector out as a file, by its id. */
type DrawExport = (connectorId: string) => ReactNode
type DetailsRouteProps = {
  /** Who looks. */
  readonly userId: string
  readonly connectorId: string
  readonly drawExport: DrawExport
  readonly drawRetry: DrawRetry
}

/** An address that is no id is one of no connector. */
const missing: readonly string[] = ['connector/not-found', 'request/malformed']

const above = [{ label: messages.dashboard, href: '/dashboard' }]

export function DetailsRoute({ userId, connectorId, drawExport, drawRetry }: DetailsRouteProps) {
  const access = useAccess()
  const actor = useMachine(() => connectorReadingMachine(access), [access], { query: { connectorId } })
  const page = useSelector(actor, selectPage<ConnectorReading>)
  const problem = useSelector(actor, selectProblem)
  const [reading] = page?.items ?? []
  if (missing.includes(problem?.code ?? ''))
    return (
      <PageFrame title={messages.notFound} above={above} actions={<PlainLink href="/dashboard">{messages.all}</PlainLink>}>
        <p>{messages.gone}</p>
      </PageFrame>
    )
  if (page === null || reading === undefined)
    return (
      <PageFrame title={messages.untitled} above={above}>
        <ListFrame<ConnectorReading>
          actor={actor}
          name={messages.name}
          isBare
          empty={<EmptyState title={messages.none}>{messages.mayBeDeleted}</EmptyState>}
        >
          {() => null}
        </ListFrame>
      </PageFrame>
    )
  return (
    <Details
      key={connectorId}
      userId={userId}
      page={actor}
      reading={reading}
      readAt={page.readAt}
      isStale={problem !== null}
      drawExport={drawExport}
      drawRetry={drawRetry}
    />
  )
}

type DetailsProps = {
  readonly userId: string
  /** Reads the page anew. */
  readonly page: ListActor
  readonly reading: ConnectorReading
  /** When the server said so, ISO 8601. */
  readonly readAt: string
  /** The newest try to read it failed. */
  readonly isStale: boolean
  readonly drawExport: DrawExport
  readonly drawRetry: DrawRetry
}

function Details({ userId, page, reading, readAt, isStale, drawExport, drawRetry }: DetailsProps) {
  const access = useAccess()
  const { details, newestRun } = reading
  const connectorId = details._id
  const { read } = usePlace()
  const tab = tabNamed(read('tab'))
  const actor = useMachine(() => liveConnectorMachine(access), [access], { connector: details.connector, readAt })
  const isDeleted = useSelector(actor, (snapshot) => selectStage(snapshot) === 'deleted')
  const status = useSelector(actor, (snapshot) => selectConnector(snapshot).status)
  const duplication = useDuplication(access)
  const isHook = details.trigger.type === 'webhook'
  const isRunOpen = newestRun !== null && newestRun.endedAt === null
  const isBusy = useIsBusy(actor)
  const wasBusy = useRef(isBusy)
  useEffect(() => {
    if (wasBusy.current && !isBusy) readAgain(page)
    wasBusy.current = isBusy
  }, [isBusy, page])
  useEffect(() => {
    if (!isRunOpen) actor.send({ type: 'run.ended' })
  }, [isRunOpen, actor])
  // Sooner than either of them looks by itself.
  const wasTold = useRef(false)
  const hear = useCallback(
    (told: LiveConnector | null) => {
      const [read] = selectPage<ConnectorReading>(page.getSnapshot())?.items ?? []
      const isKnown = !wasTold.current && told !== null && read !== undefined && isAsRead(told, read)
      wasTold.current = true
      if (!isKnown) readAgain(page)
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
    <PageFrame
      title={details.name}
      above={above}
      badges={<ConnectorBadges actor={actor} health={details.health} run={newestRun} />}
      sub={
        <>
          <ConnectorSub of={details} run={newestRun} />
          <LiveReadingMount connectorId={connectorId} onReading={hear} />
        </>
      }
      actions={
        <ConnectorButtons
          actor={actor}
          isRunOpen={isRunOpen}
          isHook={isHook}
          isChanged={details.undeployedChanges.length > 0}
          warnings={details.draftWarnings ?? []}
          more={<DuplicateEntry actor={duplication} connectorId={connectorId} />}
          ofRun={isRunOpen ? <StopRunMount key={newestRun.runId} run={newestRun} page={page} /> : null}
        />
      }
    >
      <DuplicationNotice actor={duplication} />
      {isStale ? <Age readAt={readAt} /> : null}
      <ConnectorNotices
        actor={actor}
        isRunOpen={isRunOpen}
        drawDeployment={(deployment) => (
          <LazySection>
            <DeploymentProgress actor={deployment} />
          </LazySection>
        )}
      />
      <SentAgain reading={reading} isShown={status === 'Active' && !isRunOpen && tab === 'overview'} />
      {newestRun !== null &&
      runDisplayOf(newestRun) !== 'ended' &&
      (tab === 'overview' || (tab === 'problems' && newestRun.waiting)) ? (
        <RunPanel
          run={newestRun}
          systems={systemsOf(details)}
          noun={nounOf(details)}
          queuedBefore={reading.queuedBefore}
          isLinked
        />
      ) : null}
      {tab === 'overview' && (!isRunOpen || details.failedDeployment !== null) ? (
        <ConnectorBanner actor={actor} reading={reading} />
      ) : null}
      <DetailsTabsSection
        userId={userId}
        actor={actor}
        reading={reading}
        status={status}
        isRunOpen={isRunOpen}
        newest={page}
        watchMoves={watchMoves}
        exporting={drawExport(connectorId)}
        drawRetry={drawRetry}
      />
    </PageFrame>
  )
}

/** What Run now does with records that were delivered before. */
function SentAgain({ reading, isShown }: { readonly reading: ConnectorReading; readonly isShown: boolean }) {
  const { details, newestRun, records } = reading
  const hasDelivered = records.delivered > 0 || (newestRun?.recordsDelivered ?? 0) > 0
  if (!isShown || !hasDelivered) return null
  const { trigger, sourceConfiguration: source, destinationConfiguration: destination } = details
  const text = sentAgainText({ trigger, source, destination }, 'The next run')
  return text === null ? null : <Hint>{text}</Hint>
}

/** Also when it is being read just now: what is on its way may be older than what happened. */
const readAgain = (page: ListActor) =>
  page.send({ type: selectCanRefresh(page.getSnapshot()) ? 'user.refreshed' : 'records.moved' })

function systemsOf(details: ConnectorReading['details']) {
  const { system, several } = destinationOf(details)
  const [first, ...others] = several
  return {
    source: placeOf(details.sourceConfiguration, details.trigger.type === 'webhook').system,
    destination:
      first === undefined
        ? system
        : [first.name, ...(others.length === 0 ? [] : [messages.sub.andMore(others.length)])].join(' '),
  }
}

function Deleted({ name }: { readonly name: string }) {
  useEffect(() => {
    toast(messages.deleted(name))
  }, [name])
  return <Redirect to="/dashboard" />
}
