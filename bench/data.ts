/**
 * Fills a database with a company of many connectors and records, for benchmarks and to look at.
 *
 *   npm run bench:data -- [transactions = 1000000] [connectors = 10000]
 *
 * Of the folder DATA_DIR (default `.cache/bench`), or on the PostgreSQL of DATABASE_URL. Start the product on it with the same variables.
 */
import { openDatabase } from '#server/platform/database/database.ts'
import { fillCompany, password, people } from './company.ts'

const [transactions = '1000000', connectors = '10000'] = process.argv.slice(2)
const database = await openDatabase({
  url: process.env['DATABASE_URL'] ?? null,
  dataDir: process.env['DATA_DIR'] ?? '.cache/bench',
})
const begun = performance.now()
const told = (what: string) => console.log(`${((performance.now() - begun) / 1_000).toFixed(0).padStart(5)} s  ${what}`)
await fillCompany(database, Number(transactions), Number(connectors), told)
told(`done. Sign in as ${people.join(', ')} with ${password}`)
await database.close()
