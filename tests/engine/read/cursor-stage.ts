/** A database with a connector's source in it, a destination, and the product between them. */
import { onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { openProduct } from '../../faults/kit/product.ts'
import type { Fresh } from '../../server/kit/databases.ts'
import { databaseConfig, openDatabaseOf } from '../database/database-stage.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { configFor } from '../kit/stage.ts'

/** All of it goes with the test. `prepare` are statements that make the tables; `delay` is of the destination, in milliseconds. */
export async function stageWithTables({ database }: Pick<Fresh, 'database'>, prepare: readonly string[], delay = 0) {
  const shop = await openDatabaseOf('postgresql')
  await shop.run(...prepare)
  const destination = await startDestination({ delay })
  const product = await openProduct(database)
  onTestFinished(async () => {
    await product.close()
    await destination.close()
    await shop.remove()
  })
  const plain = configFor({ source: '', destination: destination.url, paging: null })
  /** A configuration that reads a table by a cursor column. */
  const reading = (table: string, cursorColumn: string): ConnectorConfig => ({
    ...plain,
    source: {
      type: 'database',
      databaseConfig: databaseConfig(shop, { table, cursorColumn }),
      auth: { type: 'basic', username: shop.user, password: shop.password || 'none' },
    },
  })
  return { shop, destination, product, reading }
}
