/** A migrated template of each database, from which a test gets its own within milliseconds. */

import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createOrdinaryRole, createOwnDatabase, dropDatabase } from './ordinary-role.ts'
import { type Cluster, folderForThrowawayData, forOneRun, startCluster } from './postgres-cluster.ts'

const template = 'datacrane_template'

export type Postgres = {
  /** Null when the server was given, or when there is none. */
  readonly cluster: Cluster | null
  /** Address for the superuser of a server that has the template, or null when there is none. */
  readonly url: string | null
  /** Why there is no PostgreSQL. */
  readonly missing: string
}

/** Starts PostgreSQL, or takes the one of `TEST_DATABASE_URL`, and makes the template in it. */
export async function findPostgres(): Promise<Postgres> {
  const given = process.env['TEST_DATABASE_URL']
  let cluster: Cluster | null = null
  try {
    cluster = given ? null : await startCluster({ settings: forOneRun, under: folderForThrowawayData() })
  } catch (thrown) {
    const missing = thrown instanceof Error ? thrown.message : String(thrown)
    console.log(`PostgreSQL could not be started, its tests are not run: ${missing}`)
    return { cluster, url: null, missing }
  }
  // A server that runs but refuses the tables is a fault of the product, so it fails the run.
  const url = given ?? cluster?.superuserUrl ?? ''
  await remakeTemplate(url)
  return { cluster, url, missing: '' }
}

/** A cluster that was given may have a template of another run. */
async function remakeTemplate(superuserUrl: string): Promise<void> {
  await createOrdinaryRole(superuserUrl)
  await dropDatabase(superuserUrl, template)
  await makeTemplate({ url: await createOwnDatabase(superuserUrl, template), dataDir: '' })
}

export async function makeTemplate(place: { url: string | null; dataDir: string }): Promise<void> {
  const database = await openDatabase(place)
  await migrate(database.db)
  await database.close()
}

/**
 * A database with all tables and no rows, of the ordinary role. Its files are copied instead of every block being written to the log, which is many times
 * quicker where nothing is synced. PostgreSQL 15 and later. @returns its address.
 */
export const createFromTemplate = (superuserUrl: string, name: string): Promise<string> =>
  createOwnDatabase(superuserUrl, name, `template ${template} strategy file_copy`)
