/** Many calls, one refresh: the session's real chart and services before a server that refuses old tokens. */
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { type Actor, createActor, waitFor } from 'xstate'

import type { Session } from '#contract/auth/auth.ts'
import { runEndpoints } from '#contract/connectors/runs/run.ts'
import { problem, toProblem } from '#contract/kit/problem.ts'
import { maintenanceEndpoints } from '#contract/settings/maintenance.ts'
import { selectStage } from '#src/machines/auth/sign-in/session.machine.ts'
import { selectIsOn } from '#src/machines/shell/maintenance.machine.ts'
import { accessOf, liveSessionMachine } from '#src/services/auth/session.actors.ts'
import { type Access, call } from '#src/services/kit/api-client.ts'
import { liveMaintenanceMachine, outlasting } from '#src/services/shell/maintenance.actors.ts'
import { startReading } from '#src/services/shell/start.service.ts'
import { keepInMemory, sessionOf } from '../auth/sessions.ts'
import { type Answer, hangUp, json, type ScriptServer, startScriptServer } from './script-server.ts'

const runId = '01a1f9dd-286f-7175-987c-3afdb61ae67f'
const { signal } = new AbortController()

let server: ScriptServer
let session: Actor<typeof liveSessionMachine>
let access: Access

beforeAll(async () => {
  server = await startScriptServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  keepInMemory()
  localStorage.setItem('session', JSON.stringify({ session: sessionOf(1), receivedAt: Date.now() }))
  session = createActor(liveSessionMachine).start()
  access = accessOf(session)
  await waitFor(session, (snapshot) => selectStage(snapshot) === 'signedIn')
  return () => {
    session.stop()
  }
})

const start = () => call(runEndpoints.start, { params: { id: runId }, signal, access, patience: { retries: 0, backoffCap: 1 } })
const refreshes = () => server.asked.filter(({ path }) => path === '/api/auth/refresh').length

/** Takes the token of session `valid`; a refresh or a sign-in is answered by `renewal`. */
const guarded =
  (valid: number, renewal: Answer): Answer =>
  (reply, asked) => {
    if (asked.path === '/api/auth/refresh' || asked.path === '/api/auth/sign-in') return renewal(reply, asked)
    const isLetIn = asked.headers.authorization === `Bearer access-${valid}`
    return isLetIn ? json({ runId }, 202)(reply, asked) : json(problem('auth/token-expired'), 401)(reply, asked)
  }

it('refreshes once for 50 calls that are refused at the same time', async () => {
  server.answers(guarded(2, json(sessionOf(2))))
  const answers = await Promise.all(Array.from({ length: 50 }, start))
  expect(answers).toHaveLength(50)
  expect(refreshes()).toBe(1)
  expect(access.bearer()).toBe('access-2')
})

const expire = async () => {
  server.answers(guarded(2, json(problem('auth/refresh-failed'), 401)))
  const calls = Array.from({ length: 50 }, start)
  await waitFor(session, (snapshot) => selectStage(snapshot) === 'expired')
  expect(refreshes()).toBe(1)
  return calls
}
const signInAgain = (as: Session) => {
  server.answers(guarded(2, json(as)))
  session.send({ type: 'user.wrotePassword', password: 'right' })
  session.send({ type: 'user.submitted' })
}
const codesOf = (calls: readonly Promise<unknown>[]) =>
  Promise.all(calls.map((it) => it.then(() => 'let in').catch((thrown: unknown) => toProblem(thrown).code)))

it('expires once when the refresh is refused; the calls wait, and go on when the person has signed in again', async () => {
  const calls = await expire()
  signInAgain(sessionOf(2))
  expect(new Set(await codesOf(calls))).toEqual(new Set(['let in']))
})

it('makes no call of one person as another', async () => {
  const calls = await expire()
  const other = sessionOf(2)
  signInAgain({ ...other, user: { ...other.user, _id: '01a1f9dd-286f-7175-987c-3afdb61ae600' } })
  expect(new Set(await codesOf(calls))).toEqual(new Set(['auth/token-expired']))
  expect(server.asked.filter(({ path }) => path !== '/api/auth/sign-in')).toEqual([])
})

