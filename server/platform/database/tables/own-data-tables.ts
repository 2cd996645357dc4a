/** The rows of files with somebody's data and of requests to be deleted, as `tables.ts` has the others. */

import type { ColumnType, Generated } from 'kysely'
import type { DeletionState } from '#contract/account/own-data.lifecycle.ts'
import type { DataFileState } from '#contract/kit/files/data-file.lifecycle.ts'
import type { Sealed } from '../../security/vault.ts'

/** The rows of Web Push, as `tables.ts` has the others. */

/** Written as JSON text, read back parsed. */
type SealedText = ColumnType<Sealed, string, string>

type PushTables = {
  push_keys: { id: number; public_key: string; private_key: SealedText }
  push_subscriptions: {
    id: string
    company_id: string
    user_id: string
    session_id: string
    endpoint: string
    public_key: string
    auth: SealedText
    browser: string
    created_at: ColumnType<Date, Date | string | undefined, Date | string>
  }
}

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
