/** Where a chain of records begins, after retention has removed its oldest rows. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'

export type Anchor = { readonly last: number; readonly hash: string; readonly removed: number }

/** Null where every row is there. */
export async function findAnchor(db: Kysely<Tables>, kind: 'sign-ins' | 'changes', chain: string): Promise<Anchor | null> {
  const row = await db
    .selectFrom('chain_anchors')
    .select(['last', 'hash', 'removed'])
    .where('kind', '=', kind)
    .where('chain', '=', chain)
    .executeTakeFirst()
  return row ?? null
}
