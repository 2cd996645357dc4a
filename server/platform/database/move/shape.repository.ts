/** What a database consists of, as its own catalogue says: so a table that is added later is moved as well. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/tables.ts'

type Db = Kysely<Tables>

export type Column = { readonly name: string; readonly type: string; readonly isGenerated: boolean }
export type Table = { readonly name: string; readonly columns: readonly Column[]; readonly hasTriggers: boolean }
type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string }
type Partition = { readonly name: string; readonly parent: string; readonly bound: string }

/** Tables that are no partition of another one: their rows are those of all their partitions. */
export async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name,
      exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as "hasTriggers",
      (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'isGenerated', a.attgenerated <> '') order by a.attnum), '[]')
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`.execute(db)
  return rows
}

/** Declared foreign keys; PostgreSQL derives those of partitions. */
export async function listForeignKeys(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
    order by 1, 2`.execute(db)
  return rows
}

export async function dropForeignKeys(tx: Db, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name } of keys) await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx)
}

/** Each row is checked again. */
export async function addForeignKeys(tx: Db, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await sql`-- takes long\nalter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(tx)
}

/** The owner of a table may switch its triggers; to switch those of foreign keys takes a superuser, so these are dropped and added instead. */
export async function switchTriggers(tx: Db, tables: readonly Table[], to: 'enable' | 'disable'): Promise<void> {
  for (const { name, hasTriggers } of tables)
    if (hasTriggers) await sql`alter table ${sql.table(name)} ${sql.raw(to)} trigger user`.execute(tx)
}

const listPartitions = async (db: Db): Promise<readonly Partition[]> =>
  (
    await sql<Partition>`
      select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`.execute(db)
  ).rows

const rest = 'DEFAULT'

/** Makes the partitions that the source has. As the partition of the rest, so that storage and compression are the same. */
export async function copyPartitions(source: Db, target: Db): Promise<void> {
  const [wanted, there] = [await listPartitions(source), await listPartitions(target)]
  for (const { name, parent, bound } of wanted) {
    if (there.some((it) => it.name === name)) continue
    const like = there.find((it) => it.parent === parent && it.bound === rest)
    if (!like) throw new Error(`The table ${parent} has no partition for the rest.`)
    await sql`create table ${sql.table(name)} (like ${sql.table(like.name)}
      including defaults including constraints including storage including compression)`.execute(target)
    await sql`alter table ${sql.table(parent)} attach partition ${sql.table(name)} ${sql.raw(bound)}`.execute(target)
  }
}

/** Sequences of columns continue after the last number that was used. */
export async function copySequences(source: Db, target: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`.execute(source)
  for (const { name } of rows) {
    const { rows: last } = await sql<{ value: string; given: boolean }>`
      select last_value::text as value, is_called as given from ${sql.table(name)}`.execute(source)
    const { value = '1', given = false } = last[0] ?? {}
    await sql`select setval(${`public.${name}`}::regclass, ${value}::bigint, ${given})`.execute(target)
  }
}

/** A table that exists only if the database is in use, or null. */
export async function findUse(db: Db, isOurs: (table: string) => boolean): Promise<string | null> {
  const tables = await listTables(db)
  const foreign = tables.find(({ name }) => !isOurs(name))
  if (foreign) return foreign.name
  for (const name of ['companies', 'users']) {
    if (!tables.some((it) => it.name === name)) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) return name
  }
  return null
}

/** How many sessions of Datacrane a PostgreSQL database has, those of this process included (`application_name` in `database.ts`). */
export async function countSessions(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name like 'datacrane%'`.execute(db)
  return rows[0]?.count ?? 0
}
