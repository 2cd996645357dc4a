/**
 * Writes `server/platform/database/tables/tables.ts` from the migrated schema and `column-types.ts`. `--write` writes it; without it a difference is a fault
 * (`tests/server/platform/table-types.test.ts` holds the same on every run).
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { openDatabase } from '../server/platform/database/database.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { columnTypes, typeSources } from '../server/platform/database/tables/column-types.ts'
import type { Tables } from '../server/platform/database/tables/tables.ts'

export const tablesFile = join(import.meta.dirname, '../server/platform/database/tables/tables.ts')

/** As `database.ts` reads them: `bigint` as a number. */
const types: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  bytea: 'Buffer',
  json: 'Json<unknown>',
  jsonb: 'Json<unknown>',
  date: 'Time',
  timestamptz: 'Time',
}

const head = `/** The rows as SQL has them, one type per table. Generated from the migrated schema and \`column-types.ts\`: \`node scripts/tables.ts --write\`. */
import type { ColumnType } from 'kysely'
`

const helpers = `
/** Written as JSON text, read back parsed. */
type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>
/** The database fills it in where an insert leaves it out. */
type Filled<T> = [T] extends [ColumnType<infer Read, infer Insert, infer Update>]
  ? ColumnType<Read, Insert | undefined, Update>
  : ColumnType<T, T | undefined, T>
`

/** The text of the file. @throws an Error that names a column whose type is unknown, or a name in \`column-types.ts\` that no column has. */
export async function tablesOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class where relispartition`.execute(db)
  const partitions = new Set(rows.map(({ name }) => name))
  const tables = (await db.introspection.getTables()).filter(
    ({ name, schema }) => schema === 'public' && name !== 'schema_migrations' && !partitions.has(name),
  )
  const unused = new Set(Object.keys(columnTypes))
  const texts = tables
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, columns, isView }) => {
      const lines = columns
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .map((column) => {
          const key = `${name}.${column.name}`
          unused.delete(key)
          const own = columnTypes[key]
          if (own?.startsWith('ColumnType<')) return `    ${column.name}: ${own}`
          const type = own ?? typeOf(column.dataType, key)
          // PostgreSQL takes every column of a view for one that can be null.
          const text = column.isNullable && !isView ? `${type} | null` : type
          return `    ${column.name}: ${column.hasDefaultValue || column.isAutoIncrementing ? `Filled<${text}>` : text}`
        })
      return `  ${name}: {\n${lines.join('\n')}\n  }`
    })
  if (unused.size > 0) throw new Error(`column-types.ts names what no column is: ${[...unused].join(', ')}`)
  return `${head}${imports()}${helpers}\nexport type Tables = {\n${texts.join('\n')}\n}\n`
}

function typeOf(dataType: string, key: string): string {
  if (dataType.startsWith('_')) return `${typeOf(dataType.slice(1), key)}[]`
  const type = types[dataType]
  if (type === undefined) throw new Error(`${key} is of type ${dataType}: name its type in scripts/tables.ts or column-types.ts`)
  return type
}

function imports(): string {
  const used = Object.values(columnTypes).join(' ')
  return Object.entries(typeSources)
    .map(([source, names]) => [source, names.filter((name) => new RegExp(`\\b${name}\\b`).test(used))] as const)
    .filter(([, names]) => names.length > 0)
    .map(([source, names]) => `import type { ${names.join(', ')} } from '${source}'\n`)
    .join('')
}

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'tables-'))
  const database = await openDatabase({ url: null, dataDir: folder })
  await migrate(database.db)
  const text = await tablesOf(database.db)
  await database.close()
  rmSync(folder, { recursive: true })
  if (process.argv.includes('--write')) writeFileSync(tablesFile, text)
  else if (readFileSync(tablesFile, 'utf8') !== text) {
    console.error('tables.ts is not what the migrations make: node scripts/tables.ts --write, then read the difference.')
    process.exitCode = 1
  }
}
