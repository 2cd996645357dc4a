/** The engine with its database: a process of its own, the server of PostgreSQL below it. Arguments: `embedded` or `postgres`, and a folder. */
import { openDatabase } from '#server/platform/database/database.ts'
import { startCluster } from '#tests/kit/postgres-cluster.ts'
import type { Order } from './contestants.ts'
import { addPlace, engineOn, moveOnce } from './engine-place.ts'

const [, , kind, folder = ''] = process.argv
// Durable commits: nothing of the server's defaults is loosened.
const cluster = kind === 'postgres' ? await startCluster(['shared_buffers=64MB']) : null
const database = await openDatabase({ url: cluster?.url ?? null, dataDir: folder })
// A run of the product ends at a million records and the next one goes on; here one run moves them all.
const engine = await engineOn(database, { limits: { recordsMax: 10_000_000 } })
const place = await addPlace(database)

async function stop() {
  await engine.stop()
  await database.close()
  await cluster?.stop()
  process.exit()
}

process.on('message', (order: Order) => void moveOnce(database, engine, place, order).then(() => process.send?.('moved')))
process.on('disconnect', () => void stop())
process.send?.('ready')
