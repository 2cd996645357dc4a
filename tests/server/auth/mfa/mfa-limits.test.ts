/** How often codes may be guessed and sent (threats T-MFA and T-REG). Time passes by moving the database's rows. */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'

import type { MfaProof } from '#contract/auth/mfa.ts'
import {
  accountTriesMax,
  firstLockMinutes,
  longestLockMinutes,
  quietMinutes,
  takeAccountTry,
} from '#server/features/auth/mfa/mfa-locks.repository.ts'
import { newRecoveryCode } from '#server/features/auth/mfa/one-time-code.ts'
import { byForm } from '../../../kit/form.ts'
import { createTestServer, describeOnEachKind, emailOf, password, type Who } from '../../kit/test-server.ts'
import {
  auditOf,
  challenged,
  forgetFactors,
  forgetSteps,
  pass,
  phone,
  post,
  proofFor,
  sentTo,
  shown,
  switchOn,
  verify,
  wrongFor,
} from './factors.ts'

const compared = 'The code was wrong.'
const minutesOfDay = 24 * 60
const challenges = byForm(100, 1_000)
/** Tries in a row: most tries a day are made just below the lock. */
const paces = byForm([accountTriesMax - 1, accountTriesMax], [5, accountTriesMax - 1, accountTriesMax])

