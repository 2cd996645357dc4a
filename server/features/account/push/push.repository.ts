/** Browsers that are subscribed, and the key of the installation. */
import { type Kysely, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { pushBrowsersMax } from '#contract/account/push-limits.ts'
import { jsonText } from '../../../platform/database/json-text.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Place, Vault } from '../../../platform/security/vault.ts'
import { createVapid, type Recipient, type Vapid } from '../../../platform/security/web-push.ts'

type Db = Kysely<Tables>
type UserKey = { readonly companyId: string; readonly userId: string }

const keyPlace: Place = { table: 'push_keys', column: 'private_key', rowId: '1', companyId: '' }
const authPlace = (companyId: string, id: string): Place => ({
  ...{ table: 'push_subscriptions', column: 'auth', rowId: id, companyId },
})

/** Made when it is needed first; of several processes one makes it. */
export async function installationKey(db: Db, vault: Vault): Promise<Vapid> {
  const find = () => db.selectFrom('push_keys').selectAll().executeTakeFirst()
  let row = await find()
  if (!row) {
    const made = createVapid()
    const sealed = jsonText(vault.seal(made.privateKey, keyPlace))
    await db
      .insertInto('push_keys')
      .values({ id: 1, public_key: made.publicKey, private_key: sealed })
      .onConflict((on) => on.doNothing())
      .execute()
    row = await find()
  }
  if (!row) throw new Error('invariant: a key that was inserted is there')
  return { publicKey: row.public_key, privateKey: vault.open(row.private_key, keyPlace) }
}

/** Of sessions that nobody has ended, newest first. */
const live = (db: Db, { companyId, userId }: UserKey) =>
  db
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', (join) => join.onRef('s.id', '=', 'p.session_id').onRef('s.user_id', '=', 'p.user_id'))
    .where('p.user_id', '=', userId)
    .where('p.company_id', '=', companyId)
    .where('s.ended_at', 'is', null)
    .orderBy('p.created_at', 'desc')

export const listBrowsers = (db: Db, whose: UserKey) => live(db, whose).select(['p.endpoint', 'p.browser']).execute()

export async function findRecipients(db: Db, vault: Vault, whose: UserKey): Promise<(Recipient & { readonly id: string })[]> {
  const rows = await live(db, whose).select(['p.id', 'p.endpoint', 'p.public_key', 'p.auth']).execute()
  return rows.map(({ id, endpoint, public_key: publicKey, auth }) => ({
    ...{ id, endpoint, publicKey },
    auth: vault.open(auth, authPlace(whose.companyId, id)),
  }))
}

type New = UserKey & Recipient & { readonly sessionId: string; readonly browser: string }

/** A browser has one subscription: whoever subscribes it last, has it. */
export async function addSubscription(tx: Db, vault: Vault, it: New): Promise<void> {
  const id = uuid()
  await tx.deleteFrom('push_subscriptions').where('endpoint', '=', it.endpoint).execute()
  await tx
    .insertInto('push_subscriptions')
    .values({
      ...{ id, company_id: it.companyId, user_id: it.userId, session_id: it.sessionId, endpoint: it.endpoint },
      ...{ public_key: it.publicKey, auth: jsonText(vault.seal(it.auth, authPlace(it.companyId, id))), browser: it.browser },
    })
    .execute()
  await sql`delete from push_subscriptions where user_id = ${it.userId} and company_id = ${it.companyId} and id not in (
    select id from push_subscriptions where user_id = ${it.userId} and company_id = ${it.companyId}
    order by created_at desc, id desc limit ${pushBrowsersMax})`.execute(tx)
}

export async function removeSubscription(tx: Db, { companyId, userId }: UserKey, endpoint: string): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .execute()
}

/** The browser has no subscription any more. */
export async function forgetSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

/** Whom a message is for. */
export async function addresseeOf(db: Db, messageId: string): Promise<UserKey | null> {
  const row = await db.selectFrom('messages').select(['company_id', 'user_id']).where('id', '=', messageId).executeTakeFirst()
  return row?.company_id && row.user_id ? { companyId: row.company_id, userId: row.user_id } : null
}
