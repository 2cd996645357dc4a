/** Runs with enrichments: every record accounted for, and a line in the ledger for each request that was made. */

import { expect, it, onTestFinished } from 'vitest'
import type { ConnectorConfig, Lookup } from '#contract/connectors/config/config.ts'
import { stepTotals } from '#server/features/connectors/details/step-calls.repository.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { addLookups, listLookups } from '#server/records/runs/lookups.repository.ts'
import { findRun, ledgerSums } from '#server/records/runs/runs.repository.ts'
import { live } from '../../faults/kit/lives.ts'
import { byForm } from '../../kit/form.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { play, type Scene } from '../kit/scene.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, eventually, hasty, openRunOf, settleIn } from '../kit/stage.ts'
import { lookup, saying, third } from './enrichments.ts'

const parameters: Lookup['parameters'] = [{ in: 'path', name: 'id', sourcePath: 'id' }]

const enriching =
  (url: string, how: Partial<Lookup> = {}) =>
  (config: ConnectorConfig): ConnectorConfig => ({
    ...config,
    enrichment: [
      { id: 'e1', title: 'Customers', type: 'http', url, lookup: { ...lookup, parameters, targetPath: 'details', ...how } },
    ],
  })

const whose = ({ place, run }: Scene) => ({ companyId: place.companyId, connectorId: place.connectorId, runId: run.runId })
const everyLine = (scene: Scene) => listLookups(scene.database.db, whose(scene), { page: 1, limit: 1_000 })
const isTenth = (id: string) => Number(id) % 10 === 0

describeOnEachDatabase('a run with enrichments', (open) => {
  it.each(['fail', 'skip', 'null'] as const)('delivers what was found, and what was not found is: %s', async (notFound) => {
    const sim = await third({ knows: (id) => !isTenth(id) })
    const scene = await play((await open()).database, { change: enriching(`${sim.url}/customers/{id}`, { notFound }) })
    const run = await scene.over()
    const [failed, skipped] = [notFound === 'fail' ? 25 : 0, notFound === 'skip' ? 25 : 0]
    const delivered = 250 - failed - skipped
    const sums = { recordsRead: 250, recordsDelivered: delivered, recordsSkipped: skipped, recordsFailed: failed }
    expect(run).toMatchObject({ status: 'succeeded', ...sums })
    expect(await ledgerSums(scene.database.db, scene.place.companyId, run.runId)).toMatchObject({
      delivered,
      failed,
      skipped,
      pending: 0,
    })
    expect(scene.destination.effects.size).toBe(delivered)
    const bodies = scene.destination.bodies.map((body) => body.slice(body.indexOf('"details":')))
    expect(bodies.filter((body) => body === '"details":null}')).toHaveLength(notFound === 'null' ? 25 : 0)
    expect(bodies).toContain('"details":{"id":"7","name":"Customer 7","limit":12345678901234567890.10}}')
    expect(sim.asked).toHaveLength(250)
    // What failed in the enrichment failed there and not in the mapping.
    const steps = await stepTotals(scene.database.db, scene.place, { from: 0, to: Date.now() + 86_400_000 })
    const measured = Object.fromEntries(steps.map(({ step, calls, errors }) => [step, [calls, errors]]))
    expect(measured).toMatchObject({ enrichment: [250, failed], mapping: [250 - failed - skipped, 0] })
    const { data, total } = await everyLine(scene)
    expect(total).toBe(250)
    expect(data.filter(({ outcome }) => outcome === 'not-found')).toHaveLength(25)
    expect(data.map(({ page, number }) => [page, number])).toEqual(
      [1, 2, 3].flatMap((page) => Array.from({ length: page === 3 ? 50 : 100 }, (_, at) => [page, at + 1])),
    )
  })

  it('maps what was found', async () => {
    const sim = await third()
    const line = { id: 'm', source: 'id', target: 'id', sourcePath: 'id', targetPath: 'id' }
    const rule = { name: 'R', type: 'numberFormat' as const, sourcePath: 'details.limit', fractionDigits: 1 }
    const dataMapping = [line, { ...line, targetPath: 'limit', rule, targetDataType: 'number' as const }]
    const scene = await play((await open()).database, {
      records: 3,
      config: { dataMapping },
      change: enriching(`${sim.url}/customers/{id}`),
    })
    await scene.over()
    expect(scene.destination.bodies.toSorted()).toEqual([1, 2, 3].map((id) => `{"id":${id},"limit":12345678901234567890.1}`))
  })

  it('counts for the mapping the records that failed in it, and no other', async () => {
    const sim = await third({ knows: (id) => id !== '7' })
    const line = { id: 'm', source: 'id', target: 'id', sourcePath: 'id', targetPath: 'id' }
    const rule = { name: 'R', type: 'numberFormat' as const, sourcePath: 'details.name', fractionDigits: 1 }
    const dataMapping = [line, { ...line, targetPath: 'limit', rule, targetDataType: 'number' as const }]
    const scene = await play((await open()).database, {
      records: 8,
      config: { dataMapping },
      change: enriching(`${sim.url}/customers/{id}`),
    })
    await scene.over()
    const steps = await stepTotals(scene.database.db, scene.place, { from: 0, to: Date.now() + 86_400_000 })
    const measured = Object.fromEntries(steps.map(({ step, calls, errors }) => [step, [calls, errors]]))
    expect(measured).toMatchObject({ enrichment: [8, 1], mapping: [7, 7] })
  })

  it('asks a batch at once', async () => {
    const sim = await third({ knows: (id) => !isTenth(id) })
    const inQuery: Lookup['parameters'] = [{ in: 'query', name: 'ids', sourcePath: 'id' }]
    const how = {
      per: 'batch',
      batchSize: 40,
      parameters: inQuery,
      resultPath: 'found.items',
      matchPath: 'id',
      notFound: 'skip',
    } as const
    const scene = await play((await open()).database, {
      change: enriching(`${sim.url}/customers`, how),
      config: { strategy: 'bulk' },
    })
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 225, recordsSkipped: 25 })
    // What the first two long answers leave open is requested once more; that it is not there proves that no limit cut them off.
    expect(sim.asked).toHaveLength(3 + 2 + 3 + 2)
    const { data } = await everyLine(scene)
    expect(data.map(({ values, records }) => [values, records]).toSorted()).toEqual([
      [10, 10],
      [20, 20],
      [20, 20],
      [4, 4],
      [4, 4],
      ...Array(5).fill([40, 40]),
    ])
  })

  it('keeps what another system said of a record that it refused, and goes on', async () => {
    const sim = await third({
      script: saying(
        (response) => void response.writeHead(400).end('{"no":"tens"}'),
        ({ url }) => isTenth(url.pathname.split('/')[2] ?? ''),
      ),
    })
    const scene = await play((await open()).database, { change: enriching(`${sim.url}/customers/{id}`) })
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 225, recordsFailed: 25 })
    const { data } = await everyLine(scene)
    const refused = data.filter(({ outcome }) => outcome === 'failed')
    expect(refused).toHaveLength(25)
    expect(refused[0]).toMatchObject({ answer: { status: 400, body: '{"no":"tens"}' }, error: { code: 'lookup/refused' } })
  })

  it('stops where the caller is refused, and says so', async () => {
    const sim = await third({ script: saying((response) => void response.writeHead(401).end()) })
    const scene = await play((await open()).database, { change: enriching(`${sim.url}/customers/{id}`) })
    expect(await scene.over()).toMatchObject({
      status: 'failed',
      recordsRead: 0,
      error: { code: 'lookup/refused', answer: { status: 401 } },
    })
    expect(sim.asked.length).toBeLessThanOrEqual(4)
    expect(scene.destination.journal).toHaveLength(0)
  })

  it('keeps the lines of a page once, whatever is repeated', async () => {
    const sim = await third()
    const scene = await play((await open()).database, { records: 2, change: enriching(`${sim.url}/customers/{id}`) })
    await scene.over()
    const before = await everyLine(scene)
    const [line] = before.data
    if (!line) throw new Error('there is no line')
    const again = { ...line, startedAt: new Date(line.startedAt), endedAt: new Date(line.endedAt), asked: 'something else' }
    await addLookups(scene.database.db, whose(scene), 1, [again])
    expect(await everyLine(scene)).toEqual(before)
    const odd = { ...again, asked: 'GET \u0000\ud800', records: 3 }
    await addLookups(scene.database.db, whose(scene), 7, [odd])
    expect((await everyLine(scene)).data.at(-1)).toMatchObject({ page: 7, asked: 'GET \ufffd\ufffd' })
    const other = { ...whose(scene), companyId: scene.place.userId }
    expect(await listLookups(scene.database.db, other, { page: 1, limit: 10 })).toEqual({ data: [], total: 0 })
  })
})

