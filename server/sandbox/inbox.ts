/** What the systems of the sandbox were sent. The same key has one effect and one answer, after a restart, too. */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../store/tables.ts'

type Db = Kysely<Tables>

export type Received =
  /** Taken now, or before under the same key. */
  | { readonly kind: 'taken'; readonly answer: string }
  /** The key was used for something else. */
  | { readonly kind: 'key-reused' }

/** Takes records in. Without a key every request has its effect. */
export async function receive(db: Db, system: string, key: string | undefined, records: readonly unknown[]): Promise<Received> {
  const bodies = records.map((it) => JSON.stringify(it))
  const answer = JSON.stringify({ accepted: bodies.length })
  const hash = createHash('sha256').update(JSON.stringify(bodies)).digest('hex')
  const { rows } = await sql<{ seq: number }>`
    with known as (
      insert into sandbox_keys (system, key, body_hash, answer)
      select ${system}, ${key ?? ''}, ${hash}, ${answer} where ${key !== undefined}::boolean
      on conflict do nothing returning 1)
    insert into sandbox_records (system, body)
    select ${system}, body from json_array_elements_text(${JSON.stringify(bodies)}::json) as body
    where not ${key !== undefined}::boolean or exists (select 1 from known)
    returning seq`.execute(db)
  if (rows.length === bodies.length) return { kind: 'taken', answer }
  const before = await db
    .selectFrom('sandbox_keys')
    .select(['body_hash', 'answer'])
    .where('system', '=', system)
    .where('key', '=', key ?? '')
    .executeTakeFirstOrThrow()
  return before.body_hash === hash ? { kind: 'taken', answer: before.answer } : { kind: 'key-reused' }
}

/** What arrived, newest first. */
export async function arrived(
  db: Db,
  system: string,
  { from, limit }: { from: number; limit: number },
): Promise<{ items: unknown[]; total: number }> {
  const rows = await db
    .selectFrom('sandbox_records')
    .select(['body', 'received_at'])
    .where('system', '=', system)
    .orderBy('seq', 'desc')
    .limit(limit)
    .offset(from)
    .execute()
  const { total } = await db
    .selectFrom('sandbox_records')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('system', '=', system)
    .executeTakeFirstOrThrow()
  return {
    items: rows.map(({ body, received_at }) => ({ receivedAt: received_at.toISOString(), record: JSON.parse(body) })),
    total,
  }
}

/** Counts a request and says which try under its key this is, from 1 on. */
export async function countTry(db: Db, system: string, key: string): Promise<number> {
  const { tries } = await db
    .insertInto('sandbox_tries')
    .values({ system, key })
    .onConflict((on) => on.columns(['system', 'key']).doUpdateSet({ tries: sql`sandbox_tries.tries + 1` }))
    .returning('tries')
    .executeTakeFirstOrThrow()
  return tries
}
