/** The token of the first visit: it is told to whoever started the program, and to nobody else (finding T11). */
import { timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { hashOfToken, newOneTimeToken } from '#server/platform/security/tokens.ts'
import { addSetupToken, setupTokensAlive } from './installation.repository.ts'

/** Milliseconds; a new start makes a new one. */
export const setupTokenLifetime = 24 * 60 * 60_000

/** A new token. Only its hash is kept, so it can be told this one time only. Those that other processes made go on being good. */
export async function makeSetupToken(db: Kysely<Tables>): Promise<string> {
  const token = newOneTimeToken()
  await addSetupToken(db, { hash: hashOfToken(token), lifetime: setupTokenLifetime })
  return token
}

/** Whether one of the tokens that are still good is this one, in a time that tells nothing of how near it comes. */
export async function isSetupToken(db: Kysely<Tables>, token: string): Promise<boolean> {
  const asked = Buffer.from(hashOfToken(token))
  const alive = await setupTokensAlive(db)
  return alive.map((hash) => timingSafeEqual(Buffer.from(hash), asked)).includes(true)
}
