/** Whose the tab's storage is: the live session beside another tab, which signs out, expires, or signs somebody else in. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Actor, createActor, waitFor } from 'xstate'

import type { Session } from '#contract/auth/auth.ts'
import { problem } from '#contract/kit/problem.ts'
import { type SessionStage, selectBearer, selectStage } from '#src/machines/auth/sign-in/session.machine.ts'
import { liveSessionMachine } from '#src/services/auth/session.actors.ts'
import { keepNow, refresh, restore, sessionStateIn } from '#src/services/auth/session.service.ts'
import { json, type ScriptServer, startScriptServer } from '../kit/script-server.ts'
import { keepInMemory, sessionOf } from './sessions.ts'

const [ada, bob] = ['01a1f9dd-286f-7175-987c-000000000001', '01a1f9dd-286f-7175-987c-000000000002']
const sessionFor = (_id: string, number: number): Session => {
  const session = sessionOf(number)
  return { ...session, user: { ...session.user, _id } }
}
const keptOf = (session: Session, receivedAt = Date.now()) => JSON.stringify({ session, receivedAt })
const tokenIsOver = 1

/** What a person leaves in a tab. The name says whether it waits over their own sign-out. */
const waiting = ['publication:new', 'look-up:8:1', 'list-processing:8', 'draft:7:8', 'config-text:7:8', 'creation:7']
const passing = ['transactions:8', 'registration', 'replay:8']
const everything = [...waiting, ...passing].toSorted()
const waitingOnly = waiting.toSorted()

const work = () => {
  for (const key of everything) sessionStorage.setItem(key, '{}')
}
const left = () => everything.filter((key) => sessionStorage.getItem(key) !== null)

let server: ScriptServer
let session: Actor<typeof liveSessionMachine>
beforeAll(async () => {
  server = await startScriptServer()
})
afterAll(() => server.close())

const reached = (stage: SessionStage) => waitFor(session, (snapshot) => selectStage(snapshot) === stage)
const holding = (token: string) => waitFor(session, (snapshot) => selectBearer(snapshot) === token)
/** What another tab wrote arrives here. */
const elsewhere = (newValue: string | null) => {
  if (newValue === null) localStorage.removeItem('session')
  else localStorage.setItem('session', newValue)
  dispatchEvent(Object.assign(new Event('storage'), { key: 'session', newValue }))
}
const load = () => {
  session?.stop()
  session = createActor(liveSessionMachine).start()
}
const expire = async () => {
  server.answers(json(problem('auth/refresh-failed'), 401))
  session.send({ type: 'browser.asked' })
  await reached('expired')
}
const signInAs = (person: string, number: number) => {
  server.answers(json(sessionFor(person, number)))
  session.send({ type: 'user.wroteEmail', email: 'somebody@demo.test' })
  session.send({ type: 'user.wrotePassword', password: 'right' })
  session.send({ type: 'user.submitted' })
  return holding(`access-${number}`)
}

beforeEach(async () => {
  keepInMemory()
  localStorage.setItem('session', keptOf(sessionFor(ada, 1)))
  load()
  await reached('signedIn')
  work()
  return () => {
    session.stop()
  }
})

it('is emptied by a sign-out in another tab as by an own one, for the person who comes back', async () => {
  elsewhere(null)
  await reached('signedOut')
  await expect.poll(left).toEqual(waitingOnly)
  await signInAs(ada, 2)
  expect(left()).toEqual(waitingOnly)
})

it('keeps nobody’s name where nothing of theirs waits', async () => {
  sessionStorage.clear()
  sessionStorage.setItem('transactions:8', '{}')
  elsewhere(null)
  await expect.poll(() => sessionStorage.length).toBe(0)
})

it('holds nothing of whoever signed out in another tab once somebody else comes in', async () => {
  elsewhere(null)
  await reached('signedOut')
  await signInAs(bob, 2)
  expect(left()).toEqual([])
})

it('keeps everything over an expiry, for the same person', async () => {
  await expire()
  expect(left()).toEqual(everything)
  await signInAs(ada, 2)
  expect(left()).toEqual(everything)
})

it('keeps everything over an expiry that another tab found out', async () => {
  elsewhere('{"isEnded":true}')
  await reached('expired')
  elsewhere(keptOf(sessionFor(ada, 2)))
  await holding('access-2')
  expect(left()).toEqual(everything)
})

it('is emptied when another person answers the dialog of an expired session', async () => {
  await expire()
  await signInAs(bob, 2)
  expect(left()).toEqual([])
})

it('is emptied when another person signs in after a reload', async () => {
  await expire()
  load()
  await reached('signedOut')
  expect(left()).toEqual(everything)
  await signInAs(bob, 2)
  expect(left()).toEqual([])
})

it('is emptied when another tab signs somebody else in', async () => {
  elsewhere(keptOf(sessionFor(bob, 2)))
  await holding('access-2')
  expect(left()).toEqual([])
})

it('is emptied when it finds the session of somebody else at a load', async () => {
  session.stop()
  localStorage.setItem('session', keptOf(sessionFor(bob, 2)))
  load()
  await holding('access-2')
  expect(left()).toEqual([])
})

it('is emptied when a refresh finds the session of somebody else', async () => {
  localStorage.setItem('session', keptOf(sessionFor(bob, 2)))
  await refresh(sessionFor(ada, 1))
  expect(left()).toEqual([])
})

it('keeps everything over a reload, a refresh and a session of the same person from another tab', async () => {
  load()
  await reached('signedIn')
  elsewhere(keptOf(sessionFor(ada, 2)))
  await holding('access-2')
  server.answers(json(sessionFor(ada, 3)))
  session.send({ type: 'browser.asked' })
  await holding('access-3')
  expect(left()).toEqual(everything)
})

it('gives what nobody is known for to nobody', () => {
  sessionStorage.removeItem('person')
  keepNow(sessionFor(bob, 2))
  expect(left()).toEqual([])
})

it('keeps what a provider proved for whoever signs in next', async () => {
  elsewhere(null)
  await reached('signedOut')
  await expect.poll(left).toEqual(waitingOnly)
  sessionStorage.setItem('oauth-identity', '{}')
  await signInAs(bob, 2)
  expect(sessionStorage.getItem('oauth-identity')).toBe('{}')
  expect(left()).toEqual([])
})

it('never tells other tabs of a sign-out when a load finds that the session has ended', async () => {
  server.answers(json(problem('auth/refresh-failed'), 401))
  localStorage.setItem('session', keptOf(sessionFor(ada, 1), tokenIsOver))
  await expect(restore()).rejects.toThrow()
  for (const again of [1, 2]) {
    const text = localStorage.getItem('session')
    expect(text, `look ${again}`).not.toBeNull()
    expect(sessionStateIn(text)).toBeNull()
    expect(await restore()).toBeNull()
  }
})
