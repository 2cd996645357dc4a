/** `npm run bench:invoices`: how long the list of invoices takes with search and filters over 10,000 of one company (bar: 100 ms at the 95th percentile). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'

import { listInvoices } from '#server/features/billing/invoices/invoices.repository.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { addCustomer, at } from '../tests/server/billing/billing-scene.ts'

const count = 10_000
const rounds = 40

const dataDir = mkdtempSync(join(tmpdir(), 'bench-invoices-'))
const database = await openDatabase({ url: null, dataDir, fault: (error) => console.error(error) })
const { db } = database
await migrate(db)
const { companyId } = await addCustomer(db, at('2026-01-01T00:00:00'))
await sql`insert into invoices (id, company_id, kind, number, status, period, period_end, invoice_date, due_at, currency, total, book_version, company_name,
    bill_name, paid_by, payment_type)
  select gen_random_uuid(), ${companyId}, 'credit-note', 'CN-' || n, (array['paid', 'open', 'failed'])[1 + n % 3], '2026-01-01', '2026-01-31',
    now() - n * interval '1 hour', now(), 'USD', n, 1, 'A', 'Bill ' || n % 97, 'Visa ••' || (1000 + n % 9000), 'Card'
  from generate_series(1, ${count}) n`.execute(db)
const usual = { companyId, search: '', states: null, since: null, archived: false, order: 'desc', page: 1, limit: 10 } as const
const asked = [
  usual,
  { ...usual, search: '42' },
  { ...usual, search: 'bill 96', page: 3 },
  { ...usual, since: new Date(Date.now() - 30 * 86_400_000) },
]
const took: number[] = []
for (let round = 0; round < rounds; round += 1)
  for (const it of asked) {
    const began = performance.now()
    await listInvoices(db, it)
    took.push(performance.now() - began)
  }
took.sort((a, b) => a - b)
const p95 = took[Math.floor(took.length * 0.95)] ?? 0
console.log(
  `${count} invoices, ${took.length} lists: median ${took[took.length >> 1]?.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (bar 100)`,
)
await database.close()
rmSync(dataDir, { recursive: true })
