/** The rows of provisioning by SCIM, as `tables.ts` has the others. */
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type Now = ColumnType<Date, Date | string | undefined, Date | string>

export type ScimTables = {
  scim_tokens: {
    company_id: string
    hash: Buffer
    prefix: string
    previous_hash: Buffer | null
    previous_until: Time | null
    created_by: string
    created_at: Now
    last_used_at: Time | null
    last_used_from: string | null
  }
  scim_people: {
    user_id: string
    company_id: string
    external_id: string | null
    deleted_at: Time | null
    role_given: Generated<boolean>
    created_at: Now
  }
  scim_groups: {
    id: string
    company_id: string
    name: string
    external_id: string | null
    role: 'ADMIN' | 'USER' | null
    created_at: Now
    updated_at: Now
  }
  scim_members: { group_id: string; user_id: string; company_id: string }
}
