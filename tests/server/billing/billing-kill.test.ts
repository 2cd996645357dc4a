/** A process that is killed while invoices are numbered and paid leaves no gap, and nothing that is made twice. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, inject, it, onTestFinished } from 'vitest'

import { closeMonths } from '#server/features/billing/invoices/closing.ts'
import { chargePending } from '#server/features/billing/payments/charging.ts'
import { createSandboxProvider } from '#server/features/billing/payments/sandbox-provider.ts'
import { isFullForm } from '../../kit/form.ts'
import { freshDatabase, postgresIsHere } from '../kit/databases.ts'
import { compileCache } from '../kit/launched.ts'
import { addCustomer, at } from './billing-scene.ts'

const now = '2026-10-10T00:00:00Z'
/** Statements after which the process is killed: in the commits that open invoices, between them, and while payments are made. */
const points = isFullForm ? [9, 17, 26, 38, 51] : [17]

it.for(points)('killed after %d statements', { timeout: 60_000 }, async (statements, context) => {
  if (!postgresIsHere()) context.skip(inject('postgresMissing'))
  const { database, place, remove } = await freshDatabase('postgres')
  onTestFinished(remove)
  const { db } = database
  const customers = [at('2026-08-01T00:00:00'), at('2026-08-05T00:00:00')]
  for (const since of customers) {
    const { companyId } = await addCustomer(db, since)
    const method = uuid()
    await sql`insert into payment_methods (id, company_id, provider, provider_ref, brand, last4, exp_month, exp_year, holder, email)
      values (${method}, ${companyId}, 'sandbox', 'sandbox_succeeds', 'visa', '4242', 12, 2031, 'Ada', 'a@example.test')`.execute(
      db,
    )
    await sql`insert into billing_profiles (id, company_id, name, receive_invoices, country, address, method_id, is_primary)
      values (${uuid()}, ${companyId}, 'P', true, 'US', '', ${method}, true)`.execute(db)
  }
  const child = spawn(
    process.execPath,
    [
      ...process.execArgv.filter((it) => it.startsWith('--experimental')),
      'tests/server/billing/billing-runner.ts',
      JSON.stringify({ url: place.url, now, statements }),
    ],
    { env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compileCache }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const [said, [, signal]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect([signal, said]).toEqual(['SIGKILL', ''])

  // Another process goes on, and so does a third one.
  const provider = createSandboxProvider(db)
  await sql`update payments set lease_until = now() where status = 'pending'`.execute(db)
  const goOn = async () => {
    await closeMonths({ db, publicUrl: '' }, new Date(now), () => {})
    await chargePending({ db, publicUrl: '', provider })
  }
  await Promise.all([goOn(), goOn()])
  const { rows } = await sql<{ number: string; status: string; charges: number }>`
    select number, status, (select count(*)::int from payments p join sandbox_charges c on c.key = p.id where p.invoice_id = i.id) as charges
    from invoices i order by number`.execute(db)
  expect(rows.map(({ number }) => number)).toEqual(['INV-2026-0001', 'INV-2026-0002', 'INV-2026-0003', 'INV-2026-0004'])
  expect(rows.map(({ status, charges }) => [status, charges])).toEqual(rows.map(() => ['paid', 1]))
})
