import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import { problem, toProblem } from '#contract/kit/problem.ts'
import { refresh, restore, sessionStateIn, signIn, signOut } from '#src/services/auth/session.service.ts'
import { json, type ScriptServer, silence, startScriptServer } from '../kit/script-server.ts'
import { keepInMemory, sessionOf } from './sessions.ts'

const quarter = 900_000
const early = 300_000
const { signal } = new AbortController()

let server: ScriptServer
beforeAll(async () => {
  server = await startScriptServer()
})
afterAll(() => server.close())
beforeEach(() => {
  keepInMemory()
  vi.useRealTimers()
})

const kept = () => localStorage.getItem('session')
const enter = async (session: Session) => {
  server.answers(json(session))
  const signedIn = await signIn({ email: 'ada@demo.test', password: 'right' }, signal)
  if ('mfaRequired' in signedIn) throw new Error('nobody asked for a second factor')
  return signedIn
}

describe('a session in this browser', () => {
  it('is kept and found again', async () => {
    const standing = await enter(sessionOf(1))
    expect(standing).toMatchObject({ accessToken: 'access-1', refreshToken: 'refresh-1' })
    expect(await restore()).toMatchObject({ accessToken: 'access-1', user: { firstName: 'Ada' } })
  })

  it.each([-3_600_000, 0, 3_600_000, 86_400_000])('counts by the server, whose clock is %i ms ahead', async (ahead) => {
    const { refreshIn } = await enter(sessionOf(1, { ahead }))
    expect(refreshIn).toBeGreaterThan(quarter - early - 5_000)
    expect(refreshIn).toBeLessThanOrEqual(quarter - early)
  })

  it('is due for a refresh at once within its last 5 minutes', async () => {
    expect((await enter(sessionOf(1, { life: early - 1 }))).refreshIn).toBe(0)
  })

  it('is refreshed before it is shown when its token has ended', async () => {
    await enter(sessionOf(1, { life: 1_000 }))
    vi.useFakeTimers({ now: Date.now() + 2_000, toFake: ['Date'] })
    server.answers(json(sessionOf(2)))
    expect(await restore()).toMatchObject({ accessToken: 'access-2' })
    expect(server.asked.map(({ path, body }) => [path, body])).toEqual([['/api/auth/refresh', '{"refreshToken":"refresh-1"}']])
  })

  it('is not refreshed by an answer without both tokens, and says so', async () => {
    const { refreshToken } = await enter(sessionOf(1))
    const { refreshToken: _, ...half } = sessionOf(2)
    server.answers(json(half))
    expect(toProblem(await refresh({ refreshToken }).catch((thrown: unknown) => thrown))).toMatchObject({
      code: 'auth/malformed-refresh',
      message: 'Invalid refresh response',
    })
  })

  it.each(['', 'null', '{', '[]', '{"session":{},"receivedAt":1}', '{"receivedAt":1}'])(
    'is none when what is kept is %j',
    async (text) => {
      localStorage.setItem('session', text)
      expect(await restore()).toBeNull()
      expect(kept()).toBe('{"isEnded":true}')
      expect(sessionStateIn(text)).toBeNull()
    },
  )

  it('is forgotten at once by a sign-out, whatever the server does', async () => {
    const standing = await enter(sessionOf(1))
    sessionStorage.setItem('registration', '{"email":"ada@demo.test"}')
    server.answers(silence)
    const leaving = new AbortController()
    const out = signOut(standing, leaving.signal)
    expect(kept()).toBeNull()
    expect(sessionStorage).toHaveLength(0)
    await expect.poll(() => server.asked.length).toBe(1)
    expect(server.asked[0]?.headers.authorization).toBe('Bearer access-1')
    expect(server.asked[0]?.body).toBe('{"refreshToken":"refresh-1"}')
    leaving.abort()
    await expect(out).rejects.toThrow()
  })
})

describe('what was typed into a connector', () => {
  const drafts = { 'draft:7:8': '{"a":1}', 'look-up:8:1': '{"b":2}', 'creation:7': '{"name":"x"}' }
  const inTab = () =>
    Object.fromEntries(
      Object.keys(drafts).flatMap((key) => (sessionStorage.getItem(key) === null ? [] : [[key, sessionStorage.getItem(key)]])),
    )

  it('waits over a sign-out for the same person, and for nobody else', async () => {
    const [ada, bob] = ['01a1f9dd-286f-7175-987c-000000000001', '01a1f9dd-286f-7175-987c-000000000002']
    const sessionFor = (number: number, _id: string) => ({ ...sessionOf(number), user: { ...sessionOf(number).user, _id } })
    for (const [next, left] of [
      [ada, drafts],
      [bob, {}],
    ] as const) {
      const standing = await enter(sessionFor(1, ada))
      for (const [key, text] of Object.entries(drafts)) sessionStorage.setItem(key, text)
      sessionStorage.setItem('registration', '{"email":"ada@demo.test"}')
      server.answers(json({ success: true, logoutUrl: null }))
      await signOut(standing, signal)
      expect(inTab()).toEqual(drafts)
      expect(sessionStorage.getItem('registration')).toBeNull()
      const again = await enter(sessionFor(2, next))
      expect(inTab()).toEqual(left)
      server.answers(json(sessionFor(3, next)))
      await refresh(again)
      expect(inTab()).toEqual(left)
      sessionStorage.clear()
    }
  })
})

describe('a refresh', () => {
  it('rests half a minute before the next one, however short the tokens of the server live', async () => {
    const standing = await enter(sessionOf(1, { life: 1_000 }))
    server.answers(json(sessionOf(2, { life: 1_000 })))
    expect((await refresh(standing)).refreshIn).toBe(30_000)
  })

  it('is made once by two tabs', async () => {
    const standing = await enter(sessionOf(1))
    server.answers(json(sessionOf(2)), json(problem('auth/refresh-failed'), 401))
    const [one, other] = await Promise.all([refresh(standing), refresh(standing)])
    expect(server.asked).toHaveLength(1)
    expect([one.accessToken, other.accessToken]).toEqual(['access-2', 'access-2'])
  })

  it('is not tried twice by itself: a refresh token is used once', async () => {
    const standing = await enter(sessionOf(1))
    server.answers(json(problem('server/unavailable'), 503))
    expect((await refresh(standing).catch(toProblem)) as unknown).toMatchObject({ code: 'server/unavailable' })
    expect(server.asked).toHaveLength(1)
    expect(await restore()).toMatchObject({ refreshToken: 'refresh-1' })
  })

  it('that is refused ends the session in every tab, without taking their pages away', async () => {
    const standing = await enter(sessionOf(1))
    server.answers(json(problem('auth/refresh-failed'), 401))
    await expect(refresh(standing)).rejects.toThrow()
    expect(kept()).not.toBeNull()
    expect(sessionStateIn(kept())).toBeNull()
    await expect(refresh(standing)).rejects.toThrow()
    expect(server.asked).toHaveLength(1)
    expect(await restore()).toBeNull()
  })

  it('does not bring back what another tab signed out of', async () => {
    const standing = await enter(sessionOf(1))
    server.answers((reply, asked) => {
      localStorage.removeItem('session')
      json(sessionOf(2))(reply, asked)
    })
    await refresh(standing)
    expect(kept()).toBeNull()
  })
})
