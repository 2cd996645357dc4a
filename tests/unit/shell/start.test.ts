/** What the frame of a page reads first: one call for three parts, each of them taken once. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'

import { problem } from '#contract/kit/problem.ts'
import { startReading } from '#src/services/shell/start.service.ts'
import { json, type ScriptServer, startScriptServer } from '../kit/script-server.ts'

const maintenance = { on: false, message: '', planned: null }
const session = { stage: 'full', idleEndsIn: 60_000, endsIn: null, mfaDueAt: null }
const start = { look: null, maintenance, session }
const access = { bearer: () => 'token', renew: () => Promise.reject(new Error('not renewed')) }

let server: ScriptServer
beforeAll(async () => {
  server = await startScriptServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.answers(json(start))
  return () => {
    vi.useRealTimers()
  }
})
const calls = () => server.asked.filter(({ path }) => path === '/api/start').length

it('makes one call for all parts, and gives each of them once', async () => {
  const before = calls()
  const reading = startReading(access)
  const taken = await Promise.all([reading.take('maintenance'), reading.take('session')])
  expect(taken.map((it) => it?.value)).toEqual([maintenance, session])
  expect((await reading.take('look'))?.value).toBeNull()
  expect(await reading.take('maintenance')).toBeNull()
  expect(calls() - before).toBe(1)
})

it('gives nothing where the call fails: each part is read by its own then', async () => {
  server.answers(json(problem('bug/unexpected'), 500))
  const reading = startReading(access)
  expect(await Promise.all([reading.take('maintenance'), reading.take('look')])).toEqual([null, null])
})

it('gives nothing that is older than 5 seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const reading = startReading(access)
  await reading.take('maintenance')
  vi.advanceTimersByTime(5_001)
  expect(await reading.take('session')).toBeNull()
})
