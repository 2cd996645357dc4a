/** What a draft knows of the records of its sides: kept, limited, its own company's, and no part of a version. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type DraftShapes, type RecordShape, storedBytesMax } from '#contract/connectors/config/shape.ts'
import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import { configHash } from '#server/records/connectors/versions.repository.ts'
import { createTestServer, describeOnEachKind, goodConfig, makeConnector } from '../kit/test-server.ts'

const shape = (examples: unknown[] = [], more: Partial<RecordShape> = {}): RecordShape => ({
  fields: [{ path: 'customer.name', types: ['string'], isRequired: true, description: 'Who ordered' }],
  examples,
  origin: 'request',
  takenAt: '2026-01-02T03:04:05.000Z',
  ...more,
})
const lookup = (id: string) => ({ id, type: 'http' as const, url: 'https://more.example.com' })

describeOnEachKind('shapes of a draft', (kind) => {
  const server = createTestServer({}, kind)
  const addressOf = (id: string) => `/api-connectors/${id}/shapes`
  const read = async (id: string, as: 'userA' | 'otherA' | 'adminB' = 'userA') => server.ask('GET', addressOf(id), { as })
  const save = (id: string, body: unknown) => server.ask('PUT', addressOf(id), { as: 'userA', body })
  const made = async () => (await makeConnector(server)).connector._id

  it('are kept as they came, side by side: what is not named stays', async () => {
    const id = await made()
    expect((await read(id)).json()).toEqual({})
    // Of names in an order of their own, numbers and texts that a database might change.
    const examples = [{ zebra: 1, a: { deep: [null, 'ü\u2028', 1.5, -0.25] }, '10': true, '9': [] }]
    const first = await save(id, { source: shape(examples), enrichment: { l1: shape(), l2: shape([1]) } })
    expect([first.statusCode, first.json()]).toEqual([
      200,
      { source: shape(examples), enrichment: { l1: shape(), l2: shape([1]) } },
    ])
    await save(id, { destination: shape([], { origin: 'openapi' }), enrichment: { l2: shape([2]) } })
    const kept = await read(id)
    expect(kept.json()).toEqual({
      source: shape(examples),
      destination: shape([], { origin: 'openapi' }),
      enrichment: { l1: shape(), l2: shape([2]) },
    })
    expect(kept.body).toContain('"zebra":1,"a"')
  })

  it('are as large as one side may be, and no larger', async () => {
    const id = await made()
    const empty = Buffer.byteLength(JSON.stringify(shape([''])))
    const full = shape(['x'.repeat(storedBytesMax - empty)])
    expect((await save(id, { source: full })).statusCode).toBe(200)
    const refused = await save(id, { source: shape(), enrichment: { 'a/b': shape(['x'.repeat(storedBytesMax - empty + 1)]) } })
    expect(refused.json()).toMatchObject({
      status: 422,
      code: 'shape/too-large',
      errors: [{ path: '/enrichment/a~1b', message: 'takes 257 kB, but the limit is 256 kB. Keep fewer or smaller examples' }],
    })
    expect((await read(id)).json()).toEqual({ source: full })
  })

  it('are refused when they are too many, too deep or of another form, and nothing is changed', async () => {
    const id = await made()
    await save(id, { source: shape() })
    const nested = JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`)
    const wrong = [
      [{ source: shape([nested]) }, 400, /^\/source\/examples\/0(\/0)+$/],
      [{ source: shape(Array.from({ length: 21 }, () => 1)) }, 400, /^\/source\/examples$/],
      [{ source: { ...shape(), fields: [{ path: 'a', types: [], isRequired: true }] } }, 400, /^\/source\/fields\/0\/types$/],
      [{ elsewhere: shape() }, 400, /^\/elsewhere$/],
      [{ enrichment: Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`l${at}`, shape()])) }, 422, /^\/enrichment$/],
    ] as const
    for (const [body, status, path] of wrong) {
      const reply = await save(id, body)
      expect(reply.json()).toMatchObject({ status, errors: [{ path: expect.stringMatching(path) }] })
    }
    expect((await read(id)).json()).toEqual({ source: shape() })
  })

  it('of enrichments that are gone make room for others', async () => {
    const { connector } = await makeConnector(server, 'userA', { ...goodConfig, enrichment: [lookup('stays')] })
    const many = Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`old${at}`, shape()]))
    await save(connector._id, { enrichment: { ...many, stays: shape() } })
    const kept = (await save(connector._id, { enrichment: { new: shape() } })).json<DraftShapes>()
    expect(Object.keys(kept.enrichment ?? {}).toSorted()).toEqual(['new', 'stays'])
  })

  it('belong to their connector: others have none of them, and no version does', async () => {
    const id = await made()
    await save(id, { source: shape(['only here']) })
    for (const as of ['otherA', 'adminB'] as const) {
      const reply = await read(id, as)
      expect(reply.json()).toMatchObject({ status: 404, code: 'connector/not-found' })
      expect(reply.body).not.toContain('only here')
    }
    const { config, connector } = (await server.ask('GET', `/api-connectors/${id}`, { as: 'userA' })).json<ConnectorDetails>()
    const { status: _, ...draft } = config
    expect(configHash(draft)).toBe(configHash({ ...goodConfig, name: connector.name }))
    expect(connector.revision).toBe(1)
    const deployment = await server.ask('POST', `/api-connectors/connectors/${id}/deploy`, { as: 'userA' })
    expect(deployment.statusCode).toBe(202)
    const rows = await sql`select config::text from deployments union all select config::text from connector_versions`.execute(
      server.database.db,
    )
    expect(JSON.stringify(rows)).not.toContain('only here')
  })

  it('are removed with their connector', async () => {
    const [id, other] = [await made(), await made()]
    await save(id, { source: shape(), enrichment: { l1: shape() } })
    await save(other, { source: shape() })
    expect((await server.ask('DELETE', `/api-connectors/${id}`, { as: 'userA' })).statusCode).toBe(200)
    const { rows } = await sql<{ connector_id: string }>`select connector_id from draft_shapes
      where connector_id in (${id}, ${other})`.execute(server.database.db)
    expect(rows).toEqual([{ connector_id: other }])
    expect((await read(id)).statusCode).toBe(404)
    expect((await save(id, {})).statusCode).toBe(404)
  })
})
