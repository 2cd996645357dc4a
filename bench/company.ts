/** A company as it may become: thousands of connectors that have moved a million records within a year, written straight into the tables. */
import { type Kysely, sql } from 'kysely'
import { v7 as newId } from 'uuid'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { ensurePartitions } from '#server/engine/ledger/partitions.repository.ts'
import { rollUp } from '#server/engine/ledger/roll-up.repository.ts'
import { demoConfig } from '#server/features/library/ready-made/demo-connector.ts'
import type { Database } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { configHash } from '#server/records/connectors/versions.repository.ts'
import { type Page, pageRows, seeded } from './company-pages.ts'

type Db = Kysely<Tables>

export const people = ['admin@bench.test', 'user@bench.test', 'user2@bench.test', 'user3@bench.test'] as const
export const password = 'bench-bench-bench'
/** The connector with the most records. */
export const largestName = 'Connector 1'

const hour = 3_600_000
const day = 24 * hour
const days = 365
const pageSize = 100
/** Records of the largest connector, as a share of all; the others share the rest, each a little less than the one before. */
const largest = 0.2
/** Records of one commit. */
const atOnce = 10_000

const standing = { status_reason: 'It was deployed.', status_next: 'It runs as its trigger says.' }

/** One of twenty speaks with the sandbox only. */
function configOf(at: number): ConnectorConfig {
  const config = demoConfig('http://127.0.0.1:3001')
  if (at % 20 === 0) return config
  return {
    ...config,
    name: `Connector ${at}`,
    source: { ...config.source, url: `https://shop-${at % 500}.example.com/orders` },
    destination: { ...config.destination, url: `https://crm-${at % 300}.example.com/orders` },
  }
}

async function addPeople(db: Db, companyId: string): Promise<string[]> {
  const hash = await hashPassword(password)
  await db.insertInto('companies').values({ id: companyId, name: 'Bench', workspace_name: 'bench' }).execute()
  const ids = people.map(() => newId())
  for (const [at, email] of people.entries()) {
    const role = at === 0 ? 'ADMIN' : 'USER'
    const row = {
      id: ids[at] ?? '',
      company_id: companyId,
      email,
      first_name: 'Bench',
      last_name: role,
      role,
      password_hash: hash,
    } as const
    await db
      .insertInto('users')
      .values({ ...row, confirmed: true })
      .execute()
  }
  return ids
}

type Made = { readonly id: string; readonly config: ConnectorConfig }

async function addConnectors(
  db: Db,
  companyId: string,
  count: number,
  owners: readonly string[],
  begin: number,
): Promise<Made[]> {
  const made = Array.from({ length: count }, (_, at): Made => ({ id: newId(), config: configOf(at + 1) }))
  for (let at = 0; at < count; at += 500) {
    const part = made.slice(at, at + 500)
    await db
      .insertInto('connectors')
      .values(
        part.map(({ id, config }, place) => {
          const number = at + place + 1
          const status = number % 17 === 0 ? ('Pause' as const) : number % 101 === 0 ? ('Failed' as const) : ('Active' as const)
          // The largest belongs to the administrator; of the others most to the first user.
          const owner = owners[number === 1 ? 0 : ([1, 1, 1, 2, 3][number % 5] ?? 1)] ?? ''
          const profile = { integrationName: `Connector ${number}`, connectorType: 'Private', details: '', budgetLimit: null }
          return {
            ...{
              id,
              company_id: companyId,
              owner_id: owner,
              name: `Connector ${number}`,
              config_id: newId(),
              draft: JSON.stringify(config),
            },
            ...{ ...standing, status, status_before: 'Deploying', live_version: null, created_at: new Date(begin) },
            profile: JSON.stringify({
              ...profile,
              computeSize: 'small',
              encryptionOption: 'platform',
              supportPackage: 'basic',
              storeLocally: true,
            }),
          }
        }),
      )
      .execute()
    await db
      .insertInto('connector_versions')
      .values(
        part.map(({ id, config }) => ({
          ...{ company_id: companyId, connector_id: id, number: 1, hash: configHash(config), config: JSON.stringify(config) },
          author_id: owners[0] ?? '',
        })),
      )
      .execute()
    const ids = part.map(({ id }) => id)
    await sql`update connectors set live_version = 1 where company_id = ${companyId} and id = any(${ids}::uuid[])`.execute(db)
  }
  return made
}

