/**
 * `npm run allow-all -- --company <id or name>`: switches the list of addresses of a company off, for administrators who shut themselves out.
 * It reads the same environment as the product. With the embedded database, stop the product first: only one process can open it.
 */
import { parseArgs } from 'node:util'
import { allowAllAddresses } from './features/settings/allow-all.service.ts'
import { readConfig } from './platform/config/config.ts'
import { openDatabase } from './platform/database/database.ts'

async function run(): Promise<string> {
  const { company } = parseArgs({ options: { company: { type: 'string' } } }).values
  if (company === undefined) throw new Error('Name the company: npm run allow-all -- --company <id or name>')
  const { databaseUrl, dataDir } = readConfig(process.env)
  const database = await openDatabase({ url: databaseUrl, dataDir, fault: () => {} })
  try {
    return await allowAllAddresses(database.db, company)
  } finally {
    await database.close()
  }
}

try {
  process.stdout.write(`${await run()}\n`)
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  process.exitCode = 1
}
