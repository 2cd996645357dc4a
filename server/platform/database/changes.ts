/** Who writes something that people watch says so here. It is told on when the commit of it has happened, and never when it has not. */
import { type DatabaseConnection, type Driver, type Kysely, PostgresDialect, type PostgresDialectConfig } from 'kysely'
import type { FairPlaces, Place } from './fair-connections.ts'
import { workedFor } from './fair-connections.ts'
import type { Tables } from './tables/tables.ts'

export type ConnectorChange = {
  readonly companyId: string
  readonly connectorId: string
  /** `records`: lines of the ledger, and with them the sums of the run. */
  readonly what: 'connector' | 'run' | 'records'
}
/** What the bell of the header counts. */
type BellChange = {
  readonly companyId: string
  /** Null: of everybody in the company. */
  readonly userId: string | null
  readonly what: 'bell'
}
export type Change = ConnectorChange | BellChange
type Listener = (change: Change) => void

const listeners = new WeakMap<Kysely<Tables>, Listener>()
/** Of transactions that are open. */
const noted = new WeakMap<DatabaseConnection, Change[]>()

/** To be called after the statement that made the change, with what it was made through. */
export async function changed(db: Kysely<Tables>, ...changes: readonly Change[]): Promise<void> {
  if (!db.isTransaction) {
    // A statement alone is its own commit.
    const listener = listeners.get(db)
    if (listener) changes.forEach(listener)
    return
  }
  await db.getExecutor().provideConnection(async (connection) => {
    noted.set(connection, [...(noted.get(connection) ?? []), ...changes])
  })
}

/** Tells everything that this process changes, after its commit. One listener for each database; returns what ends it. */
export function onChange(db: Kysely<Tables>, listener: Listener): () => void {
  listeners.set(db, listener)
  return () => void listeners.delete(db)
}

/** PostgreSQL whose commits are told, and whose connections companies share. */
export class TellingDialect extends PostgresDialect {
  readonly #places: FairPlaces

  /** The database that this dialect was given to; set once it is made. */
  of: Kysely<Tables> | null = null

  constructor(config: PostgresDialectConfig, places: FairPlaces) {
    super(config)
    this.#places = places
  }

  override createDriver(): Driver {
    const driver = super.createDriver()
    const commit = driver.commitTransaction.bind(driver)
    const rollback = driver.rollbackTransaction.bind(driver)
    driver.commitTransaction = async (connection) => {
      const changes = noted.get(connection) ?? []
      noted.delete(connection)
      await commit(connection)
      const listener = this.of ? listeners.get(this.of) : undefined
      if (listener) changes.forEach(listener)
    }
    driver.rollbackTransaction = async (connection) => {
      noted.delete(connection)
      await rollback(connection)
    }
    return this.#shared(driver)
  }

  #shared(driver: Driver): Driver {
    const acquire = driver.acquireConnection.bind(driver)
    const release = driver.releaseConnection.bind(driver)
    const taken = new WeakMap<DatabaseConnection, Place>()
    driver.acquireConnection = async (options) => {
      const place = await this.#places.enter(workedFor())
      try {
        const connection = await acquire(options)
        taken.set(connection, place)
        return connection
      } catch (thrown) {
        place.leave()
        throw thrown
      }
    }
    driver.releaseConnection = async (connection) => {
      const place = taken.get(connection)
      taken.delete(connection)
      try {
        await release(connection)
      } finally {
        place?.leave()
      }
    }
    return driver
  }
}
