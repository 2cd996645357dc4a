/** The rows of companies that sign in with their own identity provider, as `tables.ts` has the others. */
import type { ColumnType } from 'kysely'
import type { DomainCheck } from '#contract/auth/sso/sso-domains.ts'

type Time = ColumnType<Date, Date | string, Date | string>
type Now = ColumnType<Date, Date | string | undefined, Date | string>

export type SsoTables = {
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
