import { useSelector } from '@xstate/react'

import type { Health } from '#contract/connectors/details/health.ts'
import type { ConnectorActor } from '#src/machines/connectors/details/connector.machine.ts'
import { selectConnector, selectStage } from '#src/machines/connectors/details/connector.selectors.ts'
import { StatusPill } from '#src/views/kit/feedback/StatusPill.tsx'
import { stageMessages } from '../connector-status.ts'
import { pillOfHealth } from '../health-pill.ts'
import { statusMessages } from '../status-pills.ts'

type ConnectorBadgesProps = {
  readonly actor: ConnectorActor
  /** How well it works, when the page was read. */
  readonly health?: Health
}

/** Where a connector stands, and how well it works while it runs. */
export function ConnectorBadges({ actor, health }: ConnectorBadgesProps) {
  const stage = useSelector(actor, selectStage)
  const { status } = useSelector(actor, selectConnector)
  const { look, word } = stageMessages[stage] ?? statusMessages[status]
  return (
    <>
      <span role="status">
        <StatusPill look={look} word={word} />
      </span>
      {health === undefined || status !== 'Active' ? null : (
        <span title={health.reason}>
          <StatusPill {...pillOfHealth(health.level)} />
        </span>
      )}
    </>
  )
}
