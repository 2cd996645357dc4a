import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createTurns } from '#server/outbound/origin-queue.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { pauseOpenRun } from '#server/records/runs/runs.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, ended, eventually, openRunOf, settleIn, startEngine } from '../kit/stage.ts'

const origin = 'http://one.test'
const turn = (lane: string, ...signals: AbortSignal[]) => ({ origin, party: '', lane, signals })

it('turns go round the lanes, and what is withdrawn never has one', async () => {
  const turns = createTurns(1)
  const leave = await turns.take(turn('a'))
  const order: string[] = []
  const withdrawn = new AbortController()
  const waits = ['a1', 'a2', 'b1', 'a3', 'b2'].map(async (name) => {
    const done = await turns.take(turn(name.charAt(0)))
    order.push(name)
    done()
  })
  const lost = turns.take(turn('c', withdrawn.signal))
  withdrawn.abort()
  await expect(lost).rejects.toMatchObject({ kind: 'withheld', sent: false })
  expect(order).toEqual([])
  leave()
  // Given back twice is given back once.
  leave()
  await Promise.all(waits)
  expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
})

it('turns go round the companies first: many runs of one do not push back the single run of another', async () => {
  const turns = createTurns(1)
  const leave = await turns.take(turn('a'))
  const order: string[] = []
  // Eight runs of one company wait with ten requests each before the other company comes.
  const crowd = Array.from({ length: 80 }, (_, at) => ({ party: 'many', lane: `run ${at % 8}` }))
  const single = Array.from({ length: 10 }, () => ({ party: 'one', lane: 'run' }))
  const waits = [...crowd, ...single].map(async (who) => {
    const done = await turns.take({ origin, signals: [], ...who })
    order.push(`${who.party} ${who.lane}`)
    done()
  })
  leave()
  await Promise.all(waits)
  expect(order).toHaveLength(90)
  expect(order.slice(0, 20).filter((name) => name === 'one run')).toHaveLength(10)
  // And within the company its runs go round.
  expect(new Set(order.slice(0, 16).filter((name) => name !== 'one run')).size).toBe(8)
})

it('a place in the line of a company is kept when another of its requests is withdrawn', async () => {
  const turns = createTurns(1)
  const leave = await turns.take(turn('a'))
  const withdrawn = new AbortController()
  const order: string[] = []
  const wait = (party: string, ...signals: AbortSignal[]) =>
    turns.take({ origin, party, lane: 'run', signals }).then((done) => {
      order.push(party)
      done()
    })
  const lost = wait('first', withdrawn.signal)
  const waits = [wait('second'), wait('first')]
  withdrawn.abort()
  await expect(lost).rejects.toMatchObject({ kind: 'withheld' })
  waits.push(wait('third'))
  leave()
  await Promise.all(waits)
  expect(order).toEqual(['first', 'second', 'third'])
})

