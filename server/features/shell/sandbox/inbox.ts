/** What the systems of the sandbox were sent. The same key has one effect and one answer, after a restart, too. */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

import type { Tables } from '#server/platform/database/tables/tables.ts'

type Db = Kysely<Tables>

export type Received =
  /** Taken now, or before under the same key. */
  | { readonly kind: 'taken'; readonly answer: string }
  /** The key was used for something else. */
  | { readonly kind: 'key-reused' }

/** Of one company, or of nobody in particular. */
export const inboxOf = (system: string, tenant: string | null): string => (tenant === null ? system : `${system} ${tenant}`)

/** The newest records and characters that an inbox keeps, and how often it is looked at, in characters that came. */
const recordsKept = 20_000
const charactersKept = 32 * 1024 * 1024
const lookEvery = 1024 * 1024
/** Characters that came since an inbox was last looked at, in this process; an unknown one is looked at at once. */
const cameSince = new Map<string, number>()

/** Removes what is older than the newest that are kept, and their keys. */
async function shorten(db: Db, inbox: string): Promise<void> {
  await sql`
    delete from sandbox_records where system = ${inbox} and seq <= (
      select max(seq) from (
        select seq, row_number() over (order by seq desc) as place, sum(length(body)) over (order by seq desc) as characters
        from sandbox_records where system = ${inbox}) as kept
      where place > ${recordsKept} or characters > ${charactersKept})`.execute(db)
  for (const table of ['sandbox_keys', 'sandbox_tries'])
    await sql`
      delete from ${sql.table(table)} where system = ${inbox} and key not in (
        select key from ${sql.table(table)} where system = ${inbox} limit ${recordsKept})`.execute(db)
}

async function shortenNow(db: Db, inbox: string, characters: number): Promise<void> {
  const came = (cameSince.get(inbox) ?? lookEvery) + characters
  cameSince.set(inbox, came < lookEvery ? came : 0)
  if (came >= lookEvery) await shorten(db, inbox)
}

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
  if (rows.length === bodies.length) {
    // A record of one character costs a row as well.
    await shortenNow(
      db,
      system,
      bodies.reduce((sum, { length }) => sum + length + 1_000, 0),
    )
    return { kind: 'taken', answer }
  }
  const before = await db
    .selectFrom('sandbox_keys')
    .select(['body_hash', 'answer'])
    .where('system', '=', system)
    .where('key', '=', key ?? '')
    .executeTakeFirstOrThrow()
  return before.body_hash === hash ? { kind: 'taken', answer: before.answer } : { kind: 'key-reused' }
}

/** What arrived, newest first: for one company, or at every inbox of a system. */
export async function arrived(
  db: Db,
  system: string,
  tenant: string | null,
  { from, limit }: { from: number; limit: number },
): Promise<{ items: unknown[]; total: number }> {
  const isShown =
    tenant === null
      ? sql<boolean>`(system = ${system} or system like ${`${system} %`})`
      : sql<boolean>`system = ${inboxOf(system, tenant)}`
  const rows = await db
    .selectFrom('sandbox_records')
    .select(['body', 'received_at'])
    .where(isShown)
    .orderBy('seq', 'desc')
    .limit(limit)
    .offset(from)
    .execute()
  const { total } = await db
    .selectFrom('sandbox_records')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(isShown)
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
