/** The rows of causes, as `tables.ts` has the others. See `0032-causes.sql`. */
import type { ColumnType, Generated } from 'kysely'

import type { CauseState } from '#contract/connectors/problems/cause.lifecycle.ts'

export type CauseTables = {
  causes: {
    company_id: string
    connector_id: string
    id: string
    state: CauseState
    assignee_id: string | null
    seen_at: ColumnType<Date, Date | string, Date | string>
    changed_by: string
    changed_at: Generated<Date>
  }
}