/** How many records each connector has moved: a fifth by the largest, the rest as ranks have it. */
function shares(count: number, total: number): number[] {
  const weights = Array.from({ length: count }, (_, at) => (at === 0 ? 0 : 1 / (at + 50) ** 0.8))
  const sum = weights.reduce((a, b) => a + b, 0)
  const records = weights.map((weight, at) =>
    at === 0 ? Math.round(total * largest) : Math.max(1, Math.floor((total * (1 - largest) * weight) / sum)),
  )
  records[1] = (records[1] ?? 0) + total - records.reduce((a, b) => a + b, 0)
  return records
}

/** Runs of one connector, spread over the year; more of them in the last days, so that every range has something to tell. */
function* pagesOf(made: Made, companyId: string, records: number, now: number, random: () => number): Generator<Page[]> {
  let left = records
  while (left > 0) {
    const age = random() < 0.3 ? random() ** 2 * 2 * day : random() * days * day
    const at = now - age - 60_000
    const pages = Math.min(random() < 0.1 ? 1 + Math.floor(random() * 10) : 1, Math.ceil(left / pageSize))
    const runId = newId({ msecs: Math.floor(at) })
    const run: Page[] = []
    for (let number = 1; number <= pages && left > 0; number += 1) {
      const count = Math.min(left, records > 10_000 ? pageSize : 1 + Math.floor(random() * 20))
      const first = run.reduce((sum, it) => sum + it.count, 0)
      run.push({
        companyId,
        connectorId: made.id,
        config: made.config,
        runId,
        number,
        first,
        count,
        readAt: new Date(at + number * 1_500),
        random,
      })
      left -= count
    }
    yield run
  }
}

async function write(db: Db, runs: readonly (readonly Page[])[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const rows = runs.map((pages) => pageRows(pages))
    const into = async (
      table: 'runs' | 'source_pages' | 'transactions' | 'attempts' | 'settlements' | 'ledger_deltas',
      all: object[],
    ) => {
      if (all.length === 0) return
      const names = sql.join(Object.keys(all[0] ?? {}).map((name) => sql.ref(name)))
      // Bytes go as hexadecimal text.
      const inText = (row: object) =>
        Object.fromEntries(
          Object.entries(row).map(([name, it]) => [name, it instanceof Buffer ? `\\x${it.toString('hex')}` : it]),
        )
      await sql`
        insert into ${sql.table(table)} (${names})
        select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(all.map(inText))}::json)`.execute(
        tx,
      )
    }
    await into(
      'runs',
      rows.map(({ run }) => run),
    )
    for (const table of ['source_pages', 'transactions', 'attempts', 'settlements'] as const)
      await into(
        table,
        rows.flatMap((it): object[] => it[table]),
      )
    await into(
      'ledger_deltas',
      rows.flatMap(({ deltas }) => deltas),
    )
  })
}

export type Filled = { readonly companyId: string; readonly largestId: string; readonly smallId: string }

/** Writes it all and adds it up. @param told is told how far it is. */
export async function fillCompany(
  { db }: Database,
  transactions: number,
  connectors: number,
  told: (what: string) => void,
): Promise<Filled> {
  await migrate(db)
  const now = Date.now()
  const random = seeded(20_261_122)
  await ensurePartitions(db, new Date(now - days * day), Math.ceil(days / 7) + 1)
  const companyId = newId()
  const owners = await addPeople(db, companyId)
  const made = await addConnectors(db, companyId, connectors, owners, now - days * day)
  told(`${connectors} connectors`)
  const records = shares(connectors, transactions)
  let batch: Page[][] = []
  let [waiting, written, deltas] = [0, 0, 0]
  const flush = async () => {
    await write(db, batch)
    written += waiting
    deltas += batch.length
    ;[batch, waiting] = [[], 0]
    if (written % 100_000 < atOnce) told(`${written} records`)
    while (deltas > 2_000 && (await rollUp(db)).isMore) deltas = 0
  }
  for (const [at, one] of made.entries()) {
    for (const run of pagesOf(one, companyId, records[at] ?? 0, now, random)) {
      batch.push(run)
      waiting += run.reduce((sum, { count }) => sum + count, 0)
      if (waiting >= atOnce) await flush()
    }
  }
  await flush()
  while ((await rollUp(db)).isMore);
  told('adding up, vacuum and analysis')
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    await sql`-- takes long\nvacuum analyze`.execute(one)
    await sql`reset statement_timeout`.execute(one)
  })
  return { companyId, largestId: made[0]?.id ?? '', smallId: made[Math.floor(connectors / 2)]?.id ?? '' }
}
