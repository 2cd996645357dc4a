/** A PostgreSQL of one test's own, set as careful as in production, so that it can be crashed. */
import { onTestFinished } from 'vitest'

import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { type Cluster, folderForThrowawayData, startCluster } from '../../kit/postgres-cluster.ts'

const careful = ['max_connections=100', 'shared_buffers=32MB']

/**
 * A careful cluster with all tables. It is gone after the test. What dies here are processes and never the machine, so memory outlives them as a disk
 * would; on a disk whose syncs take milliseconds the recovery alone took longer than the test waits.
 */
export async function ownCluster(
  options: { readonly more?: readonly string[]; readonly under?: string; readonly settings?: readonly string[] } = {},
): Promise<Cluster> {
  const cluster = await startCluster({
    under: folderForThrowawayData(),
    ...options,
    settings: [...careful, ...(options.settings ?? [])],
  })
  onTestFinished(() => cluster.stop())
  const database = await openDatabase({ url: cluster.url, dataDir: '' })
  await migrate(database.db)
  await database.close()
  return cluster
}

/** Opens a database by its address; faults of its connections are kept. */
export async function openOwn(url: string): Promise<{ database: Database; faults: Error[] }> {
  const faults: Error[] = []
  const database = await openDatabase({ url, dataDir: '', fault: (error) => void faults.push(error) })
  onTestFinished(() => database.close())
  return { database, faults }
}
