/** Hooks of connectors: whether they take events, and the secrets that senders prove themselves with (threats T-SEC-1 and T-WH). */
import { type Kysely, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Trigger } from '#contract/connectors/config/config.ts'
import type { HookSettings } from '#contract/connectors/triggers/sender.ts'
import { statement } from '../../platform/database/statement.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { type AddressRule, addressRuleOf, addressSection } from '../../platform/security/address-rule.ts'
import type { Vault } from '../../platform/security/vault.ts'
import { opened } from './secrets.repository.ts'

type Db = Kysely<Tables>
type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

const placeOf = (id: string, companyId: string) => ({ table: 'hook_secrets', column: 'ciphertext', rowId: id, companyId })

/**
 * Says whether a connector takes events from now on, and who sends them; null: nobody has said it. A connector that never took any gets no row for
 * a no.
 */
export async function setHook(
  db: Db,
  { companyId, connectorId }: ConnectorKey,
  isLive: boolean,
  settings: HookSettings | null = null,
): Promise<void> {
  if (!isLive) {
    await db
      .updateTable('hooks')
      .set({ is_live: false })
      .where('company_id', '=', companyId)
      .where('connector_id', '=', connectorId)
      .execute()
    return
  }
  const kept = settings === null ? null : JSON.stringify(settings)
  await db
    .insertInto('hooks')
    .values({ connector_id: connectorId, company_id: companyId, is_live: true, settings: kept })
    .onConflict((on) => on.column('connector_id').doUpdateSet({ is_live: true, settings: kept }))
    .execute()
}

export type HookState = {
  readonly isLive: boolean
  readonly held: number
  readonly lastReceivedAt: Date | null
  /** Without one every event is refused. */
  readonly hasSecret: boolean
}

/** Hooks of connectors, by connector; those that never had one are missing. */
export async function hooksOf(
  db: Db,
  companyId: string,
  connectorIds: readonly string[],
): Promise<ReadonlyMap<string, HookState>> {
  if (connectorIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('hooks')
    .selectAll()
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('hook_secrets')
          .select('hook_secrets.id')
          .whereRef('hook_secrets.connector_id', '=', 'hooks.connector_id')
          .where('hook_secrets.company_id', '=', companyId)
          .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>', sql<Date>`now()`)])),
      ).as('has_secret'),
    )
    .where('company_id', '=', companyId)
    .where('connector_id', '=', sql<string>`any(${connectorIds}::uuid[])`)
    .execute()
  return new Map(
    rows.map((row) => [
      row.connector_id,
      { isLive: row.is_live, held: row.held, lastReceivedAt: row.last_received_at, hasSecret: row.has_secret === true },
    ]),
  )
}

/** A secret as it may be shown. */
export type HookSecretMark = { readonly last4: string; readonly validUntil: Date | null }

/** The secrets that are good now: the newest, and the one before it while it is. */
export async function hookSecretMarks(db: Db, { companyId, connectorId }: ConnectorKey): Promise<HookSecretMark[]> {
  return db
    .selectFrom('hook_secrets')
    .select(['last4', 'valid_until as validUntil'])
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>', sql<Date>`now()`)]))
    .execute()
}

export type NewHookSecret = ConnectorKey & {
  readonly plain: string
  /** Hours that the secret before stays good; 0 ends it at once. */
  readonly graceHours: number
  /** Whether the sender has it: it was given by a person. Else it was created here and only shown. */
  readonly isGiven: boolean
}

/**
 * Makes a secret the newest one; the caller holds the connector by `lockConnector`. The one before stays good for a while. A newest one that was
 * created here and that nobody has used yet is replaced without that: when the response that showed it was lost, asking again must not end the
 * secret that the sender really has. Of given ones the sender has the one before.
 */
export async function addHookSecret(tx: Db, vault: Vault, it: NewHookSecret): Promise<void> {
  const { companyId, connectorId, plain, graceHours, isGiven } = it
  const id = uuid()
  const { keyId, ciphertext } = vault.seal(plain, placeOf(id, companyId))
  const ours = sql<boolean>`company_id = ${companyId} and connector_id = ${connectorId}`
  if (graceHours === 0) await sql`delete from hook_secrets where ${ours}`.execute(tx)
  if (!isGiven)
    await sql`delete from hook_secrets where ${ours} and valid_until is null and used_at is null
      and exists (select 1 from hook_secrets b where b.connector_id = ${connectorId} and b.valid_until > now())`.execute(tx)
  await sql`delete from hook_secrets where ${ours} and valid_until is not null
    and exists (select 1 from hook_secrets n where n.connector_id = ${connectorId} and n.valid_until is null)`.execute(tx)
  await sql`update hook_secrets set valid_until = now() + ${graceHours}::int * interval '1 hour'
    where ${ours} and valid_until is null`.execute(tx)
  await tx
    .insertInto('hook_secrets')
    .values({ id, company_id: companyId, connector_id: connectorId, last4: plain.slice(-4), key_id: keyId, ciphertext })
    .execute()
}

