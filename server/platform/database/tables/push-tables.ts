/** The rows of Web Push, as `tables.ts` has the others. */
import type { ColumnType } from 'kysely'
import type { Sealed } from '../../security/vault.ts'

/** Written as JSON text, read back parsed. */
type SealedText = ColumnType<Sealed, string, string>

export type PushTables = {
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
