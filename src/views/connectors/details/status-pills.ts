/** Where a connector stands, in a look and a word. */
import type { ConnectorStatus } from '#contract/connectors/details/connector.ts'
import type { PillLook } from '../../kit/feedback/StatusPill.tsx'
import { connectorStatusMessages } from './connector-status.messages.ts'

export type PillContent = { readonly look: PillLook; readonly word: string }

const { status } = connectorStatusMessages

export const statusPills = {
  Draft: { look: 'draft', word: status.Draft },
  Deploying: { look: 'working', word: status.Deploying },
  Active: { look: 'on', word: status.Active },
  Pause: { look: 'held', word: status.Pause },
  Failed: { look: 'bad', word: status.Failed },
} as const satisfies Record<ConnectorStatus, PillContent>
