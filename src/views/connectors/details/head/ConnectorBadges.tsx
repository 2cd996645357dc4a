import { useSelector } from '@xstate/react'

import type { Health } from '#contract/connectors/details/health.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import type { ConnectorActor } from '#src/machines/connectors/details/connector.machine.ts'
import { selectConnector, selectStage } from '#src/machines/connectors/details/connector.machine.ts'
import { StatusPill } from '#src/views/kit/feedback/StatusPill.tsx'
import { textWithTimes } from '#src/views/kit/text/TextWithTimestamps.tsx'
import { pillOfRun } from '../../runs/run-status.ts'
import { stagePills } from '../connector-status.ts'
import { pillOfHealth } from '../health-pill.ts'
import { statusPills } from '../status-pills.ts'

type ConnectorBadgesProps = {
  readonly actor: ConnectorActor
  /** How well it works, when the page was read. */
  readonly health?: Health
  /** The newest run, when the page was read: while it is open it says more than the runs before it. */
  readonly run?: Run | null
}

/** Where a connector stands, and how well it works while it runs. */
export function ConnectorBadges({ actor, health, run = null }: ConnectorBadgesProps) {
  const stage = useSelector(actor, selectStage)
  const { status } = useSelector(actor, selectConnector)
  const { look, word } = stagePills[stage] ?? statusPills[status]
  return (
    <>
      <span role="status">
        <StatusPill look={look} word={word} />
      </span>
      {status !== 'Active' ? null : run !== null && run.endedAt === null ? (
        <StatusPill {...pillOfRun(run)} />
      ) : health === undefined ? null : (
        <span title={textWithTimes(health.reason)}>
          <StatusPill {...pillOfHealth(health.level)} />
        </span>
      )}
    </>
  )
}
