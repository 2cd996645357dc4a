/**
 * `npm run backup [-- --to <folder>]`: copies the embedded database while the product uses it, or while nobody does.
 * It reads the same environment as the product. The master key is no part of it: keep that apart.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from './platform/config/config.ts'
import { makeBackup } from './platform/database/backup/backup-folder.ts'

async function run(): Promise<string> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl !== null) throw new Error('To back up PostgreSQL, run: pg_dump -Fc "$DATABASE_URL" > datacrane.dump')
  const name = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const { to = join(dataDir, 'database-backups', name) } = parseArgs({ options: { to: { type: 'string' } } }).values
  const { folder, files, bytes } = await makeBackup(dataDir, to)
  return `Backed up ${files} files (${(bytes / 1_000_000).toFixed(1)} MB) to ${folder}. Store the master key (secret.key or SECRET_KEY) separately.`
}

try {
  process.stdout.write(`${await run()}\n`)
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  process.exitCode = 1
}
