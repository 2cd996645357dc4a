/** Failed background jobs are shown to the operator with their reason, and can be retried. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JobsState } from '#contract/admin/jobs.ts'
import { sendJob } from '#server/platform/database/job-queues.ts'
import { type Jobs, job, openJobs, startJobs } from '#server/platform/jobs/boss.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { createTestServer } from '../kit/test-server.ts'

const server = createTestServer()
const at = '/api/admin/jobs'
const log = createLog('silent')
let running: Jobs
let isBroken = true
let done = 0

beforeAll(async () => {
  const jobs = [
    job({
      ...{ queue: 'version-notices', policy: 'standard', retries: 0, backoff: [1, 1], expire: 60 },
      handle: async () => {
        if (isBroken) throw new Error('The host of the catalog is away.')
        done += 1
      },
    }),
  ]
  const { database } = server
  running = await startJobs(await openJobs({ database, log }, jobs), { database, log, jobs })
})
afterAll(() => running.stop())

const read = async () => (await server.ask('GET', at, { as: 'superA' })).json<JobsState>()

it('lists a failed job with its reason, and retries it once when the operator asks', async () => {
  await sendJob(server.database.db, 'version-notices', null)
  await expect.poll(async () => (await read()).failed.length, { timeout: 20_000 }).toBe(1)
  const [failed] = (await read()).failed
  expect(failed).toMatchObject({ queue: 'version-notices', attempts: 1, reason: 'The host of the catalog is away.' })
  expect((await read()).queues).toEqual([{ queue: 'version-notices', waiting: 0, later: 0, active: 0, failed: 1, oldest: null }])
  isBroken = false
  const path = `${at}/${failed?.id}/retry`
  expect((await server.ask('POST', path, { as: 'superA' })).json()).toMatchObject({ failed: [] })
  expect((await server.ask('POST', path, { as: 'superA' })).json()).toMatchObject({ code: 'job/not-failed' })
  await expect.poll(() => done, { timeout: 20_000 }).toBe(1)
  expect((await server.ask('GET', '/api/audit?what=job.retried', { as: 'superA' })).json()).toMatchObject({ total: 1 })
})

it.each(['userA', 'adminA'] as const)('is closed to %s', async (as) => {
  expect((await server.ask('GET', at, { as })).json()).toMatchObject({ code: 'auth/forbidden' })
})
