/**
 * The lists of the operator with 2,000 companies of 20 connectors each, on the embedded database (or the one of DATABASE_URL, which must be empty):
 * 95 % of the readings of each page must take at most 150 ms.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'

import { approvalsMax } from '#contract/admin/approval-limits.ts'
import { bulkMax, customerSorts } from '#contract/admin/customer-limits.ts'
import { listWaiting } from '#server/features/admin/approvals/approvals.repository.ts'
import { customersOf, matchingCustomers, pageOfCustomers } from '#server/features/admin/customers.repository.ts'
import { readFacts } from '#server/features/admin/platform.repository.ts'
import { listEntries } from '#server/features/library/enterprise.repository.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'

const [companies, connectors, days, readings, bar] = [2_000, 20, 25, 40, 150]

async function fill(db: Kysely<Tables>): Promise<void> {
  const insert = async (text: string) => void (await sql.raw(`-- takes long\n${text}`).execute(db))
  await sql`set statement_timeout = 0`.execute(db)
  const id = (kind: string, n: string) => `md5('${kind}' || ${n})::uuid`
  await insert(`insert into companies (id, name, workspace_name, created_at)
    select ${id('c', 'n')}, 'Company ' || md5(n::text), 'w' || n, now() - interval '90 days' from generate_series(1, ${companies}) n`)
  await insert(`insert into users (id, company_id, email, first_name, last_name, role, password_hash, confirmed)
    select ${id('u', "n || '-' || k")}, ${id('c', 'n')}, n || '.' || k || '@example.test', 'F', 'L', case k when 1 then 'ADMIN' else 'USER' end, 'x', true
    from generate_series(1, ${companies}) n, generate_series(1, 5) k`)
  await insert(`insert into sessions (id, company_id, user_id, expires_at, last_used_at)
    select ${id('s', "n || '-' || k")}, ${id('c', 'n')}, ${id('u', "n || '-' || k")}, now() + interval '7 days', now() - random() * interval '20 days'
    from generate_series(1, ${companies}) n, generate_series(1, 5) k`)
  await insert(`insert into connectors (id, company_id, owner_id, name, profile, config_id, draft, status, status_before, status_reason, status_next)
    select ${id('k', "n || '-' || k")}, ${id('c', 'n')}, ${id('u', "n || '-1'")}, 'Connector ' || k, '{}', ${id('g', "n || '-' || k")}, '{}',
      case when random() < 0.8 then 'Active' else 'Pause' end, 'Draft', '', '' from generate_series(1, ${companies}) n, generate_series(1, ${connectors}) k`)
  await insert(`insert into alarms (connector_id, company_id, kind, state, since, reason, next)
    select id, company_id, 'failing', case when random() < 0.1 then 'raised' else 'watching' end, now(), '', '' from connectors where random() < 0.2`)
  await insert(`insert into company_sums (company_id, width, at, delivered, failed, skipped, unknown, took_ms)
    select c.id, 1440, date_trunc('day', now(), 'UTC') - d * interval '1 day', 1000 * random(), 3, 0, 0, 0
    from companies c, generate_series(1, ${days}) d
    union all
    select c.id, 60, date_trunc('hour', now(), 'UTC') - h * interval '1 hour', 50 * random(), 1, 0, 0, 0
    from companies c, generate_series(0, 72) h`)
  await insert(`insert into ledger_deltas (company_id, connector_id, minute, delivered, failed, skipped, unknown, took_ms)
    select company_id, id, date_trunc('minute', now()), 5, 0, 0, 0, 0 from connectors where random() < 0.05`)
  // One public connector a company, every tenth of which waits; what was started from them; and other things that wait.
  await insert(`insert into templates (id, company_id, author_id, name, description, category, tags, config, shapes, hosts, found_by, status, submitted_by)
    select ${id('t', 'n')}, ${id('c', 'n')}, ${id('u', "n || '-1'")}, 'Public ' || n, '', '', '[]', '{}', '{}', '[]', 'public ' || n,
      case when n % 10 = 0 then 'waiting' else 'approved' end, ${id('u', "n || '-1'")} from generate_series(1, ${companies}) n`)
  await insert(`insert into template_uses (connector_id, company_id, template_id, revision)
    select id, company_id, ${id('t', '(1 + floor(random() * 1999))::int')}, 1 from connectors where random() < 0.2`)
  await insert(`insert into retention_requests (id, company_id, member_id, status, expires_at)
    select gen_random_uuid(), ${id('c', 'n')}, ${id('u', "n || '-2'")}, 'requested', now() + interval '7 days' from generate_series(1, 500) n`)
  await insert('analyze')
}

async function p95(read: () => Promise<unknown>): Promise<number> {
  await read()
  const times: number[] = []
  for (let at = 0; at < readings; at += 1) {
    const begun = performance.now()
    await read()
    times.push(performance.now() - begun)
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(readings * 0.95) - 1] ?? 0
}

const dataDir = mkdtempSync(join(tmpdir(), 'datacrane-customers-'))
const database = await openDatabase({ url: process.env['DATABASE_URL'] ?? null, dataDir })
let isOver = false
try {
  const { db } = database
  await migrate(db)
  await fill(db)
  const say = (name: string, took: number) => {
    if (took > bar) isOver = true
    process.stdout.write(`${name.padEnd(28)} ${took.toFixed(1).padStart(7)} ms${took > bar ? `  over ${bar} ms` : ''}\n`)
  }
  for (const sort of customerSorts) {
    const asked = { search: '', status: null, sort, direction: 'descending', limit: 10, offset: 500 } as const
    say(`customers by ${sort}`, await p95(async () => customersOf(db, (await pageOfCustomers(db, asked)).ids)))
  }
  const searched = { search: 'a1', status: null, sort: 'attention', direction: 'descending', limit: 10, offset: 0 } as const
  say('customers, searched', await p95(async () => customersOf(db, (await pageOfCustomers(db, searched)).ids)))
  say('customers, for one action', await p95(() => matchingCustomers(db, { search: '', status: null }, bulkMax)))
  say('the Admin Console', await p95(() => readFacts(db)))
  say('approvals', await p95(() => listWaiting(db, approvalsMax)))
  say('Enterprise Library', await p95(() => listEntries(db, [], { limit: 10, offset: 500 })))
  say('Enterprise Library, searched', await p95(() => listEntries(db, ['public', '17'], { limit: 10, offset: 0 })))
} finally {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exitCode = isOver ? 1 : 0