/** A secret in clear, for a comparison. */
export type HookSecret = {
  readonly id: string
  readonly plain: string
  /** Not the one before. */
  readonly isNewest: boolean
  readonly isUsed: boolean
  readonly companyId: string
  /** Whether the connector keeps the payloads of its records. */
  readonly keepsPayloads: boolean
  /** The list of addresses of the company, where it covers events. */
  readonly addressRule: AddressRule | null
}

export type HookProofs = {
  /** Milliseconds. */
  readonly now: number
  readonly settings: HookSettings | null
  readonly secrets: readonly HookSecret[]
  readonly isLive: boolean
  /** What listens for a test event: the draft of a connector without a live version, or a live one beside what it does; null: neither. */
  readonly listening: 'draft' | 'live' | null
}

type SecretRow = {
  readonly now: number
  readonly id: string | null
  readonly company_id: string
  readonly key_id: string
  readonly ciphertext: string
  readonly is_newest: boolean
  readonly is_used: boolean
  readonly keeps_payloads: boolean
  readonly settings: HookSettings | null
  readonly is_live: boolean
  readonly is_listening: boolean
  /** Of the draft, where no version is live. */
  readonly trigger: Trigger | null
  /** The section of the list, where it covers events. */
  readonly whitelist: unknown
}

/**
 * What a sender to this connector may prove itself with, whoever it is, and the database's time in milliseconds. Events come without a company:
 * it is that of the connector. Nothing is said of a connector that is not there; `fault` is told of a secret that does not open. `settings`: who
 * sends to the version that takes events, or to the draft where none does; null where nobody has said it.
 */
export async function readHookSecrets(
  db: Db,
  vault: Vault,
  connectorId: string,
  fault: (thrown: unknown) => void,
): Promise<HookProofs> {
  const { rows } = await statement<SecretRow>(db)`-- prepared: webhook-secrets
    select (extract(epoch from now()) * 1000)::float8 as now, s.id, s.company_id, s.key_id, s.ciphertext, s.valid_until is null as is_newest, s.used_at is not null as is_used,
      coalesce((c.profile ->> 'storeLocally')::boolean, true) as keeps_payloads, h.settings,
      coalesce(h.is_live, false) as is_live, l.connector_id is not null and not is_suspended(c.company_id) as is_listening,
      case when h.is_live is not true then c.draft -> 'trigger' end as trigger,
      (select value from company_settings w where w.company_id = s.company_id and w.section = ${addressSection}
        and w.value ->> 'includeHooks' = 'true') as whitelist
    from (select 1) one left join (
      hook_secrets s join connectors c on c.id = s.connector_id and c.company_id = s.company_id and c.deleted_at is null
      left join hooks h on h.connector_id = c.id and h.company_id = c.company_id
      left join hook_listenings l on l.connector_id = c.id and l.company_id = c.company_id and l.status = 'listening' and l.expires_at > now())
      on s.connector_id = ${connectorId}::uuid and (s.valid_until is null or s.valid_until > now())`
  const secrets = rows.flatMap(({ id, company_id, key_id, ciphertext, is_newest, is_used, keeps_payloads, whitelist }) => {
    if (id === null) return []
    try {
      const plain = vault.open({ keyId: key_id, ciphertext }, placeOf(id, company_id))
      const addressRule = addressRuleOf(whitelist)
      return [
        { id, plain, isNewest: is_newest, isUsed: is_used, companyId: company_id, keepsPayloads: keeps_payloads, addressRule },
      ]
    } catch (thrown) {
      fault(thrown)
      return []
    }
  })
  const { now = Date.now(), settings = null, is_live = false, is_listening = false, trigger = null } = rows[0] ?? {}
  const found = { now, secrets, isLive: is_live }
  if (is_live) return { ...found, settings, listening: is_listening ? 'live' : null }
  if (trigger?.type !== 'webhook') return { ...found, settings, listening: null }
  return { ...found, settings: trigger.hook ?? null, listening: is_listening ? 'draft' : null }
}

/** Every secret of the company's hooks in clear, to look for in what is about to leave. One that does not open is left out. */
export async function savedHookSecrets(db: Db, vault: Vault, companyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('hook_secrets')
    .select(['id', 'key_id', 'ciphertext'])
    .where('company_id', '=', companyId)
    .execute()
  return opened(vault, rows, (id) => placeOf(id, companyId))
}

/** Remembers that a sender has this secret. */
export async function markHookSecretUsed(db: Db, id: string): Promise<void> {
  await sql`update hook_secrets set used_at = now() where id = ${id} and used_at is null`.execute(db)
}

/** Removes secrets that are good no more. */
export async function forgetOldHookSecrets(db: Db): Promise<void> {
  await sql`delete from hook_secrets where valid_until <= now()`.execute(db)
}
