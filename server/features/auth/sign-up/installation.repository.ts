/** What the operator has switched for all companies. */
import { type Kysely, sql } from 'kysely'
import type { SignUpOffer } from '#contract/auth/registration.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
export type Switches = {
  readonly publicSignUp: boolean
  /** Of email addresses that may sign up; none: every one. */
  readonly domains: string[]
  /** Null: as many as come. */
  readonly signUpsADay: number | null
  readonly sandbox: boolean
  readonly approvesPublications: boolean
  /** Null: it is off. */
  readonly maintenance: string | null
  readonly plannedMaintenance: { readonly from: string; readonly until: string; readonly message: string } | null
  readonly revision: number
}

export async function findSwitches(db: Db): Promise<Switches> {
  const { from, until, message, ...switches } = await db
    .selectFrom('installation')
    .select(['sign_up as publicSignUp', 'domains', 'sign_ups_a_day as signUpsADay', 'sandbox'])
    .select(['approves_publications as approvesPublications', 'maintenance_message as maintenance', 'revision'])
    .select(['window_from as from', 'window_until as until', 'window_message as message'])
    .executeTakeFirstOrThrow()
  const isPlanned = from !== null && until !== null && until.getTime() > Date.now()
  const plannedMaintenance = isPlanned ? { from: from.toISOString(), until: until.toISOString(), message: message ?? '' } : null
  return { ...switches, plannedMaintenance }
}

/** False where somebody changed them after this revision. */
export async function saveSwitches(tx: Db, wanted: Switches): Promise<boolean> {
  const {
    publicSignUp,
    domains,
    signUpsADay,
    sandbox,
    approvesPublications,
    maintenance,
    plannedMaintenance: window,
    revision,
  } = wanted
  const { numUpdatedRows } = await tx
    .updateTable('installation')
    .set({ sign_up: publicSignUp, domains: [...domains], sign_ups_a_day: signUpsADay, sandbox })
    .set({ window_from: window?.from ?? null, window_until: window?.until ?? null, window_message: window?.message ?? null })
    .set({ approves_publications: approvesPublications, maintenance_message: maintenance, revision: sql`revision + 1` })
    .where('revision', '=', revision)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Companies that were made within the last 24 hours. */
export async function countMadeToday(db: Db): Promise<number> {
  const { made } = await db
    .selectFrom('companies')
    .select(sql<number>`count(*)::int`.as('made'))
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return made
}

/** Whether one more may sign up. Exact while the row of the switches is held. */
export async function isFull(db: Db, isHeld = false): Promise<boolean> {
  const row = await db
    .selectFrom('installation')
    .select('sign_ups_a_day as max')
    .$if(isHeld, (all) => all.forUpdate())
    .executeTakeFirstOrThrow()
  return row.max !== null && (await countMadeToday(db)) >= row.max
}

/** The prices that a sign-up sees: the newest ones. */
export async function currentPrices(db: Db): Promise<SignUpOffer['prices']> {
  const { version, currency, plans } = await db
    .selectFrom('price_books')
    .select(['version', 'currency', 'plans'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const offered = ({ base, included, perThousand, records }: SignUpOffer['prices']['plans']['Basic']) => ({
    ...{ base, included, perThousand, records },
  })
  const { Basic, Professional, Enterprise } = plans
  return {
    ...{ version, currency },
    plans: { Basic: offered(Basic), Professional: offered(Professional), Enterprise: offered(Enterprise) },
  }
}

// The tokens of the first visit, by their hash; times are the database's.

/** @param lifetime in milliseconds. */
export async function addSetupToken(db: Kysely<Tables>, { hash, lifetime }: { hash: string; lifetime: number }): Promise<void> {
  await db
    .insertInto('setup_tokens')
    .values({ hash, expires_at: sql<Date>`now() + ${lifetime} * interval '1 millisecond'` })
    .execute()
}

/** The hashes of those that are still good: each start of a process made one. */
export async function setupTokensAlive(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom('setup_tokens').select('hash').where('expires_at', '>', sql<Date>`now()`).execute()
  return rows.map(({ hash }) => hash)
}

/** Once somebody is there, none is good any more. */
export async function removeSetupTokens(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('setup_tokens').execute()
}
