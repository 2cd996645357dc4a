/** API keys as a call needs them: who a key stands for, and how many calls it has left. Times are the database's. */
import { createHash } from 'node:crypto'
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Role } from '#contract/kit/endpoint.ts'
import type { Scope } from '#contract/kit/scopes.ts'
import type { ApiKeyForm } from '#contract/settings/api-keys.ts'
import { isSuspended, maintenanceNow } from '../database/maintenance-now.ts'
import type { Tables } from '../database/tables/tables.ts'
import { type AddressRule, addressRuleOf, addressSection } from './address-rule.ts'
import { type GatewayRule, gatewayRuleOf, networkSection } from './gateway-rule.ts'

/** A program with an API key of a person: it may do what its scopes say, and never more than that person. */
export type KeyCaller = {
  readonly kind: 'key'
  readonly keyId: string
  /** Who created the key, and their role now. */
  readonly userId: string
  readonly companyId: string
  readonly role: Role
  readonly maintenance: string | null
  /** Whether the operator has suspended the company. */
  readonly isSuspended: boolean
  readonly scopes: readonly Scope[]
  readonly rates: ApiKeyForm['rateLimiting']
  readonly addresses: ApiKeyForm['ipRestrictions']
  /** Of the company; null where every address is let in. */
  readonly addressRule: AddressRule | null
  /** Of the company, for all of its keys together. */
  readonly gateway: GatewayRule
}

