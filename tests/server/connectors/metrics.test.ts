/** The figures of a connector, as they are asked for. */
import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'

import type { Metrics } from '#contract/connectors/details/metrics.ts'
import { addStepMinutes } from '#server/engine/metering/step-minutes.repository.ts'
import { classCount, classOf } from '#server/records/ledger/latencies.repository.ts'
import { createTestServer, describeOnEachKind, makeConnector } from '../kit/test-server.ts'

describeOnEachKind('metrics of a connector', (kind) => {
  const server = createTestServer({}, kind)

  async function measured() {
    const { connector } = await makeConnector(server)
    const minute = Math.floor(Date.now() / 60_000) - 1
    const latencies = new Array<number>(classCount).fill(0).with(classOf(40), 3).with(classOf(900), 1)
    const of = { companyId: server.companies.A, connectorId: connector._id, minute, latencies }
    await addStepMinutes(server.database.db, { processId: newId(), number: 1 }, [
      { ...of, step: 'destination', host: 'https://crm.example.com', calls: 4, errors: 1, records: 3, latencySum: 1_020 },
      { ...of, step: 'mapping', host: '', calls: 4, errors: 0, records: 4, latencySum: 1_020 },
    ])
    return { id: connector._id, at: new Date(minute * 60_000).toISOString() }
  }
  const ask = (id: string, query = '') => server.ask('GET', `/api-connectors/${id}/metrics${query}`, { as: 'userA' })

  it('tells calls, errors, records and latency by step and minute, and by host', async () => {
    const { id, at } = await measured()
    const metrics = (await ask(id)).json<Metrics>()
    expect(metrics).toMatchObject({
      resolution: 'minute',
      points: [
        { at, step: 'destination', calls: 4, errors: 1, records: 3, average: 255 },
        { at, step: 'mapping', calls: 4, errors: 0, records: 4, average: 255 },
      ],
      hosts: [
        { host: '', step: 'mapping' },
        { host: 'https://crm.example.com', step: 'destination', errors: 1 },
      ],
    })
    const [point] = metrics.points
    expect(point?.p50).toBeGreaterThan(33)
    expect(point?.p50).toBeLessThan(48)
    expect(point?.p95).toBeGreaterThan(740)
    expect(point?.p95).toBeLessThan(1_100)
  })

  it('tells hours at their beginning', async () => {
    const { id, at } = await measured()
    const day = new Date(Date.now() - 86_400_000).toISOString()
    const { points } = (await ask(id, `?resolution=hour&from=${day}`)).json<Metrics>()
    expect(points[0]?.at).toBe(`${at.slice(0, 13)}:00:00.000Z`)
  })

  it('invents nothing where nothing was measured', async () => {
    const { connector } = await makeConnector(server)
    expect((await ask(connector._id)).json()).toMatchObject({ points: [], hosts: [] })
    const { id } = await measured()
    const { points } = (await ask(id, '?from=2026-01-01T00:00:00Z&to=2026-01-01T01:00:00Z')).json<Metrics>()
    expect(points).toEqual([])
  })

  it('refuses a time that is empty, too long or none', async () => {
    const { connector } = await makeConnector(server)
    for (const query of [
      '?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z',
      '?from=2026-01-01T00:00:00Z&to=2026-01-03T00:00:00Z',
      '?resolution=hour&from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z',
      '?from=yesterday',
      '?resolution=second',
    ]) {
      const reply = await ask(connector._id, query)
      expect(reply.statusCode, query).toBe(400)
      expect(reply.json<{ errors: unknown[] }>().errors.length).toBeGreaterThan(0)
    }
  })
})
