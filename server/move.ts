/**
 * `npm run move -- --to postgres://… [--from <folder>]`: carries the embedded database into an empty PostgreSQL. Stop the product first.
 * It reads the same environment as the product, and changes nothing in the folder but for a note that it was moved.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openOneOfEachKind } from './features/admin/move/sealed-values.repository.ts'
import { readConfig } from './platform/config/config.ts'
import { moveDatabase } from './platform/database/move/move.ts'
import { keyFileOf, loadMasterKey } from './platform/security/master-key.ts'
import { createVault } from './platform/security/vault.ts'

const usage = 'Name an empty database: npm run move -- --to postgres://user:password@host/database'
const line = (sentence: string) => process.stdout.write(`${sentence}\n`)

function readOptions() {
  const { to, from } = parseArgs({ options: { to: { type: 'string' }, from: { type: 'string' } } }).values
  if (to === undefined || !URL.canParse(to) || !/^postgres(ql)?:$/.test(new URL(to).protocol)) throw new Error(usage)
  const { unsafeDatabase, secretKey, dataDir } = readConfig({ ...process.env, ...(from === undefined ? {} : { DATA_DIR: from }) })
  return { to, unsafeDatabase, secretKey, dataDir }
}

/** Files of companies that an earlier version wrote (`taken-files.ts`). */
const leftFiles = (dataDir: string) =>
  ['archives', 'backups']
    .map((kind) => join(dataDir, kind))
    .filter((folder) => existsSync(folder) && readdirSync(folder).length > 0)

async function run(): Promise<void> {
  const { to, unsafeDatabase, secretKey, dataDir } = readOptions()
  const began = Date.now()
  const opened: string[] = []
  const { tables, rows } = await moveDatabase({
    ...{ dataDir, to, secretKey, unsafeDatabase, progress: line },
    check: async (target) => {
      opened.push(...(await openOneOfEachKind(target, createVault(loadMasterKey({ secretKey, dataDir })))))
    },
  })
  const seconds = Math.ceil((Date.now() - began) / 1_000)
  line(`Moved ${rows} rows of ${tables} tables in ${seconds} s. Every row in PostgreSQL equals the original row.`)
  line(
    opened.length === 0
      ? 'The database contains no secrets.'
      : `The key opens the secrets in ${[...new Set(opened)].join(', ')}.`,
  )
  line('Next, set DATABASE_URL to the URL of --to in every process.')
  line(
    secretKey === null
      ? `Set SECRET_KEY to the content of ${keyFileOf(dataDir)} in every process, and keep the file.`
      : 'Set the same SECRET_KEY in every process.',
  )
  for (const folder of leftFiles(dataDir))
    line(`Files in ${folder} were not moved. Start one process with this DATA_DIR on PostgreSQL to import them.`)
  line(`To go back, stop every process and unset DATABASE_URL. ${dataDir} still has the state before the move.`)
}

try {
  await run()
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  process.exitCode = 1
}
