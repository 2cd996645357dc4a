/** Where a connector stands, in a look and a word. */
import type { ConnectorStatus } from '../../../contract/connector.ts'
import type { ConnectorStage } from '../../machines/connector/connector.selectors.ts'
import type { PillLook } from '../parts/StatusPill.tsx'

type Words = { readonly look: PillLook; readonly word: string }

export const statusWords = {
  Draft: { look: 'draft', word: 'Draft' },
  Deploying: { look: 'working', word: 'Deploying' },
  Active: { look: 'good', word: 'Active' },
  Pause: { look: 'held', word: 'Paused' },
  Failed: { look: 'bad', word: 'Failed' },
} as const satisfies Record<ConnectorStatus, Words>

/** A stage of the panel; while a person is asked to confirm, the connector stands where the server has it. */
export const stageWords = {
  opening: { look: 'waiting', word: 'Opening…' },
  draft: statusWords.Draft,
  deploying: { look: 'working', word: 'Deploying…' },
  active: statusWords.Active,
  starting: { look: 'working', word: 'Starting a run…' },
  pausing: { look: 'working', word: 'Pausing…' },
  paused: statusWords.Pause,
  resuming: { look: 'working', word: 'Resuming…' },
  failed: statusWords.Failed,
  confirming: null,
  deleting: { look: 'working', word: 'Deleting…' },
  deleted: { look: 'stopped', word: 'Deleted' },
} as const satisfies Record<ConnectorStage, Words | null>

/** Why some of the buttons cannot be pressed. */
export const blockedWords = {
  opening: null,
  draft: 'Deploy it first; then it can run and be paused.',
  deploying: 'Wait until the deployment has ended.',
  active: null,
  starting: 'Wait until the run has started.',
  pausing: 'Wait until it is paused.',
  paused: 'Resume it to run it.',
  resuming: 'Wait until it has resumed.',
  failed: 'Deploy it again; then it can run and be paused.',
  confirming: null,
  deleting: 'It is being deleted.',
  deleted: 'It is deleted.',
} as const satisfies Record<ConnectorStage, string | null>

export const runUnderWay = 'A run is under way. It can run again when that has ended.'
