/** The rows of companies that sign in with their own identity provider, as `tables.ts` has the others. */
import type { ColumnType } from 'kysely'
import type { SsoStatus } from '#contract/auth/sso/sso.lifecycle.ts'
import type { SsoTest } from '#contract/auth/sso/sso.ts'
import type { DomainCheck } from '#contract/auth/sso/sso-domains.ts'

type Time = ColumnType<Date, Date | string, Date | string>
type Now = ColumnType<Date, Date | string | undefined, Date | string>

/** Written as JSON text, read back parsed. */
type Json<T> = ColumnType<T, string, string>

export type SsoTables = {
  sso_connections: {
    company_id: string
    revision: number
    value: Json<unknown>
    status: SsoStatus
    last_test: Json<SsoTest> | null
    updated_by: string | null
    updated_at: Now
    certificate: string | null
    key_id: string | null
    ciphertext: string | null
    unverified_at: Time | null
    unverified_notice_at: Time | null
    announced_certificates: ColumnType<string[], string[] | undefined, string[]>
  }
  sso_assertions: {
    company_id: string
    hash: string
    expires_at: Time
  }
  sso_domains: {
    id: string
    company_id: string
    domain: string
    token: string
    created_at: Now
    checked_at: Time | null
    outcome: DomainCheck | null
    verified_at: Time | null
  }
}
