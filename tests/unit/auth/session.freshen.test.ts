/** A call whose token ends within five minutes waits for another token: timers come late after sleep. `core-platform.md` section 4. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { authEndpoints } from '#contract/auth/auth.ts'
import { accessOf, liveSessionMachine } from '#src/services/auth/session.actors.ts'
import { call } from '#src/services/kit/api-client.ts'
import { json, type ScriptServer, startScriptServer } from '../kit/script-server.ts'
import { keepInMemory, sessionOf } from './sessions.ts'

let server: ScriptServer
beforeAll(async () => {
  server = await startScriptServer()
})
afterAll(() => {
  vi.useRealTimers()
  return server.close()
})
beforeEach(keepInMemory)

it.each([
  [9, [['GET', 'Bearer access-1']]],
  [
    11,
    [
      ['POST', undefined],
      ['GET', 'Bearer access-2'],
    ],
  ],
] as const)('after %i minutes of a token of 15', async (minutes, asked) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime('2026-11-28T10:00:00.000Z')
  const session = createActor(liveSessionMachine).start()
  await waitFor(session, (it) => it.matches('signedOut'))
  server.answers(json(sessionOf(1)))
  session.send({ type: 'user.wroteEmail', email: 'ada@example.test' })
  session.send({ type: 'user.wrotePassword', password: 'right' })
  session.send({ type: 'user.submitted' })
  await waitFor(session, (it) => it.matches({ signedIn: 'fresh' }))
  // The machine slept: no timer has fired.
  vi.setSystemTime(Date.now() + minutes * 60_000)
  const { user } = sessionOf(1)
  server.answers(...(asked.length === 2 ? [json(sessionOf(2))] : []), json(user))
  expect(await call(authEndpoints.me, { access: accessOf(session), signal: new AbortController().signal })).toEqual(user)
  expect(server.asked.map(({ method, headers }) => [method, headers.authorization])).toEqual(asked)
  session.stop()
})
