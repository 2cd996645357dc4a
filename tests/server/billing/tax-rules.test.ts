/** Taxes by country, from the rule of the operator to the invoice. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { totalOf } from '#contract/billing/bill.ts'
import type { InvoiceDetails } from '#contract/billing/invoices.ts'
import { billSoFar } from '#server/features/billing/bill-so-far.ts'
import { closeMonth } from '#server/features/billing/invoices/closing.ts'
import { monthAt } from '#server/features/billing/months.ts'
import { currentBook } from '#server/features/billing/prices.repository.ts'
import { createTestServer } from '../kit/test-server.ts'
import { addCustomer, at } from './billing-scene.ts'

const server = createTestServer()
const db = () => server.database.db
const deps = () => ({ db: db(), publicUrl: 'http://localhost' })

it('have the tax rule of the country on the day they are opened, as the forecast says; what is set for the company wins', async () => {
  const made = await addCustomer(db(), at('2024-07-01T00:00:00'), 0)
  const { companyId } = made
  const rule = (body: object, as: 'superA' | 'adminB' = 'superA') =>
    server.ask('POST', '/api/billing/tax-rules', {
      as,
      body: { country: 'AT', name: 'USt', rate: 2_000, reverseCharge: true, from: '2024-08-01', ...body },
    })
  expect((await rule({}, 'adminB')).statusCode).toBe(403)
  expect((await rule({ name: ' ' })).json()).toMatchObject({ code: 'request/malformed' })
  expect((await rule({ from: '2024-02-30' })).json()).toMatchObject({ code: 'request/malformed' })
  expect((await rule({})).json()).toMatchObject({ name: 'USt', isInForce: true })
  expect((await rule({ rate: 2_500, from: '2024-10-01' })).statusCode).toBe(201)
  await sql`insert into billing_profiles (id, company_id, name, receive_invoices, country, address, is_primary)
    values (${companyId}, ${companyId}, 'P', false, 'AT', '', true)`.execute(db())
  const bill = (day: string) => currentBook(db()).then((book) => billSoFar(db(), companyId, book, at(`${day}T12:00:00`)))
  const forecast = totalOf((await bill('2024-07-20')).lines)
  const ids = [
    await closeMonth(deps(), companyId, monthAt(at('2024-07-01T00:00:00')), at('2024-08-04T00:00:00')),
    await closeMonth(deps(), companyId, monthAt(at('2024-08-01T00:00:00')), at('2024-10-04T00:00:00')),
  ]
  await sql`update companies set tax_name = 'Own', tax_rate = 100 where id = ${companyId}`.execute(db())
  ids.push(await closeMonth(deps(), companyId, monthAt(at('2024-09-01T00:00:00')), at('2024-10-04T00:00:00')))
  const read = async (id: string | null | undefined) =>
    (await server.ask('GET', `/api/billing/invoices/${id}`, { as: 'superA' })).json<InvoiceDetails>()
  const [july, august, september] = [await read(ids[0]), await read(ids[1]), await read(ids[2])]
  expect(july).toMatchObject({
    ...{
      amount: 11_880,
      appliedTax: { name: 'USt', rate: 2_000, reason: 'Tax rule for Austria from 2024-08-01. USt of 20 % applies.' },
    },
    check: { difference: 0, amountDifference: 0 },
  })
  expect(forecast).toBe(july.amount)
  expect([august.amount, august.appliedTax?.rate]).toEqual([12_375, 2_500])
  expect(september).toMatchObject({ amount: 9_999, appliedTax: { name: 'Own', reason: expect.stringContaining('operator set') } })
  await expect(sql`update invoices set tax = null where id = ${july.id}`.execute(db())).rejects.toThrow('takes no changes')
})
