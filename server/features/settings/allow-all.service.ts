/** The way out for administrators who shut themselves out by the list of addresses: run on the server. `worklist.md` C-3. */
import { type Kysely, sql } from 'kysely'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { addressSection } from '../../platform/security/address-rule.ts'
import { addAuditEvent } from '../kit/audit-events.repository.ts'

/**
 * Switches the list of one company off and records it.
 * @param company its id or its name
 * @returns what was done, as one sentence @throws an Error of one sentence where no company or several have this name
 */
export function allowAllAddresses(db: Kysely<Tables>, company: string): Promise<string> {
  return inOneCommit(db, async (tx) => {
    const found = await tx
      .selectFrom('companies')
      .select(['id', 'name'])
      .where((eb) => eb.or([eb(sql`id::text`, '=', company), eb('name', '=', company)]))
      .execute()
    if (found.length > 1)
      throw new Error(`Several companies have the name "${company}". Use one of these ids instead: ${idsOf(found)}`)
    const [one] = found
    if (!one) throw new Error(`No company has the name or id "${company}".`)
    const { numUpdatedRows } = await tx
      .updateTable('company_settings')
      .set({ value: sql`jsonb_set(value, '{enabled}', 'false')`, revision: sql`revision + 1`, updated_at: sql`now()` })
      .where('company_id', '=', one.id)
      .where('section', '=', addressSection)
      .where(sql<boolean>`value->>'enabled' = 'true'`)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return `IP Whitelisting was already off for ${one.name}.`
    await addAuditEvent(tx, {
      ...{ companyId: one.id, action: 'settings.changed', address: null, actor: { kind: 'system', id: null } },
      target: { type: 'settings', id: addressSection },
      ...{ before: { ipWhitelisting: { enabled: true } }, after: { ipWhitelisting: { enabled: false } } },
    })
    return `IP Whitelisting is now off for ${one.name}. All addresses are allowed within 5 seconds.`
  })
}

const idsOf = (companies: readonly { readonly id: string }[]) => companies.map(({ id }) => id).join(', ')
