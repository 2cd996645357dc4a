/** Where a connector stands, in a look and a word. */
import type { ConnectorStatus } from '#contract/connectors/details/connector.ts'
import type { PillLook } from '../../kit/feedback/StatusPill.tsx'
import { connectorStatusWords } from './connector-status.messages.ts'

export type Standing = { readonly look: PillLook; readonly word: string }

const { status } = connectorStatusWords

export const statusWords = {
  Draft: { look: 'draft', word: status.Draft },
  Deploying: { look: 'working', word: status.Deploying },
  Active: { look: 'on', word: status.Active },
  Pause: { look: 'held', word: status.Pause },
  Failed: { look: 'bad', word: status.Failed },
} as const satisfies Record<ConnectorStatus, Standing>
