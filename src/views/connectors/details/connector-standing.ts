/** What the panel of a connector shows, in a look and a word. */
import type { ConnectorStage } from '#src/machines/connectors/details/connector.selectors.ts'
import { connectorWords } from './connector.messages.ts'
import { type Standing, statusWords } from './status-words.ts'

const { stage, blocked } = connectorWords

/** A stage of the panel; while a person is asked to confirm, the connector stands where the server has it. */
export const stageWords = {
  opening: { look: 'waiting', word: stage.opening },
  draft: statusWords.Draft,
  deploying: { look: 'working', word: stage.deploying },
  active: statusWords.Active,
  starting: { look: 'working', word: stage.starting },
  pausing: { look: 'working', word: stage.pausing },
  paused: statusWords.Pause,
  resuming: { look: 'working', word: stage.resuming },
  failed: statusWords.Failed,
  confirming: null,
  deleting: { look: 'working', word: stage.deleting },
  deleted: { look: 'stopped', word: stage.deleted },
} as const satisfies Record<ConnectorStage, Standing | null>

/** Why some of the buttons cannot be pressed. */
export const blockedWords = {
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
