/** A process that migrates an empty database and stays inside the transaction after the n-th statement of one file, to be killed there. */
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { statementsOf } from './statements.ts'

export type MigrateSettings = {
  readonly place: { readonly url: string | null; readonly dataDir: string }
  /** Of the file; null migrates to the end. */
  readonly version: number | null
  /** How many statements are carried out before it stays. */
  readonly statements: number
}

const { place, version, statements } = JSON.parse(process.argv[2] ?? '') as MigrateSettings
const files = readMigrations().map((file) => {
  if (file.version !== version) return file
  return { ...file, text: [...statementsOf(file.text).slice(0, statements), 'select pg_sleep(60);'].join('\n') }
})
const database = await openDatabase(place)
await migrate(
  database.db,
  files.filter((file) => version === null || file.version < version),
)
process.stdout.write('begun\n')
await migrate(database.db, files)
await database.close()
process.stdout.write('done\n')
