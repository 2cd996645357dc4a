/** How well a connector works, in a look and a word. */
import type { HealthLevel } from '../../../contract/health.ts'
import { connectorStatusWords } from '../../words/connector-status.ts'
import type { PillLook } from '../parts/StatusPill.tsx'

const looks = { healthy: 'good', degraded: 'late', failing: 'bad', noRecentData: 'draft' } as const satisfies Record<
  HealthLevel,
  PillLook
>

export const pillOfHealth = (level: HealthLevel) => ({ look: looks[level], word: connectorStatusWords.health[level] })