it('makes no call again as another person who was signed in before it was refused', async () => {
  const held = Promise.withResolvers<void>()
  server.answers((reply, asked) => {
    if (asked.headers.authorization === 'Bearer access-9') json({ runId }, 202)(reply, asked)
    else void held.promise.then(() => json(problem('auth/token-expired'), 401)(reply, asked))
  })
  const code = start().catch((thrown: unknown) => toProblem(thrown).code)
  await expect.poll(() => server.asked.length).toBe(1)
  const nine = sessionOf(9)
  const other = { ...nine, user: { ...nine.user, _id: '01a1f9dd-286f-7175-987c-3afdb61ae600' } }
  const newValue = JSON.stringify({ session: other, receivedAt: Date.now() })
  dispatchEvent(Object.assign(new Event('storage'), { key: 'session', newValue }))
  await expect.poll(() => access.bearer()).toBe('access-9')
  held.resolve()
  expect(await code).toBe('auth/token-expired')
  expect(server.asked).toHaveLength(1)
})

it('gives the calls up when the person leaves instead', async () => {
  const calls = await expire()
  session.send({ type: 'user.signedOut' })
  expect(new Set(await codesOf(calls))).toEqual(new Set(['auth/token-expired']))
})

it('keeps the session when the server cannot be reached', async () => {
  server.answers(guarded(2, hangUp))
  expect(await start().catch((thrown: unknown) => toProblem(thrown).code)).toBe('net/unreachable')
  expect(selectStage(session.getSnapshot())).toBe('signedIn')
})

it('does not go round and round when new tokens are refused too', async () => {
  server.answers(guarded(99, json(sessionOf(2))))
  expect(await start().catch((thrown: unknown) => toProblem(thrown).code)).toBe('auth/token-expired')
  expect(server.asked).toHaveLength(3)
})

it('follows another tab: its tokens are taken, its sign-out is heard', async () => {
  const news = (newValue: string | null) => Object.assign(new Event('storage'), { key: 'session', newValue })
  dispatchEvent(news(JSON.stringify({ session: sessionOf(7), receivedAt: Date.now() })))
  await expect.poll(() => access.bearer()).toBe('access-7')
  dispatchEvent(news(null))
  await waitFor(session, (snapshot) => selectStage(snapshot) === 'signedOut')
  expect(access.bearer()).toBeNull()
})

const maintained = async () => {
  const maintenance = createActor(liveMaintenanceMachine(access, startReading(access)))
  // One that runs on looks again every while, and uses up the answers that a server of the next file has ready.
  onTestFinished(() => void maintenance.stop())
  const outlastingAccess = outlasting(access, session, maintenance)
  const set = (on: boolean) =>
    server.answers((reply, asked) => {
      if (asked.path === maintenanceEndpoints.get.path) return json({ on, message: '', planned: null })(reply, asked)
      return on ? json(problem('maintenance/on'), 503)(reply, asked) : json({ runId }, 202)(reply, asked)
    })
  set(true)
  maintenance.start()
  await waitFor(maintenance, selectIsOn)
  const leaving = new AbortController()
  const code = call(runEndpoints.start, { params: { id: runId }, signal: leaving.signal, access: outlastingAccess })
    .then(() => 'let in')
    .catch((thrown: unknown) => toProblem(thrown).code)
  const posts = () => server.asked.filter(({ method }) => method === 'POST')
  // The refusal led to a look of its own.
  await expect.poll(() => [posts().length, server.asked.at(-1)?.path]).toEqual([1, maintenanceEndpoints.get.path])
  await waitFor(maintenance, (snapshot) => selectIsOn(snapshot) && snapshot.matches('resting'))
  return { maintenance, leaving, code, posts, set }
}

it('makes a call that maintenance refused once more when it is over, under the same key', async () => {
  const { maintenance, code, posts, set } = await maintained()
  const [refused] = posts()
  expect(posts()).toHaveLength(1)
  set(false)
  maintenance.send({ type: 'user.retried' })
  expect(await code).toBe('let in')
  expect(posts().map(({ headers }) => headers['idempotency-key'])).toEqual([refused?.headers['idempotency-key']])
})

it('gives a call that waits for the end of maintenance up with whoever asked for it', async () => {
  const { leaving, code, posts, set } = await maintained()
  set(false)
  leaving.abort()
  expect(await code).toBe('maintenance/on')
  expect(posts()).toEqual([])
})

it('does not wait when the page is gone, and makes no call of whoever has left', async () => {
  const { maintenance, code, set, posts } = await maintained()
  set(false)
  session.send({ type: 'user.signedOut' })
  maintenance.stop()
  expect(await code).toBe('maintenance/on')
  expect(posts().filter(({ path }) => !path.includes('/auth/'))).toEqual([])
})
