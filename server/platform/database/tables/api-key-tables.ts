/** The rows of API keys and of blocked addresses, as `tables.ts` has the others. */
import type { ColumnType, Generated } from 'kysely'
import type { Scope } from '#contract/kit/scopes.ts'
import type { ApiKeyForm } from '#contract/settings/api-keys.ts'

type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>

export type ApiKeyTables = {
  api_keys: {
    id: string
    company_id: string
    owner_id: string
    name: string
    description: string
    prefix: string
    hash: Buffer
    previous_hash: Buffer | null
    previous_until: Time | null
    enabled: boolean
    expires_at: Time | null
    scopes: Scope[]
    rates: Json<ApiKeyForm['rateLimiting']>
    addresses: Json<ApiKeyForm['ipRestrictions']>
    revision: Generated<number>
    created_at: ColumnType<Date, Date | undefined, never>
    last_used_at: Time | null
    last_used_from: string | null
  }
  api_key_calls: {
    key_id: string
    minute_at: Time
    minute_calls: number
    hour_at: Time
    hour_calls: number
    day_at: Time
    day_calls: number
  }
  company_key_calls: {
    company_id: string
    minute_at: Time
    minute_calls: number
    hour_at: Time
    hour_calls: number
  }
  blocked_addresses: {
    company_id: string
    address: string
    calls: Generated<number>
    first_at: ColumnType<Date, undefined, never>
    last_at: ColumnType<Date, undefined, Date>
    refused: boolean
    last_user: string | null
    last_was_event: Generated<boolean>
    noticed_at: Date | null
  }
}
