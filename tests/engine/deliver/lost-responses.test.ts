/** What is said where it cannot be known: a response that was lost, and a mapped path that no record has. `faults.md` F22. */
import { expect, it, onTestFinished } from 'vitest'

import { problem } from '#contract/kit/problem.ts'
import { doubtsOf } from '#server/engine/outbox/cut-off.repository.ts'
import { pageOfTransactions } from '#server/features/connectors/runs/transactions.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { answering, type Misbehaviour } from '../kit/dest-sim.ts'
import { play, type Scene } from '../kit/scene.ts'
import { eventually, startEngine } from '../kit/stage.ts'

/** Takes the records and hangs up. */
const commitsThenCuts: Misbehaviour = { commits: true, answer: (response) => response.destroy() }

const cutsOnce = (every: number) => {
  const cut = new Set<string>()
  return ({ key, ids }: { readonly key: string; readonly ids: readonly (number | string)[] }) => {
    if (Number(ids[0]) % every !== 0 || cut.has(key)) return null
    cut.add(key)
    return commitsThenCuts
  }
}

const records = async ({ database, place, run }: Scene) => {
  const { companyId, connectorId } = place
  return (await pageOfTransactions(database.db, { companyId, connectorId, runId: run.runId }, 1, 1_000)).transactions
}

describeOnEachDatabase('a lost response', (open) => {
  it('is told as what it is, and its record is sent once: a second effect is worse than a question to a person', async () => {
    const { database } = await open()
    const scene = await play(database, {
      records: 120,
      config: { paging: 'cursor' },
      destination: { honoursKeys: false, misbehave: cutsOnce(5) },
    })
    const run = await scene.over()
    expect(new Set(scene.destination.effects.values())).toEqual(new Set([1]))
    expect(scene.destination.journal).toHaveLength(120)
    expect(run).toMatchObject({ recordsDelivered: 96, recordsUnknown: 24, recordsPossiblyTwice: 0 })
    const found = await records(scene)
    const said =
      "Outcome unknown. The response was lost. The destination may have received the record. We sent the request once and won't repeat it automatically."
    expect(found.filter(({ details }) => details === said).map(({ attempts }) => attempts)).toEqual(Array(24).fill(1))
    const { db } = database
    const lost = await db
      .selectFrom('attempts')
      .select('error')
      .where('run_id', '=', run.runId)
      .where('outcome', '=', 'unknown')
      .execute()
    expect(new Set(lost.map(({ error }) => error?.message))).toEqual(new Set([said.replace('Outcome unknown. ', '')]))
  })

  it('of a method that has the same effect twice is sent again, and is no doubt', async () => {
    const { database } = await open()
    const scene = await play(database, {
      records: 40,
      config: { paging: 'cursor' },
      destination: { honoursKeys: false, misbehave: cutsOnce(5) },
      change: (config) => ({ ...config, destination: { ...config.destination, requestMethod: 'PUT' } }),
    })
    const run = await scene.over()
    expect(run).toMatchObject({ recordsDelivered: 40, recordsPossiblyTwice: 0, statusReason: '40 records delivered.' })
    expect([...scene.destination.effects.values()].filter((times) => times === 2)).toHaveLength(8)
    expect((await records(scene)).filter(({ details }) => details.includes('repeated'))).toEqual([])
  })

  it.each([
    ['at once', false],
    ['in another process', true],
  ])('stays a doubt of the records that the next answer leaves for later, and of no others: %s', async (_, isTakenOver) => {
    const { database } = await open()
    const tries = new Map<number | string, number>()
    const scene = await play(database, {
      records: 20,
      config: { strategy: 'bulk', batchSize: 10 },
      limits: { retryBase: 400, retryCap: 400, retries: 2 },
      change: (config) => ({ ...config, destination: { ...config.destination, requestMethod: 'PUT' } }),
      destination: {
        honoursKeys: false,
        misbehave: ({ ids: [first = 0, ...others] }) => {
          const number = (tries.get(first) ?? 0) + 1
          tries.set(first, number)
          if (first === 2) return answering(503)
          if (first !== 1 || number > 2) return null
          if (number === 1) return commitsThenCuts
          const items = [first, ...others].map((_, at) => ({ status: at % 2 === 0 ? 201 : 503 }))
          return { commits: false, answer: (response) => response.writeHead(207).end(JSON.stringify({ items })) }
        },
      },
    })
    if (isTakenOver) {
      await eventually(
        () => database.db.selectFrom('attempts').select('number').where('ends', '=', 'divided').execute(),
        ({ length }) => length > 0,
      )
      await scene.engine.stop()
      const next = startEngine(database)
      onTestFinished(() => next.stop())
    }
    const run = await scene.over()
    // Those that failed to the last may have arrived with the first try, and are not called failed.
    expect(run).toMatchObject({ recordsDelivered: 15, recordsUnknown: 5, recordsFailed: 0, recordsPossiblyTwice: 0 })
  })

  it('is the reason only of what was delivered after it', async () => {
    const { database } = await open()
    const scene = await play(database, {
      records: 40,
      destination: { misbehave: cutsOnce(5) },
      change: (config) => ({ ...config, destination: { ...config.destination, requestMethod: 'PUT' } }),
    })
    const run = await scene.over()
    const { companyId } = scene.place
    const at = new Date()
    const failed = { company_id: companyId, run_id: run.runId, position: 40, number: 1, started_at: at, ended_at: at }
    await database.db
      .insertInto('attempts')
      .values({ ...failed, outcome: 'unknown', error: JSON.stringify(problem('destination/cut-off')) })
      .execute()
    expect(await doubtsOf(database.db, { companyId, id: run.runId })).toEqual({ isLost: true, isCutOff: false })
  })

  it('is no doubt where the destination honours keys', async () => {
    const { database } = await open()
    const scene = await play(database, {
      records: 40,
      config: { paging: 'cursor' },
      destination: { misbehave: cutsOnce(5) },
      change: (config) => ({ ...config, destination: { ...config.destination, honoursKeys: true } }),
    })
    const run = await scene.over()
    expect(run).toMatchObject({ recordsPossiblyTwice: 0, statusReason: '40 records delivered.' })
    expect(Math.max(...scene.destination.effects.values())).toBe(1)
    expect((await records(scene)).filter(({ details }) => details.includes('repeated'))).toEqual([])
  })
})

