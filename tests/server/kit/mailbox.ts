/** What was written to people, read from the database where it waits to be sent. */
import { sql } from 'kysely'

import type { TestServer } from './test-server.ts'

export type Letter = { readonly recipient: string; readonly subject: string; readonly body: string }

/** To this address, oldest first. */
export async function lettersTo({ database }: TestServer, email: string): Promise<Letter[]> {
  const { rows } = await sql<Letter>`
    select recipient, subject, body from messages where lower(recipient) = lower(${email}) order by created_at, id`.execute(
    database.db,
  )
  return rows
}

/** The one link of a letter that leads to this page. */
export function linkIn(letter: Letter | undefined, page: string): URL {
  const found = [...(letter?.body ?? '').matchAll(/https?:\/\/\S+/g)].map(([text]) => new URL(text))
  const links = found.filter(({ pathname }) => pathname.endsWith(page))
  if (links.length !== 1 || !links[0]) throw new Error(`${links.length} links to ${page} in: ${letter?.body}`)
  return links[0]
}

export const tokenIn = (letter: Letter | undefined, page: string): string => linkIn(letter, page).searchParams.get('token') ?? ''

/** The token of the newest letter to this address. */
export async function newestToken(server: TestServer, email: string, page: string): Promise<string> {
  return tokenIn((await lettersTo(server, email)).at(-1), page)
}

/** As the hour goes by: the limit of letters counts from the start again. */
export const anHourLater = ({ database }: TestServer) =>
  sql`update messages set created_at = created_at - interval '61 minutes'`.execute(database.db)
