/** The rows of files with somebody's data and of requests to be deleted, as `tables.ts` has the others. */

import type { ColumnType, Generated } from 'kysely'
import type { DeletionState } from '#contract/account/own-data.lifecycle.ts'
import type { DataFileState } from '#contract/kit/files/data-file.lifecycle.ts'
import type { PushTables } from './push-tables.ts'

type Time = ColumnType<Date, Date | string, Date | string>
type Now = ColumnType<Date, Date | string | undefined, Date | string>

export type OwnDataTables = PushTables & {
  data_files: {
    id: string
    company_id: string
    user_id: string
    status: Generated<DataFileState>
    status_since: Now
    attempts: Generated<number>
    lease_until: Time | null
    content: Buffer | null
    bytes: number | null
    expires_at: Time | null
    requested_at: Now
  }
  deletion_requests: {
    id: string
    company_id: string
    user_id: string
    heir_id: string | null
    status: Generated<DeletionState>
    status_since: Now
    due_at: Time
    requested_at: Now
  }
}
