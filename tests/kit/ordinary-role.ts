/** The role with which the product connects in tests: it owns its databases, as on hosted PostgreSQL, and is no superuser. */
import pg from 'pg'

export const ordinaryRole = { name: 'datacrane', password: 'datacrane' } as const

export function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** The address of a database of the ordinary role. @param superuserUrl of any database of the same server. */
export function ordinaryUrl(superuserUrl: string, database: string): string {
  const address = new URL(withDatabase(superuserUrl, database))
  address.username = ordinaryRole.name
  address.password = ordinaryRole.password
  return address.href
}

/** Runs one statement as the superuser of the server. */
export async function asSuperuser(superuserUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** A server that was given may have the role of another run, which owns databases. */
export const createOrdinaryRole = (superuserUrl: string): Promise<void> =>
  asSuperuser(
    superuserUrl,
    `do $$ begin
      if not exists (select from pg_roles where rolname = '${ordinaryRole.name}') then
        create role ${ordinaryRole.name} login nosuperuser nocreatedb nocreaterole password '${ordinaryRole.password}';
      end if;
    end $$`,
  )

/** Creates a database that the ordinary role owns. @param more of the statement. @returns its address for that role. */
export async function createOwnDatabase(superuserUrl: string, name: string, more = ''): Promise<string> {
  await asSuperuser(superuserUrl, `create database ${name} owner ${ordinaryRole.name} ${more}`)
  return ordinaryUrl(superuserUrl, name)
}

export const dropDatabase = (superuserUrl: string, name: string): Promise<void> =>
  asSuperuser(superuserUrl, `drop database if exists ${name} with (force)`)
