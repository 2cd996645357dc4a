/** Once per run: a migrated template of each database, so that a test file gets its own within milliseconds. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'

import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { type Cluster, folderForThrowawayData, startCluster } from './postgres-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of a migrated embedded database that nobody has open. */
    embeddedTemplate: string
    /** Address of a PostgreSQL server with the database `datacrane_template`, or null when there is none. */
    postgresUrl: string | null
    /** Why there is no PostgreSQL. */
    postgresMissing: string
  }
}

let folder: string | null = null
let cluster: Cluster | null = null

export async function setup(project: TestProject): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'datacrane-tests-'))
  await makeTemplate({ url: null, dataDir: folder })
  project.provide('embeddedTemplate', folder)
  const { url, missing } = await findPostgres()
  project.provide('postgresUrl', url)
  project.provide('postgresMissing', missing)
}

export async function teardown(): Promise<void> {
  await cluster?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
}

async function findPostgres(): Promise<{ url: string | null; missing: string }> {
  try {
    const given = process.env['TEST_DATABASE_URL']
    cluster = given ? null : await startCluster({ under: folderForThrowawayData() })
    const url = given ?? cluster?.url ?? ''
    await remakeTemplate(url)
    return { url, missing: '' }
  } catch (thrown) {
    const missing = thrown instanceof Error ? thrown.message : String(thrown)
    console.log(`PostgreSQL could not be started, its tests are not run: ${missing}`)
    return { url: null, missing }
  }
}

/** Two projects of one run share the cluster's address, so the template may be there already. */
async function remakeTemplate(url: string): Promise<void> {
  const server = await openDatabase({ url, dataDir: '' })
  await sql`drop database if exists datacrane_template`.execute(server.db)
  await sql`create database datacrane_template`.execute(server.db)
  await server.close()
  await makeTemplate({ url: withDatabase(url, 'datacrane_template'), dataDir: '' })
}

async function makeTemplate(place: { url: string | null; dataDir: string }): Promise<void> {
  const database = await openDatabase(place)
  await migrate(database.db)
  await database.close()
}

export function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
