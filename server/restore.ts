/** `npm run restore -- --from <folder>`: puts a backup of `npm run backup` in the place of the embedded database. Stop the product first. */
import { parseArgs } from 'node:util'
import { readConfig } from './platform/config/config.ts'
import { restoreBackup } from './platform/database/backup/backup-folder.ts'

async function run(): Promise<string> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl !== null) throw new Error('To restore PostgreSQL, run: pg_restore -d datacrane datacrane.dump')
  const { from } = parseArgs({ options: { from: { type: 'string' } } }).values
  if (from === undefined) throw new Error('Name the backup: npm run restore -- --from <folder>')
  const before = await restoreBackup(dataDir, from)
  return `Restored ${from} to ${dataDir}.${before === null ? '' : ` The previous database is in ${before}.`}`
}

try {
  process.stdout.write(`${await run()}\n`)
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  process.exitCode = 1
}
