/** What an identity provider changes: in one commit, recorded in it, and noticed by every process. */
import type { Kysely } from 'kysely'
import type { AuditAction } from '#contract/kit/audit-actions.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Access } from '#server/platform/security/access.ts'
import { holdCompany } from '../../auth/companies.repository.ts'
import { addAuditEvent } from '../../kit/audit-events.repository.ts'
import type { ScimClient } from './scim-tokens.repository.ts'

type Db = Kysely<Tables>

/** A call of an identity provider. */
export type ScimCall = {
  readonly client: ScimClient
  readonly ip: string
  /** Of `If-Match`: the version that a change is made of; undefined where it is not said. */
  readonly version?: string | undefined
}

type Target = { readonly type: 'member' | 'group'; readonly id: string }

export function createScimChanges({ db, access }: { readonly db: Db; readonly access: Pick<Access, 'forgetCompany'> }) {
  return {
    /** While nobody else changes anybody of the company. */
    async change<T>({ client }: ScimCall, work: (tx: Db) => Promise<T>): Promise<T> {
      const done = await inOneCommit(db, async (tx) => {
        await holdCompany(tx, client.companyId)
        return work(tx)
      })
      access.forgetCompany(client.companyId)
      return done
    },

    record: (tx: Db, { client, ip }: ScimCall, action: AuditAction, target: Target, before: unknown, after: unknown) =>
      addAuditEvent(tx, {
        ...{ companyId: client.companyId, action, actor: { kind: 'system', id: null }, address: ip, target },
        ...{ before, after },
      }),
  }
}