const line = (sourcePath: string, targetPath: string) => ({ id: targetPath, source: '', target: '', sourcePath, targetPath })

describeOnEachDatabase('a mapped path', (open) => {
  it('that no record of a run contained is named at its end, and what was delivered stays delivered', async () => {
    const { database } = await open()
    const items = (from: number) =>
      Array.from({ length: 100 }, (_, at) => ({
        id: from + at + 1,
        ...(from + at === 150 ? { rare: 1 } : {}),
        lines: [{ sku: 'a' }],
      }))
    const scene = await play(database, {
      script: ({ url }, response) => {
        const from = Number(url.searchParams.get('offset'))
        return !!response.end(JSON.stringify({ items: from < 200 ? items(from) : [] }))
      },
      config: {
        dataMapping: [
          line('id', 'id'),
          line('rare', 'rare'),
          line('customer.email', 'email'),
          line('lines[*].sku', 'lines[*].sku'),
          line('lines[*].price', 'lines[*].price'),
        ],
      },
    })
    const run = await scene.over()
    expect(run).toMatchObject({ recordsDelivered: 200, recordsFailed: 0 })
    expect(run.statusReason).toContain(
      '200 records delivered. No record contained "customer.email", which is mapped to "email". No record contained "lines[*].price", which is mapped to "lines[*].price".',
    )
  })

  it('that only the later records of a run lack is named at its end with how many they are, also when another engine took the run over', async () => {
    const { database } = await open()
    const items = (from: number) =>
      Array.from({ length: 100 }, (_, at) => ({
        id: from + at + 1,
        ...(from + at < 130 ? { total: 1 } : {}),
        ...(from + at === 220 ? { rare: 1 } : {}),
      }))
    const held = { is: true }
    const scene = await play(database, {
      script: ({ url }, response) => {
        const from = Number(url.searchParams.get('offset'))
        // The third page is answered only after the first engine has stopped.
        return from === 200 && held.is ? true : !!response.end(JSON.stringify({ items: from < 300 ? items(from) : [] }))
      },
      config: { dataMapping: [line('id', 'id'), line('total', 'amount'), line('rare', 'rare')] },
    })
    await eventually(scene.now, ({ recordsRead }) => recordsRead === 200)
    await scene.engine.stop()
    held.is = false
    const other = startEngine(database)
    onTestFinished(() => other.stop())
    const run = await scene.over()
    expect(run).toMatchObject({ recordsDelivered: 300, recordsFailed: 0 })
    expect(run.statusReason).toMatch(/^300 records delivered\. /)
    expect(run.statusReason).toContain(
      ' The last 170 records didn\'t contain "total", which is mapped to "amount". Earlier records did.',
    )
    expect(run.statusReason).not.toContain('rare')
  })
})
