/** People with a second factor, for tests. The authenticator is a second writing of RFC 6238, so that ours is not its own oracle. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'

import type { MfaChallenge, Session } from '#contract/auth/auth.ts'
import type { MfaMethod, MfaProof } from '#contract/auth/mfa.ts'
import { emailOf, password, type Reply, type TestServer, type Who } from '../../kit/test-server.ts'

export const phone = '+491701234567'

/** What an authenticator shows so many steps from now. */
export function shown(secret: string, by = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + by))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

/** A code that is none of those that are right now. */
export function wrongFor(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((by) => shown(secret, by))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
}

export const post = (server: TestServer, as: Who, path: string, body: unknown) =>
  server.ask('POST', `/api/users/${server.ids[as]}/${path}`, { as, body })

/** The code that was sent last to this address or number. */
export async function sentTo(server: TestServer, to: string): Promise<string> {
  const { rows } = await sql<{ body: string }>`
    select body from messages where recipient = ${to} order by created_at desc, id desc limit 1`.execute(server.database.db)
  return /\b\d{6}\b/.exec(rows[0]?.body ?? '')?.[0] ?? ''
}

/** Lets time pass for everything about second factors, without waiting. */
export async function pass(server: TestServer, minutes: number): Promise<void> {
  const { db } = server.database
  const by = sql`${minutes} * interval '1 minute'`
  await sql`update mfa_challenges set sent_at = sent_at - ${by}, expires_at = expires_at - ${by}, created_at = created_at - ${by}`.execute(
    db,
  )
  await sql`update mfa_locks set last_failure_at = last_failure_at - ${by}, locked_until = locked_until - ${by}`.execute(db)
  await sql`update messages set created_at = created_at - ${by}`.execute(db)
}

/** Each code of an authenticator is good once: this makes those of now good again. */
export const forgetSteps = (server: TestServer) => sql`update mfa_factors set last_step = 0`.execute(server.database.db)

export type Factor = { readonly secret: string; readonly recoveryCodes: string[] }

/** Switches the second factor of a person on, as they would. */
export async function switchOn(server: TestServer, who: Who, method: MfaMethod): Promise<Factor> {
  if (method === 'sms') {
    await sql`update users set phone = ${phone}, phone_verified = true where id = ${server.ids[who]}`.execute(server.database.db)
  }
  const enabled = await post(server, who, 'mfa/enable', { method, password })
  const { secret = '' } = enabled.json<{ secret?: string }>()
  const code = method === 'app' ? shown(secret) : await sentTo(server, method === 'sms' ? phone : emailOf(who))
  const activated = await post(server, who, 'mfa/verify', { code, method })
  if (activated.statusCode !== 200) throw new Error(`${enabled.body} ${activated.body}`)
  await forgetSteps(server)
  return { secret, recoveryCodes: activated.json<{ recoveryCodes: string[] }>().recoveryCodes }
}

/** Takes a person's factor, their challenges, locks and messages away. */
export async function forgetFactors(server: TestServer): Promise<void> {
  for (const table of ['mfa_challenges', 'mfa_locks', 'recovery_codes', 'mfa_factors', 'messages'])
    await sql`delete from ${sql.table(table)}`.execute(server.database.db)
}

export async function challenged(server: TestServer, who: Who): Promise<MfaChallenge> {
  const reply = await server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf(who), password } })
  const answer = reply.json<MfaChallenge | Session>()
  if (!('mfaRequired' in answer)) throw new Error(`no challenge: ${reply.body}`)
  return answer
}

export const verify = (server: TestServer, proof: MfaProof) => server.ask('POST', '/api/auth/verify-mfa', { body: proof })

export const proofFor = (
  { challengeId, userId, method }: MfaChallenge,
  token: string,
  by: MfaProof['method'] = method,
): MfaProof => ({
  challengeId,
  userId,
  token,
  method: by,
})

/** Status, code and sentence, without what differs by request. */
export const said = (reply: Reply) => {
  const { code, status, title, message, retryAfter } = reply.json()
  return { code, status, title, message, retryAfter }
}

/** Newest last. */
export async function auditOf(server: TestServer, who: Who): Promise<{ success: boolean; failure_reason: string | null }[]> {
  const { rows } = await sql<{ success: boolean; failure_reason: string | null }>`
    select success, failure_reason from login_audit where user_id = ${server.ids[who]} order by id`.execute(server.database.db)
  return rows
}
