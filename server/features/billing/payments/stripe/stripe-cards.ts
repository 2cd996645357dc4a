/** Cards that are typed on Stripe's page (a Checkout Session of the mode `setup`) and saved there; we keep what it calls them. */
import { type Kysely, sql } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { PaymentProviderName } from '#contract/billing/payment-methods.ts'
import { inOneCommit } from '../../../../platform/database/commit.ts'
import type { Tables } from '../../../../platform/database/tables/tables.ts'
import { addMethod } from '../methods.repository.ts'
import type { CardPages } from '../provider.ts'
import { type Json, objectIn, type StripeApi, StripeUnknown, textIn } from './stripe-api.ts'

type Db = Kysely<Tables>
type Deps = {
  readonly db: Db
  readonly api: StripeApi
  readonly provider: PaymentProviderName
  readonly publicUrl: string
}

const numberIn = (of: Json | null, name: string): number => {
  const value = of?.[name]
  return typeof value === 'number' ? value : 0
}

export function createStripeCards({ db, api, provider, publicUrl }: Deps): CardPages {
  async function findCustomer(companyId: string): Promise<string | null> {
    const { rows } = await sql<{ ref: string }>`
      select provider_ref as ref from payment_customers where company_id = ${companyId} and provider = ${provider}`.execute(db)
    return rows[0]?.ref ?? null
  }

  /** The key makes one customer of a company, however many ask at once. */
  async function customerOf(companyId: string, email: string): Promise<string> {
    const known = await findCustomer(companyId)
    if (known !== null) return known
    const answer = await api.post('/v1/customers', { email, 'metadata[company]': companyId }, `customer-${companyId}`)
    const ref = answer.ok ? textIn(answer.body, 'id') : null
    if (ref === null) throw new StripeUnknown("Stripe didn't create a customer.")
    await sql`insert into payment_customers (company_id, provider, provider_ref) values (${companyId}, ${provider}, ${ref})
      on conflict do nothing`.execute(db)
    return (await findCustomer(companyId)) ?? ref
  }

  async function save(companyId: string, session: Json): Promise<void> {
    const method = objectIn(objectIn(session, 'setup_intent'), 'payment_method')
    const [ref, card, details] = [textIn(method, 'id'), objectIn(method, 'card'), objectIn(method, 'billing_details')]
    const last4 = textIn(card, 'last4') ?? ''
    if (ref === null || !/^\d{4}$/.test(last4)) return
    await inOneCommit(db, async (tx) => {
      const { rows } = await sql`select from payment_methods where provider_ref = ${ref} and company_id = ${companyId}`.execute(
        tx,
      )
      if (rows.length > 0) return
      await addMethod(tx, {
        ...{ id: uuid(), companyId, provider, providerRef: ref, brand: textIn(card, 'brand') ?? 'card', last4 },
        ...{ expMonth: numberIn(card, 'exp_month'), expYear: numberIn(card, 'exp_year') },
        ...{ holder: textIn(details, 'name') ?? '', email: textIn(details, 'email') ?? '' },
      })
    })
  }

  return {
    findCustomer,

    async begin({ companyId, id, email }) {
      const customer = await customerOf(companyId, email)
      const page = `${publicUrl}/account?tab=billing&part=methods`
      const form = {
        mode: 'setup',
        currency: 'usd',
        customer,
        success_url: page,
        cancel_url: page,
        'payment_method_types[0]': 'card',
      }
      const answer = await api.post('/v1/checkout/sessions', { ...form, client_reference_id: companyId }, `session-${id}`)
      const [ref, url] = answer.ok ? [textIn(answer.body, 'id'), textIn(answer.body, 'url')] : [null, null]
      if (ref === null || url === null) throw new StripeUnknown("Stripe didn't open a card page.")
      await sql`insert into payment_sessions (id, company_id, provider, provider_ref) values (${id}, ${companyId}, ${provider}, ${ref})
        on conflict do nothing`.execute(db)
      return url
    },

    /** What became of the pages that were opened: a card that was typed there is saved, once. */
    async collect(companyId) {
      const { rows } = await sql<{ id: string; ref: string }>`
        select id, provider_ref as ref from payment_sessions where company_id = ${companyId} and provider = ${provider} and status = 'open'
        order by created_at limit 10`.execute(db)
      for (const { id, ref } of rows) {
        const answer = await api.get(`/v1/checkout/sessions/${encodeURIComponent(ref)}`, {
          'expand[0]': 'setup_intent.payment_method',
        })
        const status = answer.ok ? textIn(answer.body, 'status') : 'expired'
        if (status !== 'complete' && status !== 'expired') continue
        if (answer.ok && status === 'complete') await save(companyId, answer.body)
        await sql`update payment_sessions set status = ${status} where id = ${id}`.execute(db)
      }
    },
  }
}
