/** One SQL, two databases: PGlite inside this process, or PostgreSQL by address. Both are reached through `pg`, so that values read the same. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import pg from 'pg'

import { TellingDialect } from './changes.ts'
import { startEmbeddedServer } from './embedded/embedded-server.ts'
import { lockFolder } from './embedded/folder-lock.ts'
import { createFairPlaces } from './fair-connections.ts'
import { type Listen, listenAt } from './listening.ts'
import { hearFaults, openOwnSessions, SharedSessions } from './own-session.ts'
import { PreparingClient } from './preparing-client.ts'
import { type QueueDatabase, queueDatabaseOver } from './queue-database.ts'
import type { Tables } from './tables/tables.ts'

export type Database = {
  readonly kind: 'embedded' | 'postgres'
  readonly db: Kysely<Tables>
  /** As `server_version` has it, e.g. `18.6`. */
  readonly serverVersion: string
  /** For the job queues (`platform/jobs/boss.ts`), and for what hears notifications on either database. */
  readonly queue: QueueDatabase
  /** Hears what other processes notify; null where there is but one process. */
  readonly listen: Listen | null
  /** Of this process; `waiting` are requests for one. */
  readonly connections: () => { readonly open: number; readonly idle: number; readonly waiting: number }
  /** Copies the files of the embedded database while it is in use; null of PostgreSQL, which `pg_dump` copies. */
  readonly copyTo: ((folder: string) => Promise<void>) | null
  close(): Promise<void>
}

type Place = {
  /** `postgres://…`, or null for the embedded database. */
  readonly url: string | null
  /** Folder of the embedded database; created with mode 0700 when it is not there. */
  readonly dataDir: string
  /** Connections of this process to PostgreSQL, beside the one that listens. */
  readonly connections?: number
  /** Told when a connection is lost while nobody uses it, and when the embedded database breaks and is started again. */
  readonly fault?: (error: Error) => void
}

/** Milliseconds. */
const connectLimit = 5_000
/** Longer than the server's own limit of a statement (`own-session.ts`), which comes first: this one ends the wait on a connection that is half open (`faults.md` F5). */
const answerLimit = 10_000

/** Connections of one process to PostgreSQL, where nothing else is set. */
export const usualConnections = 12

/** `bigint` as a number: our counts stay far below 2^53. The rest is pg's own reading: timestamptz as Date, json parsed, numeric as text. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** Opens the database and proves that it answers. @throws an Error whose message is one sentence for the person who starts the program. */
export async function openDatabase({ url, dataDir, connections = usualConnections, fault = () => {} }: Place): Promise<Database> {
  return url === null ? openEmbedded(dataDir, fault) : openPostgres(url, connections, fault)
}

async function openEmbedded(dataDir: string, fault: (error: Error) => void): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockFolder(dataDir)
  try {
    const server = await startEmbeddedServer(join(dataDir, 'pgdata'), fault)
    const config = { user: 'postgres', database: 'postgres', password: 'none', host: 'embedded', ssl: false }
    const pool = new pg.Pool({
      ...config,
      Client: PreparingClient,
      types,
      max: 1,
      idleTimeoutMillis: 0,
      stream: () => server.connect() as never,
    })
    const close = async () => {
      await server.close()
      lock.release()
    }
    const copyTo = (folder: string) => server.copyTo(folder)
    hearFaults(pool, fault)
    return await overPool('embedded', pool, { listen: null, copyTo, afterwards: close })
  } catch (cause) {
    lock.release()
    throw new Error(`The embedded database in ${dataDir} can't be opened: ${sentence(cause)}`, { cause })
  }
}

async function openPostgres(url: string, connections: number, fault: (error: Error) => void): Promise<Database> {
  const config = {
    ...{
      Client: PreparingClient,
      connectionString: url,
      types,
      max: connections,
      keepAlive: true,
      application_name: 'datacrane',
    },
    ...{ connectionTimeoutMillis: connectLimit, query_timeout: answerLimit },
  }
  try {
    const pool = await openOwnSessions(config, fault)
    return await overPool('postgres', pool, { listen: listenAt(url), copyTo: null, afterwards: async () => {} })
  } catch (cause) {
    if (cause instanceof SharedSessions) throw cause
    throw new Error(`The database of DATABASE_URL can't be reached: ${sentence(cause)}`, { cause })
  }
}

async function overPool(
  kind: Database['kind'],
  pool: pg.Pool,
  { listen, copyTo, afterwards }: Pick<Database, 'listen' | 'copyTo'> & { readonly afterwards: () => Promise<void> },
): Promise<Database> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version')
  const places = createFairPlaces({ max: pool.options.max, waitLimit: pool.options.connectionTimeoutMillis || null })
  const dialect = new TellingDialect({ pool }, places)
  const db = new Kysely<Tables>({ dialect })
  dialect.of = db
  const close = async () => {
    await db.destroy()
    await afterwards()
  }
  const connections = () => ({
    open: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount + places.standing().waiting,
  })
  const queue = queueDatabaseOver(pool, places, listen)
  return { kind, db, queue, serverVersion: rows[0]?.server_version ?? '', listen, connections, copyTo, close }
}

/** A refused connection of several addresses is an AggregateError without a message of its own. */
function sentence(thrown: unknown): string {
  if (thrown instanceof AggregateError) return thrown.errors.map(sentence).join('; ')
  return thrown instanceof Error ? thrown.message : String(thrown)
}

const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : ''

/** Connection exceptions, operator intervention, no resources (connections, disk); and what the sockets say. */
const downCodes =
  /^(08...|57P0[1-5]|53...|58...|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** pg has no codes for its own time-outs and for connections that end under a query. */
const unreachablePattern =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Cannot use a pool after|The embedded database )/

/** Whether a query failed because the database cannot be reached, and not because of what it asked. */
export function isDatabaseDown(thrown: unknown): boolean {
  if (thrown instanceof AggregateError) return thrown.errors.some(isDatabaseDown)
  return downCodes.test(codeOf(thrown)) || (thrown instanceof Error && unreachablePattern.test(thrown.message))
}

/** A serialization failure or deadlock: the same again may succeed. */
export const isConflictToRetry = (thrown: unknown): boolean => /^40(001|P01)$/.test(codeOf(thrown))

/** U+0000 or broken text, which PostgreSQL does not store. */
export const isUnstorableText = (thrown: unknown): boolean => /^22(021|P05)$/.test(codeOf(thrown))
