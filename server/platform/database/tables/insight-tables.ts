/** The rows of findings that were dismissed, as `tables.ts` has the others. See `0111-insights.sql`. */
import type { Generated } from 'kysely'

import type { DismissReason } from '#contract/studio/insights.ts'

export type InsightTables = {
  insight_dismissals: {
    company_id: string
    connector_id: string
    id: string
    reason: DismissReason
    dismissed_by: string
    dismissed_at: Generated<Date>
  }
}
