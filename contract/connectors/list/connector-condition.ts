/** How a connector does in one word: its status where it does not run, its health where it does. What the list is filtered and sorted by. */
import type { ConnectorState } from '../details/connector.lifecycle.ts'
import type { HealthLevel } from '../details/health.ts'
import type { Waiting } from '../runs/run-waiting.ts'

/** First what may need somebody. `waiting`: a run is open whose system takes nothing just now. `running`: a run is open, and no earlier one says how it does. */
export const conditions = [
  ...(['failing', 'degraded', 'waiting', 'deploying', 'running'] as const),
  ...(['noRecentData', 'healthy', 'paused', 'draft'] as const),
] as const
export type Condition = (typeof conditions)[number]

/** Conditions that a person should look at. */
export const troubled = ['failing', 'degraded', 'waiting'] as const satisfies readonly Condition[]

/** Connectors that the dashboard names as needing attention, at most. */
export const attentionMax = 5

const ofStatus = { Draft: 'draft', Deploying: 'deploying', Pause: 'paused', Failed: 'failing' } as const satisfies Record<
  Exclude<ConnectorState, 'Active'>,
  Condition
>

/**
 * @param level of the connector's health; it counts only while the connector is active.
 * @param isRunning whether a run is open.
 * @param waiting of its open run, where it has one: what waits has not failed, so the health of earlier runs says nothing of now.
 */
export const conditionOf = (
  status: ConnectorState,
  level: HealthLevel,
  waiting: Pick<Waiting, 'kind'> | null = null,
  isRunning = false,
): Condition => {
  if (status !== 'Active') return ofStatus[status]
  if (waiting?.kind === 'away') return 'waiting'
  return level === 'noRecentData' && isRunning ? 'running' : level
}
