/** What the panel of a connector shows, in a look and a word. */
import type { ConnectorStage } from '#src/machines/connectors/details/connector.machine.ts'
import { connectorMessages } from './connector.messages.ts'
import { type PillContent, statusPills } from './status-pills.ts'

const { stage, blocked } = connectorMessages

/** A stage of the panel; while a person is asked to confirm, the connector stands where the server has it. */
export const stagePills = {
  opening: { look: 'waiting', word: stage.opening },
  draft: statusPills.Draft,
  deploying: { look: 'working', word: stage.deploying },
  active: statusPills.Active,
  starting: { look: 'working', word: stage.starting },
  pausing: { look: 'working', word: stage.pausing },
  paused: statusPills.Pause,
  resuming: { look: 'working', word: stage.resuming },
  failed: statusPills.Failed,
  confirming: null,
  deleting: { look: 'working', word: stage.deleting },
  deleted: { look: 'stopped', word: stage.deleted },
} as const satisfies Record<ConnectorStage, PillContent | null>

/** Why some of the buttons cannot be pressed. */
export const blockedReasons = {
  opening: null,
  draft: blocked.draft,
  deploying: blocked.deploying,
  active: null,
  starting: blocked.starting,
  pausing: blocked.pausing,
  paused: blocked.paused,
  resuming: blocked.resuming,
  failed: blocked.failed,
  confirming: null,
  deleting: blocked.deleting,
  deleted: blocked.deleted,
} as const satisfies Record<ConnectorStage, string | null>