describeOnEachDatabase('a process that is killed while it looks up', (open, kind) => {
  // The embedded database takes long to open after a crash.
  const moments =
    kind === 'embedded'
      ? ['after-outbox-commit#2', 'any moment']
      : ['after-fetch#3', 'after-outbox-commit#2', 'after-settle#2', 'any moment']
  it.each(byForm(['after-outbox-commit#2'], moments))('%s: the next life goes on, and the sums hold', async (crash) => {
    const fresh = await open()
    const { database } = fresh
    const place = await settleIn(database)
    const sim = await third({ knows: (id) => !isTenth(id), delay: 2 })
    const source = await startSource(500)
    const destination = await startDestination({ delay: 1 })
    onTestFinished(() => Promise.all([source.close(), destination.close()]).then(() => {}))
    const config = enriching(`${sim.url}/customers/{id}`, { notFound: 'skip' })(
      configFor({ source: source.url, destination: destination.url }),
    )
    const run = await openRunOf(database, place, config)
    await database.close()
    const settings = { place: fresh.place, limits: { ...hasty, lease: 1_000, renewEvery: 200 } }
    const first = live(crash === 'any moment' ? settings : { ...settings, crash })
    if (crash === 'any moment') {
      await eventually(
        () => sim.asked.length,
        (asked) => asked > 130,
      )
      first.child.kill('SIGKILL')
    }
    await first.gone
    expect(sim.asked.length).toBeGreaterThan(crash === 'after-fetch#3' ? 199 : 99)
    expect(destination.effects.size).toBeLessThan(450)
    const second = live(settings)
    await eventually(second.said, (text) => text.includes('over'))
    second.child.kill('SIGTERM')
    await second.gone
    expect(second.complained()).toBe('')
    const after = await openDatabase(fresh.place)
    try {
      const { companyId, connectorId } = place
      const sums = { recordsRead: 500, recordsDelivered: 450, recordsSkipped: 50, recordsFailed: 0 }
      expect(await findRun(after.db, companyId, connectorId, run.runId)).toMatchObject({ status: 'succeeded', ...sums })
      expect(await ledgerSums(after.db, companyId, run.runId)).toMatchObject({
        delivered: 450,
        skipped: 50,
        failed: 0,
        pending: 0,
      })
      expect([...destination.effects.values()].filter((times) => times !== 1)).toEqual([])
      expect(destination.effects.size).toBe(450)
      const { total } = await listLookups(after.db, { companyId, connectorId, runId: run.runId }, { page: 1, limit: 1 })
      expect(total).toBe(500)
    } finally {
      await after.close()
    }
  })
})