describeOnEachKind('the limits of second factors', (kind) => {
  const server = createTestServer({}, kind)
  beforeEach(() => forgetFactors(server))

  /** Codes that were really compared and found wrong since the last call. */
  const countCompared = () => {
    let seen = 0
    return async (who: Who = 'userA') => {
      const all = (await auditOf(server, who)).filter(({ failure_reason: reason }) => reason === compared).length
      const fresh = all - seen
      seen = all
      return fresh
    }
  }

  it('compares at most five of 200 wrong codes that come at once, and then not even the right one', async () => {
    const { secret } = await switchOn(server, 'userA', 'app')
    const compare = countCompared()
    await compare()
    const challenge = await challenged(server, 'userA')
    const codes = Array.from({ length: 200 }, () => wrongFor(secret))
    const replies = await Promise.all(codes.map((code) => verify(server, proofFor(challenge, code))))
    // On a busy machine some wait too long for their turn, and are told to come back.
    const statuses = replies.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status !== 503).every((status) => status === 401)).toBe(true)
    expect(statuses).toContain(401)
    expect(await compare()).toBe(5)
    expect((await verify(server, proofFor(challenge, shown(secret)))).statusCode).toBe(401)
    expect(await compare()).toBe(0)
    // The account is not locked yet: another sign-in goes through.
    expect((await verify(server, proofFor(await challenged(server, 'userA'), shown(secret)))).statusCode).toBe(200)
  })

  it('compares at most ten wrong codes of many challenges in a quarter of an hour, whatever the factor', async () => {
    const { secret } = await switchOn(server, 'userA', 'app')
    const compare = countCompared()
    await compare()
    const { challengeId, userId } = await challenged(server, 'userA')
    await sql`insert into mfa_challenges (id, company_id, user_id, purpose, method, expires_at)
      select gen_random_uuid(), company_id, user_id, purpose, method, expires_at from mfa_challenges, generate_series(1, ${challenges - 1}::int)
      where id = ${challengeId}`.execute(server.database.db)
    const { rows } = await sql<{
      id: string
    }>`select id from mfa_challenges where user_id = ${userId} and status = 'open'`.execute(server.database.db)
    expect(rows).toHaveLength(challenges)
    const proofs = rows.map(
      ({ id }, at): MfaProof => ({
        challengeId: id,
        userId,
        ...(at % 3 === 0 ? { method: 'recovery', token: newRecoveryCode() } : { method: 'app', token: wrongFor(secret) }),
      }),
    )
    for (let at = 0; at < proofs.length; at += 50)
      await Promise.all(proofs.slice(at, at + 50).map((proof) => verify(server, proof)))
    expect(await compare()).toBe(accountTriesMax)

    const lock = await challenged(server, 'userA')
    expect((await verify(server, proofFor(lock, shown(secret)))).statusCode).toBe(401)
    await pass(server, firstLockMinutes - 3)
    expect((await verify(server, proofFor(await challenged(server, 'userA'), shown(secret)))).statusCode).toBe(401)
    await pass(server, 3.1)
    expect((await verify(server, proofFor(await challenged(server, 'userA'), shown(secret)))).statusCode).toBe(200)
    expect(await compare()).toBe(0)
  }, 120_000)

  it('locks for 15 minutes, then 30, 60, … to a day; a right code begins anew', async () => {
    const whose = { companyId: server.companies.A, userId: server.ids.userA }
    const { db } = server.database
    /** Minutes after which a try is taken again. */
    const lockOut = async () => {
      let tries = 0
      while (await takeAccountTry(db, whose)) tries += 1
      const { rows } = await sql<{ minutes: number }>`
        select (extract(epoch from locked_until - now()) / 60)::float8 as minutes from mfa_locks where user_id = ${whose.userId}`.execute(
        db,
      )
      const minutes = Math.round(rows[0]?.minutes ?? 0)
      await pass(server, minutes + 0.1)
      return { tries, minutes }
    }
    const locks = []
    for (let each = 0; each < 9; each += 1) locks.push(await lockOut())
    expect(locks.map(({ tries }) => tries)).toEqual(Array.from({ length: 9 }, () => 10))
    expect(locks.map(({ minutes }) => minutes)).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440])
    const { secret } = await switchOn(server, 'userA', 'app')
    expect((await verify(server, proofFor(await challenged(server, 'userA'), shown(secret)))).statusCode).toBe(200)
    expect(await lockOut()).toEqual({ tries: 10, minutes: 15 })
  })

  it('leaves a guesser a chance of at most 0.3 % a day, whichever pace they choose', async () => {
    const whose = { companyId: server.companies.A, userId: server.ids.otherA }
    const { db } = server.database
    /** Tries within a day of somebody who makes so many in a row and then waits as long as the database makes them. */
    async function triesOfDay(inRow: number): Promise<number> {
      await sql`delete from mfa_locks`.execute(db)
      let [minute, tries] = [0, 0]
      while (minute < minutesOfDay) {
        for (let each = 0; each < inRow; each += 1) tries += (await takeAccountTry(db, whose)) ? 1 : 0
        const { rows } = await sql<{ wait: number }>`
          select coalesce(ceil(extract(epoch from locked_until - now()) / 60), ${quietMinutes})::float8 as wait from mfa_locks`.execute(
          db,
        )
        const wait = Math.max(rows[0]?.wait ?? 0, 1)
        await pass(server, wait + 0.01)
        minute += wait
      }
      return tries
    }
    const byPace = new Map<number, number>()
    for (const inRow of paces) byPace.set(inRow, await triesOfDay(inRow))
    const most = Math.max(...byPace.values())
    // Three of a million codes are right at a time: the present step, the one before and the one after.
    const chance = 1 - (1 - 3 / 1_000_000) ** most
    console.info(`second factor: at most ${most} tries a day, a chance of ${(chance * 100).toFixed(4)} % (paces: ${[...byPace]})`)
    expect(most).toBeLessThanOrEqual((accountTriesMax - 1) * (minutesOfDay / quietMinutes))
    expect(byPace.get(accountTriesMax)).toBeLessThan(100)
    expect(chance).toBeLessThanOrEqual(0.003)
    expect(longestLockMinutes).toBe(minutesOfDay)
  }, 120_000)

  it('counts wrong codes in the settings together with those of sign-ins', async () => {
    const { secret } = await switchOn(server, 'userA', 'app')
    for (let each = 0; each < 6; each += 1) {
      const reply = await post(server, 'userA', 'mfa/disable', { password, code: wrongFor(secret) })
      expect(reply.json()['code']).toBe('auth/prove-again')
    }
    const compare = countCompared()
    await compare()
    const challenge = await challenged(server, 'userA')
    for (let each = 0; each < 5; each += 1) await verify(server, proofFor(challenge, wrongFor(secret)))
    expect(await compare()).toBe(4)
    const reply = await post(server, 'userA', 'mfa/disable', { password, code: shown(secret) })
    expect(reply.json()['code']).toBe('auth/codes-used-up')
    await pass(server, firstLockMinutes + 0.1)
    await forgetSteps(server)
    expect((await post(server, 'userA', 'mfa/disable', { password, code: shown(secret) })).json()).toEqual({ success: true })
  })

  it('sends five codes an hour to one number, of 40 requests by two people', async () => {
    await switchOn(server, 'userA', 'sms')
    await switchOn(server, 'otherA', 'sms')
    await sql`delete from messages`.execute(server.database.db)
    const signIn = (who: Who) => server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf(who), password } })
    const replies = []
    for (let round = 0; round < 2; round += 1)
      replies.push(...(await Promise.all(Array.from({ length: 20 }, (_, at) => signIn(at % 2 === 0 ? 'userA' : 'otherA')))))
    expect(replies.filter((reply) => reply.json()['mfaRequired'])).toHaveLength(5)
    const refused = replies.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(35)
    expect(refused[0]?.json()['code']).toBe('auth/codes-used-up')
    const { rows } = await sql<{ sent: number }>`select count(*) as sent from messages where recipient = ${phone}`.execute(
      server.database.db,
    )
    expect(rows).toEqual([{ sent: 5 }])
    await pass(server, 61)
    const challenge = await challenged(server, 'userA')
    expect((await verify(server, proofFor(challenge, await sentTo(server, phone)))).statusCode).toBe(200)
  })

  it('sends codes to who proved a number, however many others ask for codes to it', async () => {
    await switchOn(server, 'userA', 'sms')
    await sql`delete from messages`.execute(server.database.db)
    const add = () => post(server, 'adminB', 'phone/add', { phone, password })
    for (let asked = 0; asked < 5; asked += 1) expect((await add()).statusCode).toBe(200)
    expect((await add()).json()['code']).toBe('auth/codes-used-up')
    const challenge = await challenged(server, 'userA')
    expect((await verify(server, proofFor(challenge, await sentTo(server, phone)))).statusCode).toBe(200)
  })
})
