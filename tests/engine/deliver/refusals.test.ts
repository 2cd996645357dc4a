/** Refusals that may be about one record or about every request: 403, 404, 405 and their like. `faults.md` F11. */
import { expect, it } from 'vitest'

import { groupsOf } from '#server/features/connectors/problems/problem-groups.repository.ts'
import { pageOfTransactions } from '#server/features/connectors/runs/transactions.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { answering } from '../kit/dest-sim.ts'
import { play, type Scene } from '../kit/scene.ts'

const failures = async ({ database, place, run }: Scene) => {
  const { companyId, connectorId } = place
  const filter = { companyId, connectorId, runId: run.runId, status: 'failure' } as const
  return (await pageOfTransactions(database.db, filter, 1, 1_000)).transactions
}

/** Requests that a destination may get before the run ends that it refuses: those that are open at once, or the window. */
const first = 32
const answer = '{"error":"no such customer"}'

describeOnEachDatabase('a refusal', (open) => {
  it.each([403, 404, 405])('%d of one record fails that record alone', async (status) => {
    const { database } = await open()
    const scene = await play(database, {
      records: 300,
      destination: { misbehave: ({ ids }) => (ids[0] === 41 ? answering(status, {}, answer) : null) },
    })
    const run = await scene.over()
    expect(run).toMatchObject({ recordsRead: 300, recordsDelivered: 299, recordsFailed: 1, error: null })
    expect(await failures(scene)).toMatchObject([{ recordKey: '41', attempts: 1, error: { answer: { status, body: answer } } }])
  })

  it.each([401, 403, 404, 405])(
    '%d of all records ends the run after a few, and the others say that they were not sent',
    async (status) => {
      const { database } = await open()
      const scene = await play(database, {
        records: 340,
        destination: { misbehave: () => answering(status, { 'x-request-id': 'r-1' }, answer) },
      })
      const run = await scene.over()
      const requests = scene.destination.journal.length
      expect(requests).toBeLessThanOrEqual(first)
      expect(run).toMatchObject({
        status: 'failed',
        recordsDelivered: 0,
        error: { code: 'destination/refused', answer: { status } },
      })
      expect(run.recordsFailed).toBe(run.recordsRead)
      const left = run.recordsRead - requests
      expect(run.statusReason).toBe(
        `The destination returned ${status}. Stopped at record ${requests}. The source was not read to its end. ${left} records were read but not sent.`,
      )
      const found = await failures(scene)
      const unsent = found.filter(({ attempts }) => attempts === 0)
      expect(unsent).toHaveLength(left)
      for (const { error, details, sendingDuration } of unsent) {
        const message = `Not sent, because the run was stopped. The destination returned ${status}.`
        expect([error?.code, error?.message, details, sendingDuration]).toEqual(['record/not-sent', message, message, null])
        expect(error).not.toHaveProperty('answer')
      }
      expect(found.filter(({ error }) => error?.answer?.status === status)).toHaveLength(requests)
      const { groups } = await groupsOf(database.db, scene.place)
      expect(new Map(groups.map(({ code, failed }) => [code, failed]))).toEqual(
        new Map([
          ['destination/refused', requests],
          ['record/not-sent', left],
        ]),
      )
    },
  )

  it('of every record from some point on ends the run after fifty of them', async () => {
    const { database } = await open()
    const scene = await play(database, {
      records: 900,
      destination: { misbehave: ({ number }) => (number > 100 ? answering(403) : null) },
    })
    const run = await scene.over()
    expect(run).toMatchObject({ status: 'failed', recordsDelivered: 100, error: { answer: { status: 403 } } })
    expect(scene.destination.journal.length).toBeGreaterThanOrEqual(150)
    expect(scene.destination.journal.length).toBeLessThanOrEqual(182)
    expect(run.statusReason).toContain(`Stopped at record ${scene.destination.journal.length}.`)
  })

  it('of a bulk is traced to its records, within a few requests', async () => {
    const { database } = await open()
    const one = await play(database, {
      records: 300,
      config: { strategy: 'bulk' },
      destination: { misbehave: ({ ids }) => (ids.includes(141) ? answering(404) : null) },
    })
    expect(await one.over()).toMatchObject({ recordsDelivered: 299, recordsFailed: 1 })
    const all = await play(database, {
      records: 300,
      config: { strategy: 'bulk' },
      destination: { misbehave: () => answering(404) },
    })
    const run = await all.over()
    expect(run).toMatchObject({ status: 'failed', recordsDelivered: 0, recordsFailed: 300, error: { answer: { status: 404 } } })
    expect(all.destination.journal.length).toBeLessThanOrEqual(first)
  })

  it('of all of a few records is what the run says, and each of them was tried once', async () => {
    const { database } = await open()
    const scene = await play(database, { records: 5, destination: { misbehave: () => answering(403, {}, answer) } })
    const run = await scene.over()
    expect(run).toMatchObject({
      status: 'failed',
      recordsFailed: 5,
      statusReason: 'The destination returned 403. None of the 5 records were delivered. Open a record to see why.',
      error: { code: 'destination/refused', answer: { status: 403 } },
    })
    expect(scene.destination.journal.length).toBe(5)
  })
})
