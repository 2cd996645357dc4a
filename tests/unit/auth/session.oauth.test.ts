/** The way through an identity provider: what this tab keeps, and what comes of a return. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Actor, createActor, waitFor } from 'xstate'

import { problem } from '#contract/kit/problem.ts'
import { selectChallenge, selectStage } from '#src/machines/auth/sign-in/session.machine.ts'
import { liveOauthReturnMachine } from '#src/services/auth/oauth.actors.ts'
import { arrivalAt, keepIdentity, startAtProvider } from '#src/services/auth/oauth.service.ts'
import { liveSessionMachine } from '#src/services/auth/session.actors.ts'
import { json, type ScriptServer, startScriptServer } from '../kit/script-server.ts'
import { keepInMemory, sessionOf } from './sessions.ts'

const { signal } = new AbortController()
const id = '01a1f9dd-286f-7175-987c-3afdb61ae67f'
const challenge = {
  mfaRequired: true,
  userId: id,
  challengeId: id,
  method: 'app',
  target: null,
  isKept: false,
  hasPasskey: false,
  expiresIn: 300_000,
}
const identity = { unlinked: true, ticket: 't-1', provider: 'Acme', email: 'ada@acme.test' } as const
const authorizationUrl = 'https://id.example.test/authorize?state=s-1'

let server: ScriptServer
let session: Actor<typeof liveSessionMachine>
const left: string[] = []

beforeAll(async () => {
  server = await startScriptServer()
})
afterAll(() => server.close())
beforeEach(() => {
  keepInMemory()
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  left.length = 0
  vi.stubGlobal('location', { origin: location.origin, assign: (address: URL) => left.push(String(address)) })
  session = createActor(liveSessionMachine).start()
  return () => {
    session.stop()
  }
})

const begin = async (to: string | null = '/details/7') => {
  server.answers(json({ authorizationUrl, state: 's-1' }))
  await startAtProvider('acme', to, signal)
}
const comeBack = async (search: string) => {
  const actor = createActor(liveOauthReturnMachine(session), { input: arrivalAt(search).arrival }).start()
  return (await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'))).value
}

describe('the way to a provider', () => {
  it('leaves for the address that the server names, and keeps the state and the place', async () => {
    await begin()
    expect(left).toEqual([authorizationUrl])
    expect(arrivalAt('?code=c-1&state=s-1')).toEqual({
      refused: null,
      to: '/details/7',
      arrival: { returned: { code: 'c-1', state: 's-1' }, keptState: 's-1', proved: null },
    })
  })

  it.each(['javascript:alert(1)', 'data:text/html,x'])('never leads to %s', async (address) => {
    server.answers(json({ authorizationUrl: address, state: 's-1' }))
    await expect(startAtProvider('acme', null, signal)).rejects.toThrow()
    expect(left).toEqual([])
  })

  it('does not begin where nothing can be kept: its return could not be told from a forged one', async () => {
    vi.stubGlobal('sessionStorage', {
      setItem: () => {
        throw new Error('denied')
      },
    })
    server.answers(json({ authorizationUrl, state: 's-1' }))
    await expect(startAtProvider('acme', null, signal)).rejects.toThrow('Authentication failed')
    expect(left).toEqual([])
  })
})

describe('a return', () => {
  it('of our own way lets in, and keeps the session', async () => {
    await begin()
    server.answers(json(sessionOf(1)))
    expect(await comeBack('?code=c-1&state=s-1&iss=https%3A%2F%2Fid.example.test')).toBe('entered')
    expect(selectStage(session.getSnapshot())).toBe('signedIn')
    expect(localStorage.getItem('session')).toContain('refresh-1')
    expect(JSON.parse(server.asked[0]?.body ?? '')).toEqual({ code: 'c-1', state: 's-1', iss: 'https://id.example.test' })
  })

  it.each(['?code=c-1&state=s-2', '?code=c-1', '?error=access_denied&code=c-1&state=s-1', '?state=s-1', ''])(
    'that is not the end of our own way is exchanged for nothing: %s',
    async (search) => {
      await begin()
      server.answers(json(sessionOf(1)))
      expect(await comeBack(search)).toBe('failed')
      expect(server.asked).toEqual([])
    },
  )

  it('that the provider refused says so in its words, and those of nobody else', async () => {
    await begin()
    expect(arrivalAt('?error=access_denied&state=s-1').refused).toBe('access_denied')
    expect(arrivalAt('?error=access_denied&error_description=You%20said%20no&state=s-1').refused).toBe('You said no')
    expect(arrivalAt('?error=access_denied&error_description=Call%200900&state=s-2').refused).toBeNull()
    expect(arrivalAt('?code=c-1&state=s-1').refused).toBeNull()
  })

  it('is good once', async () => {
    await begin()
    server.answers(json(problem('oauth/failed'), 401))
    expect(await comeBack('?code=c-1&state=s-1')).toBe('failed')
    server.answers(json(sessionOf(1)))
    expect(await comeBack('?code=c-1&state=s-1')).toBe('failed')
    expect(server.asked).toEqual([])
  })

  it('is not ours any more after 10 minutes', async () => {
    await begin()
    vi.useFakeTimers({ now: Date.now() + 600_001, toFake: ['Date'] })
    expect(arrivalAt('?code=c-1&state=s-1').arrival.keptState).toBeNull()
    vi.useRealTimers()
  })

  it('that is asked for a second factor hands the question to the session', async () => {
    await begin()
    server.answers(json(challenge))
    expect(await comeBack('?code=c-1&state=s-1')).toBe('challenged')
    expect(selectChallenge(session.getSnapshot())).toEqual(challenge)
  })
})

describe('an identity of no account', () => {
  it('is connected by whoever signs in next in this tab, once', async () => {
    await begin()
    server.answers(json(identity))
    expect(await comeBack('?code=c-1&state=s-1')).toBe('unlinked')
    keepIdentity(identity, '/details/7')
    server.answers(json(sessionOf(1)))
    session.send({ type: 'user.wroteEmail', email: 'ada@demo.test' })
    session.send({ type: 'user.wrotePassword', password: 'right' })
    session.send({ type: 'user.submitted' })
    await waitFor(session, (snapshot) => selectStage(snapshot) === 'signedIn')
    server.answers(json({ success: true, provider: 'Acme' }))
    expect(arrivalAt('').to).toBe('/details/7')
    expect(await comeBack('')).toBe('entered')
    expect(server.asked.map(({ path, headers, body }) => [path, headers.authorization, body])).toEqual([
      ['/api/auth/oauth/link', 'Bearer access-1', '{"ticket":"t-1"}'],
    ])
    expect(await comeBack('')).toBe('failed')
  })

  it('stays whose it is when nobody is signed in', async () => {
    keepIdentity(identity, '')
    server.answers(json(problem('auth/token-missing'), 401))
    expect(await comeBack('')).toBe('unlinked')
  })
})