/** What is kept of a key. */
export const keyHash = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Null when nobody has this key, it is off or expired, or its owner can no longer sign in. */
export async function findLiveKey(db: Kysely<Tables>, hash: Buffer): Promise<KeyCaller | null> {
  const row = await db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'k.owner_id').onRef('u.company_id', '=', 'k.company_id'))
    .innerJoin('companies as c', 'c.id', 'k.company_id')
    .leftJoin('company_settings as s', (join) =>
      join.onRef('s.company_id', '=', 'k.company_id').on('s.section', '=', addressSection),
    )
    .leftJoin('company_settings as n', (join) =>
      join.onRef('n.company_id', '=', 'k.company_id').on('n.section', '=', networkSection),
    )
    .select([
      'k.id',
      'k.owner_id',
      'k.company_id',
      'k.scopes',
      'k.rates',
      'k.addresses',
      'u.role',
      's.value',
      'n.value as network',
    ])
    .select([maintenanceNow.as('maintenance'), isSuspended])
    .where((eb) =>
      eb.or([eb('k.hash', '=', hash), eb.and([eb('k.previous_hash', '=', hash), eb('k.previous_until', '>', sql<Date>`now()`)])]),
    )
    .where('k.enabled', '=', true)
    .where((eb) => eb.or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', sql<Date>`now()`)]))
    .where('u.active', '=', true)
    .where('u.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { id: keyId, owner_id: userId, company_id: companyId, role, maintenance, isSuspended: isHeld } = row
  return {
    kind: 'key',
    keyId,
    userId,
    companyId,
    role,
    maintenance,
    isSuspended: isHeld,
    scopes: row.scopes,
    rates: row.rates,
    addresses: row.addresses,
    addressRule: addressRuleOf(row.value),
    gateway: gatewayRuleOf(row.network),
  }
}

const spans = ['minute', 'hour', 'day'] as const
type Span = (typeof spans)[number]

export type CallsLeft = {
  /** False: the call was not counted. */
  readonly isAllowed: boolean
  /** Of the span that has the fewest calls left. */
  readonly limit: number
  readonly left: number
  /** Milliseconds until that span begins anew. */
  readonly resetsIn: number
}

const start = (span: Span) => sql<Date>`date_trunc(${sql.lit(span)}, clock_timestamp(), 'UTC')`
/** A span that began after the one that was counted begins at 1; a late call is counted in the newer one. */
const counted = (span: Span) =>
  sql<number>`case when excluded.${sql.raw(span)}_at > c.${sql.raw(span)}_at then 1 else c.${sql.raw(span)}_calls + 1 end`
const latestSpanStart = (span: Span) => sql<Date>`greatest(excluded.${sql.raw(span)}_at, c.${sql.raw(span)}_at)`
const hasLeft = (span: Span, max: number) =>
  sql<boolean>`(excluded.${sql.raw(span)}_at > c.${sql.raw(span)}_at or c.${sql.raw(span)}_calls < ${max})`

type Rates = { readonly requestsPerMinute: number; readonly requestsPerHour: number; readonly requestsPerDay?: number }
type Max = Readonly<Partial<Record<Span, number>>>
type Counter = { readonly table: string; readonly column: string; readonly id: string; readonly max: Max }

const maxOf = ({ requestsPerMinute: minute, requestsPerHour: hour, requestsPerDay: day }: Rates): Max => ({
  ...{ minute, hour },
  ...(day === undefined ? {} : { day }),
})
const spansOf = (max: Max) => spans.filter((span) => max[span] !== undefined)
const at = (span: Span) => sql.ref(`${span}_at`)
const calls = (span: Span) => sql.ref(`${span}_calls`)

/** Counts a call where it is one of those that are left. @param given rows without which nothing is counted */
function counting({ table, column, id, max }: Counter, given: RawBuilder<unknown>) {
  const own = spansOf(max)
  const names = sql.join(own.flatMap((span) => [at(span), calls(span)]))
  const first = sql.join(own.flatMap((span) => [start(span), sql`1`]))
  const next = sql.join(own.map((span) => sql`${calls(span)} = ${counted(span)}, ${at(span)} = ${latestSpanStart(span)}`))
  const haveLeft = sql.join(
    own.map((span) => hasLeft(span, max[span] ?? 0)),
    sql` and `,
  )
  return sql`
    insert into ${sql.table(table)} as c (${sql.ref(column)}, ${names}) select ${id}::uuid, ${first} from ${given}
    on conflict (${sql.ref(column)}) do update set ${next} where ${haveLeft} returning ${sql.join(own.map(leftOf))}`
}

/** Of a counter whose calls are used up. */
async function usedUp(db: Kysely<Tables>, { table, column, id, max }: Counter): Promise<CallsLeft> {
  const figures = sql.join(spansOf(max).map(leftOf))
  const { rows } = await sql<Row>`select ${figures} from ${sql.table(table)} as c where ${sql.ref(column)} = ${id}`.execute(db)
  return { isAllowed: false, ...(rows[0] ? tightest(rows[0], max) : { limit: max.minute ?? 0, left: 0, resetsIn: 1_000 }) }
}

export type Counted = {
  /** The key's own or the company's, whichever has fewer left; null where neither is limited. */
  readonly left: CallsLeft | null
  /** Whose calls are used up, of a call that is refused. */
  readonly refusedBy: 'key' | 'company' | null
}

type Counting = Pick<KeyCaller, 'keyId' | 'companyId' | 'rates' | 'gateway'>

/** Who calls is remembered for some seconds, and their statement with them: to write it anew takes as long as to run it. */
const compiled = new WeakMap<Counting, CompiledQuery<{ own: Row | null; together: Row | null }>>()

function statementOf(own: Counter | null, together: Counter | null) {
  const one = sql`(values (1)) one`
  const none = sql`select null::int where false`
  const shape = [own, together].map((counter) => (counter ? spansOf(counter.max).join('') : 'none')).join('-')
  return sql<{ own: Row | null; together: Row | null }>`${sql.raw(`-- prepared: key-call-${shape}\n`)}
    with own as (${own ? counting(own, one) : none}), together as (${together ? counting(together, own ? sql`own` : one) : none})
    select (select to_json(own) from own) as own, (select to_json(together) from together) as together`
}

/**
 * Counts one call by its key and by all keys of its company, exactly over all processes: one statement. A call that its key refuses is not counted;
 * one that the company refuses is counted by its key.
 */
export async function countKeyCall(db: Kysely<Tables>, caller: Counting): Promise<Counted> {
  const { keyId, companyId, rates, gateway } = caller
  const own = rates.enabled ? { table: 'api_key_calls', column: 'key_id', id: keyId, max: maxOf(rates) } : null
  const together = gateway.rates
    ? { table: 'company_key_calls', column: 'company_id', id: companyId, max: maxOf(gateway.rates) }
    : null
  if (own === null && together === null) return { left: null, refusedBy: null }
  const query = compiled.get(caller) ?? statementOf(own, together).compile(db)
  compiled.set(caller, query)
  const { rows } = await db.executeQuery(query)
  const found = rows[0] ?? { own: null, together: null }
  if (own && found.own === null) return { left: await usedUp(db, own), refusedBy: 'key' }
  if (together && found.together === null) return { left: await usedUp(db, together), refusedBy: 'company' }
  const all = [
    own && found.own && tightest(found.own, own.max),
    together && found.together && tightest(found.together, together.max),
  ]
  const left = all.flatMap((each) => (each ? [{ isAllowed: true, ...each }] : []))
  return { left: left.reduce(tighter), refusedBy: null }
}

type Row = Readonly<Partial<Record<`${Span}_calls` | `${Span}_left`, number>>>

const lengths = { minute: 60, hour: 3_600, day: 86_400 } as const
const leftOf = (span: Span) => sql`c.${sql.raw(span)}_calls,
  ((${sql.lit(lengths[span])} - extract(epoch from clock_timestamp() - c.${sql.raw(span)}_at)) * 1000)::float8 as ${sql.raw(span)}_left`

/** Of two, the one with fewer calls left; without any, the one that takes longer. */
const tighter = <C extends Omit<CallsLeft, 'isAllowed'>>(one: C, other: C): C =>
  other.left < one.left || (other.left === one.left && other.resetsIn > one.resetsIn) ? other : one

/** The span with the fewest calls left; of several without any, the one that takes longest. */
function tightest(row: Row, max: Max): Omit<CallsLeft, 'isAllowed'> {
  const all = spansOf(max).map((span) => ({
    limit: max[span] ?? 0,
    left: Math.max(0, (max[span] ?? 0) - (row[`${span}_calls`] ?? 0)),
    resetsIn: Math.max(0, Math.ceil(row[`${span}_left`] ?? 0)),
  }))
  return all.reduce(tighter)
}

/** When and from where a key was last used. */
export async function noteKeyUse(db: Kysely<Tables>, keyId: string, address: string): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: sql<Date>`now()`, last_used_from: address })
    .where('id', '=', keyId)
    .execute()
}
