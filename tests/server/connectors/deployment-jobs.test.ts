/** The job of a deployment is queued in the commit that opens it, and again where it is missing. */
import { expect, it } from 'vitest'
import { type Jobs, job, openJobs, startJobs } from '#server/platform/jobs/boss.ts'
import { readQueues } from '#server/platform/jobs/queue-figures.repository.ts'
import { openDeployment, sweepDeployments } from '#server/records/connectors/deployments.repository.ts'
import { quietLog as log, settleIn } from '../../engine/kit/stage.ts'
import { describeOnEachDatabase } from '../kit/databases.ts'

describeOnEachDatabase('a deployment', (open) => {
  it('has one job, none where it was rolled back, and gets another where its job is lost', async () => {
    const { database } = await open()
    const { db } = database
    const place = await settleIn(database, 'Draft')
    const handled: string[] = []
    const jobs = [
      job({
        ...{ queue: 'deployment', policy: 'standard', retries: 0, backoff: [1, 1], expire: 60 },
        handle: async ({ id }) => void handled.push(id),
      }),
    ]
    const queues = await openJobs({ database, log }, jobs)
    const config = {}
    const rolledBack = db.transaction().execute(async (tx) => {
      await openDeployment(tx, { ...place, config, authorId: place.userId })
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    const { deploymentId } = await openDeployment(db, { ...place, config, authorId: place.userId })
    const ready = async () => (await readQueues(db)).map((it) => it.ready)
    expect(await ready()).toEqual([1])
    await sweepDeployments(db)
    expect(await ready()).toEqual([1])
    const running: Jobs = await startJobs(queues, { database, log, jobs })
    await expect.poll(() => handled, { timeout: 20_000 }).toEqual([deploymentId])
    // The handler left the deployment open.
    const sweep = async () => {
      await sweepDeployments(db)
      return handled.length
    }
    await expect.poll(sweep, { timeout: 20_000 }).toBeGreaterThan(1)
    await running.stop()
  })
})
