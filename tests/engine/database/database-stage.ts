/** Real databases of both engines as sources and destinations, and what opens them as a run would. */
import pg from 'pg'
import { v4 as uuid } from 'uuid'
import { inject } from 'vitest'

import type { DatabaseConfig, DestinationConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { databaseKind, dialectOf } from '#server/engine/kinds/database/database-kind.ts'
import { openSource } from '#server/engine/kinds/database/source.ts'
import type { Destination, Outcome, Parcel, Permission, Place, Source, SourcePage, Tools } from '#server/engine/kit/kind.ts'
import { createOutbound, type Outbound } from '#server/outbound/outbound.ts'
import { mysqlAccount, sharedMysql } from '../../kit/mysql-server.ts'
import { createOwnDatabase, dropDatabase } from '../../kit/ordinary-role.ts'
import { eventually } from '../kit/stage.ts'

export const engines = ['postgresql', 'mysql'] as const
export type Engine = (typeof engines)[number]

export type TestDatabase = {
  readonly engine: Engine
  readonly port: number
  readonly name: string
  readonly user: string
  readonly password: string
  /** Runs statements one after the other. */
  readonly run: (...statements: readonly string[]) => Promise<void>
  readonly rows: (query: string) => Promise<readonly Record<string, unknown>[]>
  readonly remove: () => Promise<void>
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

async function openPostgresql(): Promise<TestDatabase> {
  const url = inject('postgresSuperuserUrl')
  if (url === null) throw new Error(`There is no PostgreSQL: ${inject('postgresMissing')}`)
  const name = `shop_${uuid().replaceAll('-', '')}`
  const own = await createOwnDatabase(url, name, 'strategy file_copy')
  const { port, username, password } = new URL(own)
  return {
    engine: 'postgresql',
    ...{ port: Number(port), name, user: username, password },
    run: (...statements) =>
      onServer(own, async (client) => {
        for (const statement of statements) await client.query(statement)
      }),
    rows: async (query) => (await onServer(own, (client) => client.query(query))).rows,
    remove: () => dropDatabase(url, name),
  }
}

async function openMysql(): Promise<TestDatabase> {
  const server = await sharedMysql()
  const name = `shop_${uuid().replaceAll('-', '')}`
  await server.run(`create database ${name} character set utf8mb4`)
  return {
    engine: 'mysql',
    ...mysqlAccount,
    name,
    port: server.port,
    ...server.database(name),
    remove: () => server.run(`drop database if exists ${name}`),
  }
}

/** A database of its own; the caller removes it. */
export const openDatabaseOf = (engine: Engine): Promise<TestDatabase> =>
  engine === 'postgresql' ? openPostgresql() : openMysql()

/** How many connections stand besides the one that asks. */
export async function connectionsTo({ engine, name, rows }: TestDatabase): Promise<number> {
  const [answer] =
    engine === 'postgresql'
      ? await rows(
          "select count(*) as n from pg_stat_activity where datname = current_database() and application_name = 'datacrane'",
        )
      : await rows(`select count(*) - 1 as n from information_schema.processlist where user = 'crane' and db = '${name}'`)
  return Number(answer?.['n'])
}

/** Waits until nothing is left open. */
export const eventuallyClosed = (it: TestDatabase) =>
  eventually(
    () => connectionsTo(it),
    (open) => open === 0,
    5_000,
  )

/** Why an engine is not here; empty when it may be. MariaDB says so when it is started. */
export const missing = (engine: Engine): string => (engine === 'postgresql' ? inject('postgresMissing') : '')

type Changes = Partial<DatabaseConfig>
/** What it takes to reach one. */
export type Reached = Pick<TestDatabase, 'engine' | 'port' | 'name' | 'user' | 'password'>

export const databaseConfig = ({ engine, port, name }: Reached, changes: Changes): DatabaseConfig => ({
  ...{ engine, host: '127.0.0.1', port, database: name, tls: 'disable' },
  ...changes,
})

export const sideOf = (it: Reached, changes: Changes): SourceConfig & DestinationConfig => ({
  type: 'database',
  databaseConfig: databaseConfig(it, changes),
  auth: { type: 'basic', username: it.user, password: it.password },
})

export const toolsFor = (outbound: Outbound): Tools => ({
  outbound,
  readSecret: async (reference) => String(reference),
  heldEvents: async () => [],
})

const local = () => createOutbound({ egressAllow: ['127.0.0.0/8'] })

export const openSourceOf = (
  it: Reached,
  changes: Changes,
  outbound = local(),
  usedFields: ReadonlySet<string> | null = null,
): Promise<Source> => databaseKind.openSource(sideOf(it, changes), { ...toolsFor(outbound), usedFields })

/** As it is opened for a run, with smaller pages. */
export function openPages(it: Reached, changes: Changes, rows: number, partRows?: number): Promise<Source> {
  const side = sideOf(it, changes)
  return openSource(side, toolsFor(local()), dialectOf(side), rows, partRows)
}

export const openDestinationOf = (it: Reached, changes: Changes, outbound = local()): Promise<Destination> =>
  databaseKind.openDestination(sideOf(it, changes), toolsFor(outbound))

export type Run = { readonly records: unknown[]; readonly pages: SourcePage[]; readonly resume: Place | null }

/** Reads to the end, as a run does. `stopAfter` pages it breaks off, and `from` goes on there. */
export async function readAll(
  source: Source,
  from: Place,
  stopAfter = Number.POSITIVE_INFINITY,
): Promise<Run & { next: Place | null }> {
  const pages: SourcePage[] = []
  const records: unknown[] = []
  let next: Place | null = from
  while (next !== null && pages.length < stopAfter) {
    const page: SourcePage = await source.read(next, new AbortController().signal)
    pages.push(page)
    records.push(...page.records)
    next = page.next
  }
  await source.close?.()
  // What a run leaves has been written down and read again.
  const kept = <T>(value: T): T => JSON.parse(JSON.stringify(value))
  return { pages, records, next: kept(next), resume: kept(pages.at(-1)?.resume ?? null) }
}

const written = <T>(value: T): T => JSON.parse(JSON.stringify(value))

/**
 * Reads to the end, each page by another process, to which nothing comes but the place and the marks. `between` is called before each page but the
 * first. Of every second page only `keep` records are kept, and whoever goes on begins behind them.
 */
export async function readInPieces(
  it: Reached,
  changes: Changes,
  { rows, keep = rows, between, from }: { rows: number; keep?: number; between?: (page: number) => Promise<void>; from?: Place },
): Promise<SourcePage[]> {
  const pages: SourcePage[] = []
  const marks: Buffer[] = []
  let place: Place | null = from ?? null
  do {
    if (pages.length > 0) await between?.(pages.length)
    const source = await openPages(it, changes, rows)
    for (const some of marks) source.recall?.(some)
    place ??= source.start(null)
    const page: SourcePage = await source.read(place, new AbortController().signal)
    await source.close?.()
    const isWhole = pages.length % 2 === 0 || page.records.length <= keep
    const kept = isWhole ? page : { ...page, records: page.records.slice(0, keep) }
    if (page.marks) marks.push(page.marks.subarray(0, 8 * kept.records.length))
    place = written(isWhole ? page.next : (page.after?.(keep) ?? null))
    pages.push(kept)
  } while (place !== null)
  return pages
}

export const parcelOf = (key: string, ...records: readonly unknown[]): Parcel => {
  const texts = records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record)))
  const body = texts.join('\n')
  return { key, body, bytes: Buffer.from(body), count: texts.length, texts: () => texts }
}

export const allowed = (): Permission => ({
  signal: new AbortController().signal,
  withdrawn: new AbortController().signal,
  mayStart: () => true,
})

export const deliver = (destination: Destination, key: string, ...records: readonly unknown[]): Promise<Outcome> =>
  destination.deliver(parcelOf(key, ...records), allowed())
