/** Saved mapping rules of a company. */
import type { Kysely, Selectable } from 'kysely'

import type { MappingRule, NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { jsonText } from '#server/platform/database/json-text.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'

const toRule = (row: Selectable<Tables['mapping_rules']>): MappingRule => ({
  _id: row.id,
  rule: row.rule as NewMappingRule,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
})

type NewRow = { readonly id: string; readonly companyId: string; readonly userId: string; readonly rule: NewMappingRule }

/** An id that is there already is the same rule, saved by a request that was repeated. */
export async function addMappingRule(db: Kysely<Tables>, it: NewRow): Promise<MappingRule> {
  await db
    .insertInto('mapping_rules')
    .values({ id: it.id, company_id: it.companyId, rule: jsonText(it.rule), created_by: it.userId })
    .onConflict((on) => on.column('id').doNothing())
    .execute()
  const row = await db
    .selectFrom('mapping_rules')
    .selectAll()
    .where('id', '=', it.id)
    .where('company_id', '=', it.companyId)
    .executeTakeFirstOrThrow()
  return toRule(row)
}

export async function listMappingRules(db: Kysely<Tables>, companyId: string): Promise<MappingRule[]> {
  const rows = await db
    .selectFrom('mapping_rules')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toRule)
}

export async function findMappingRule(db: Kysely<Tables>, companyId: string, id: string): Promise<MappingRule | null> {
  const row = await db
    .selectFrom('mapping_rules')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toRule(row) : null
}

/** Those of the company among these ids, by id. */
export async function findMappingRules(
  db: Kysely<Tables>,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NewMappingRule>> {
  const rows = await db
    .selectFrom('mapping_rules')
    .select(['id', 'rule'])
    .where('company_id', '=', companyId)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, rule }) => [id, rule as NewMappingRule]))
}

/** Null where the company has no such rule. */
export async function changeMappingRule(
  db: Kysely<Tables>,
  { id, companyId, rule }: Pick<NewRow, 'id' | 'companyId' | 'rule'>,
): Promise<MappingRule | null> {
  const row = await db
    .updateTable('mapping_rules')
    .set({ rule: jsonText(rule) })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ? toRule(row) : null
}

export async function removeMappingRule(db: Kysely<Tables>, companyId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mapping_rules')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
