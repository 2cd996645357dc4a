import { useSelector } from '@xstate/react'
import { RotateCcw } from 'lucide-react'

import type { RunReport } from '#contract/connectors/runs/run-report.ts'
import { selectPage, selectProblem } from '#src/machines/kit/list.machine.ts'
import { runReportMachine } from '#src/services/connectors/runs/run-page.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '#src/views/kit/actors/use-machine.ts'
import { LinkButton } from '#src/views/kit/controls/LinkButton.tsx'
import { StatusPill } from '#src/views/kit/feedback/StatusPill.tsx'
import { ListFrame } from '#src/views/kit/layout/ListFrame.tsx'
import { PageFrame } from '#src/views/kit/layout/PageFrame.tsx'
import { Moment } from '#src/views/kit/text/Moment.tsx'
import { Sentence } from '#src/views/kit/text/Sentence.tsx'
import { ShortId } from '#src/views/kit/text/ShortId.tsx'
import { runMessages } from '../run.messages.ts'
import { replayOfRun, transactionsOfRun } from '../run-links.ts'
import { pillOfRun } from '../run-status.ts'
import { RunView } from './RunView.tsx'
import { StopRunMount } from './StopRunMount.tsx'

const messages = runMessages.page

/** An address that is no id is one of no run. */
const missing: readonly string[] = ['connector/not-found', 'run/not-found', 'request/malformed']

type RunRouteProps = { readonly connectorId: string; readonly runId: string }

/** One run: what it read, what became of it, how long it took, and what can be done about what it lost. */
export function RunRoute({ connectorId, runId }: RunRouteProps) {
  const access = useAccess()
  const actor = useMachine(() => runReportMachine(access), [access], { query: { connectorId, runId } })
  const [report] = useSelector(actor, selectPage<RunReport>)?.items ?? []
  const isMissing = useSelector(actor, (snapshot) => missing.includes(selectProblem(snapshot)?.code ?? ''))
  const dashboard = { label: messages.dashboard, href: '/dashboard' }
  if (isMissing)
    return (
      <PageFrame title={messages.notFound} above={[dashboard]}>
        <p>{messages.gone}</p>
      </PageFrame>
    )
  const above = [dashboard, { label: report?.connector.name ?? messages.connector, href: `/details/${connectorId}` }]
  const { run } = report ?? {}
  // What arrived since needs no second try.
  const lost = report?.problems.reduce((sum, { failed, unknown, arrived }) => sum + failed + unknown - arrived, 0) ?? 0
  return (
    <PageFrame
      // Another head: what comes takes the place of what was there, and moves nothing.
      key={run === undefined ? 'waiting' : 'read'}
      title={messages.title}
      above={above}
      badges={
        run === undefined ? undefined : (
          <span role="status">
            <StatusPill {...pillOfRun(run)} />
          </span>
        )
      }
      sub={
        run === undefined ? undefined : (
          <>
            <span>
              <Sentence of={messages.started} parts={{ at: <Moment at={run.startedAt ?? report?.queuedAt ?? null} /> }} />
            </span>
            <span aria-hidden="true">·</span>
            <span>{report?.startedBy ?? runMessages.startedBy[run.trigger]}</span>
            <span aria-hidden="true">·</span>
            <span>{messages.version(run.version)}</span>
            <span aria-hidden="true">·</span>
            <ShortId id={run.runId} of="run" />
          </>
        )
      }
      actions={
        run === undefined ? undefined : (
          <>
            <LinkButton $isQuiet href={transactionsOfRun(connectorId, runId)}>
              {messages.transactions}
            </LinkButton>
            {run.endedAt === null ? <StopRunMount run={run} page={actor} /> : null}
            {run.endedAt === null || lost === 0 ? null : (
              <LinkButton href={replayOfRun(connectorId, runId)}>
                <RotateCcw aria-hidden="true" />
                {messages.retry(lost)}
              </LinkButton>
            )}
          </>
        )
      }
    >
      <ListFrame<RunReport> actor={actor} name={messages.name} isBare empty={null}>
        {({ items }) => items.map((it) => <RunView key={it.run.runId} report={it} />)}
      </ListFrame>
    </PageFrame>
  )
}