it('F42 a noisy neighbour at the same host takes half of its turns and no more', async () => {
  const arrived: string[] = []
  const host = createServer((request, response) => {
    arrived.push(String(request.headers['x-who']))
    setTimeout(() => response.end('ok'), 5)
  }).listen(0, '127.0.0.1')
  await once(host, 'listening')
  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'], limits: { connections: 4 } })
  onTestFinished(async () => {
    await outbound.close()
    host.closeAllConnections()
    host.close()
  })
  const url = new URL(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`)
  const ask = (party: string, lane: string) => outbound.request({ method: 'GET', url, headers: { 'x-who': party }, party, lane })
  // Eight runs of one company, with a thousand requests that wait.
  const noise = Array.from({ length: 1_000 }, (_, at) => ask('noisy', `run ${at % 8}`))
  await eventually(
    () => arrived.length,
    (count) => count > 20,
  )
  const from = arrived.length
  await Promise.all(Array.from({ length: 100 }, () => ask('quiet', 'run')))
  const meanwhile = arrived.slice(from)
  expect(meanwhile.indexOf('quiet')).toBeLessThanOrEqual(8)
  expect(meanwhile.filter((who) => who === 'quiet').length / meanwhile.length).toBeGreaterThan(0.45)
  await Promise.all(noise)
})

describeOnEachDatabase('runs that share a slow destination', (open) => {
  /** Two runs whose destination answers four requests at a time, each after a while. */
  async function playTwo(delay: number, records: number, limits: { readonly total?: number; readonly headers?: number } = {}) {
    const { database } = await open()
    const destination = await startDestination({ delay })
    const source = await startSource(records)
    const places = [await settleIn(database), await settleIn(database)] as const
    const config = configFor({ source: source.url, destination: destination.url })
    const engine = startEngine(database, { outbound: { egressAllow: ['127.0.0.0/8'], limits: { connections: 4, ...limits } } })
    onTestFinished(async () => {
      await source.close()
      await destination.close()
      await engine.stop()
    })
    const first = await openRunOf(database, places[0], config)
    engine.wake()
    await eventually(
      () => destination.journal.length,
      (count) => count >= 4,
    )
    const second = await openRunOf(database, places[1], config)
    engine.wake()
    const sentOf = (run: { readonly runId: string }) => destination.journal.filter(({ key }) => key.includes(run.runId))
    return { database, destination, engine, places, first, second, sentOf }
  }

  it('send nothing after a pause has answered, also what waited for its turn', async () => {
    const { database, engine, places, second, sentOf } = await playTwo(300, 40)
    await eventually(
      () => sentOf(second).length,
      (count) => count > 0,
    )
    await pauseOpenRun(database.db, places[1].companyId, places[1].connectorId)
    await engine.quiesce(places[1].connectorId)
    const atAnswer = Date.now()
    await sleep(1_000)
    expect(sentOf(second).filter(({ at }) => at > atAnswer + 250)).toEqual([])
  })

  it('are served in turn, and waiting for a turn is no attempt and no slowness of the destination', async () => {
    const { database, destination, places, first, second, sentOf } = await playTwo(100, 60, { total: 600, headers: 600 })
    const [one, other] = [await ended(database, places[0], first), await ended(database, places[1], second)]
    expect([one, other]).toMatchObject([
      { status: 'succeeded', recordsDelivered: 60 },
      { status: 'succeeded', recordsDelivered: 60 },
    ])
    // Nobody was asked twice, and the second did not wait until the first had ended.
    expect(destination.journal).toHaveLength(120)
    expect(sentOf(second)[0]?.at).toBeLessThan(sentOf(first).at(-1)?.at ?? 0)
  })

  it('of another company are not held up by many runs of one company', async () => {
    const { database } = await open()
    const destination = await startDestination({ delay: 20 })
    const source = await startSource(60)
    const config = configFor({ source: source.url, destination: destination.url })
    const engine = startEngine(database, { outbound: { egressAllow: ['127.0.0.0/8'], limits: { connections: 4 } } })
    onTestFinished(async () => {
      await source.close()
      await destination.close()
      await engine.stop()
    })
    const [noisy, quiet] = [await settleIn(database), await settleIn(database)]
    const crowd = [noisy]
    for (let each = 0; each < 5; each += 1) {
      const { connectorId } = await settleIn(database)
      const { companyId, userId } = noisy
      const belongs = { company_id: companyId, owner_id: userId }
      await database.db.updateTable('connectors').set(belongs).where('id', '=', connectorId).execute()
      crowd.push({ companyId, userId, connectorId })
    }
    const runs = []
    for (const place of crowd) runs.push(await openRunOf(database, place, config))
    engine.wake()
    await eventually(
      () => new Set(destination.journal.map(({ key }) => key.split('-').slice(0, -1).join('-'))).size,
      (count) => count === crowd.length,
    )
    const run = await openRunOf(database, quiet, config)
    engine.wake()
    await ended(database, quiet, run)
    const isQuiet = ({ key }: { readonly key: string }) => key.includes(run.runId)
    const first = destination.journal.findIndex(isQuiet)
    const meanwhile = destination.journal.slice(first, destination.journal.findLastIndex(isQuiet) + 1)
    // A seventh, if the runs took turns; half of it, now that the companies do. The crowd may be through first.
    expect(meanwhile.filter(isQuiet).length / meanwhile.length).toBeGreaterThan(0.35)
    for (const [at, other] of runs.entries()) await ended(database, crowd[at] ?? noisy, other)
  })
})
