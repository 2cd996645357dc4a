/** How well a connector works, in a look and a word. */
import type { HealthLevel } from '#contract/connectors/details/health.ts'
import type { PillLook } from '../../kit/feedback/StatusPill.tsx'
import { connectorStatusMessages } from './connector-status.messages.ts'

const looks = { healthy: 'good', degraded: 'late', failing: 'bad', noRecentData: 'draft' } as const satisfies Record<
  HealthLevel,
  PillLook
>

export const pillOfHealth = (level: HealthLevel) => ({ look: looks[level], word: connectorStatusMessages.health[level] })
