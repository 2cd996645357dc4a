/** Removes at their provider the cards that were removed here, and companies that were deleted. Each is tried until it is done. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { PaymentProvider, Removal } from './provider.ts'

type Db = Kysely<Tables>

const atOnce = 100
/** Milliseconds between two tries. */
const wait = 300_000

/** In the commit in which the card is removed here. A card of the sandbox is kept nowhere else. */
export async function requestCardRemoval(tx: Db, { companyId, id }: { readonly companyId: string; readonly id: string }) {
  await sql`insert into provider_removals (provider, kind, provider_ref)
    select provider, 'card', provider_ref from payment_methods where id = ${id} and company_id = ${companyId} and provider like 'stripe%'
    on conflict do nothing`.execute(tx)
}

/** Before the rows of the company are removed. */
export async function requestCustomerRemoval(tx: Db, companyId: string): Promise<void> {
  await sql`insert into provider_removals (provider, kind, provider_ref)
    select provider, 'customer', provider_ref from payment_customers where company_id = ${companyId} and provider like 'stripe%'
    on conflict do nothing`.execute(tx)
}

/** Takes the next ones for a while. A card of a payment that is under way waits for its end. */
async function take(db: Db, provider: string): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    update provider_removals r set tried_at = now() where (r.provider, r.kind, r.provider_ref) in (
      select provider, kind, provider_ref from provider_removals w
      where provider = ${provider} and (tried_at is null or tried_at < now() - ${wait} * interval '1 millisecond')
        and not exists (select from payments p join payment_methods m on m.id = p.method_id
          where p.status = 'pending' and m.provider = w.provider and m.provider_ref = w.provider_ref)
      order by requested_at limit ${atOnce} for update skip locked)
    returning r.kind, r.provider_ref as ref`.execute(db)
  return rows
}

/** One that fails holds up no other. */
export async function removeAtProvider(db: Db, provider: PaymentProvider): Promise<void> {
  const { remove, name } = provider
  if (remove === null) return
  let fault: unknown = null
  for (const it of await take(db, name)) {
    try {
      await remove(it)
      await sql`delete from provider_removals where provider = ${name} and kind = ${it.kind} and provider_ref = ${it.ref}`.execute(
        db,
      )
    } catch (thrown) {
      fault ??= thrown
    }
  }
  if (fault !== null) throw fault
}
