/** How a connector does in one word: its status where it does not run, its health where it does. What the list is filtered and sorted by. */
import type { ConnectorState } from '../details/connector.lifecycle.ts'
import type { HealthLevel } from '../details/health.ts'

/** First what may need somebody. */
export const conditions = ['failing', 'degraded', 'deploying', 'noRecentData', 'healthy', 'paused', 'draft'] as const
export type Condition = (typeof conditions)[number]

/** Conditions that a person should look at. */
export const troubled = ['failing', 'degraded'] as const satisfies readonly Condition[]

/** Connectors that the dashboard names as needing attention, at most. */
export const attentionMax = 5

const ofStatus = { Draft: 'draft', Deploying: 'deploying', Pause: 'paused', Failed: 'failing' } as const satisfies Record<
  Exclude<ConnectorState, 'Active'>,
  Condition
>

/** @param level of the connector's health; it counts only while the connector is active. */
export const conditionOf = (status: ConnectorState, level: HealthLevel): Condition =>
  status === 'Active' ? level : ofStatus[status]
