/** AI Insights of a connector whose records lie in the ledger: figures as they were counted, dismissed with a reason, and nobody else's. */
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { problem } from '#contract/kit/problem.ts'
import type { Insights } from '#contract/studio/insights.ts'
import { findConnector } from '#server/features/connectors/details/connectors.repository.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { addConnector, addRecords } from '../assistant/assistant-scene.ts'
import { createTestServer, goodConfig, makeConnector } from '../kit/test-server.ts'

const server = createTestServer()
const now = Date.now()
let id = ''
let quiet = ''

beforeAll(async () => {
  id = await addConnector(server, { name: 'Orders', as: 'userA' })
  quiet = await addConnector(server, { name: 'Quiet', as: 'userA' })
  const of = (connectorId: string, hoursAgo: number, delivered: number, failed: number) =>
    ({ connectorId, company: 'A', hoursAgo, of: [delivered, failed, 0] }) as const
  await addRecords(
    server,
    [
      ...[30, 54, 78, 102, 126, 150].map((hours) => of(id, hours, 60, 0)),
      of(id, 2, 40, 20),
      ...[30, 54, 78, 2].map((hours) => of(quiet, hours, 60, 0)),
    ],
    now,
  )
  const error = JSON.stringify(problem('destination/refused', { message: 'The phone is not valid.' }))
  await sql`update transactions set error = ${error}::jsonb where status = 'failure'`.execute(server.database.db)
})

const read = async (connectorId: string, as: 'userA' | 'adminA' | 'otherA' | 'adminB' = 'userA') =>
  server.ask('GET', `/api-connectors/${connectorId}/insights`, { as })

it('finds the new cause and the field that its records share, and links to them', async () => {
  const found = (await read(id)).json<Insights>()
  expect([found.records, found.recordsBefore]).toEqual([60, 360])
  expect(found.insights).toMatchObject([
    {
      ...{ kind: 'new-cause', subject: 'The phone is not valid.', figures: { lost: 20, records: 60, recordsBefore: 360 } },
      action: { kind: 'replay' },
    },
    { kind: 'field-differs', subject: 'phone', figures: { lost: 20, lostOf: 20, delivered: 0, deliveredOf: 40 } },
  ])
  const [cause] = found.insights
  const causeId = new URLSearchParams(cause?.evidence.split('?')[1]).get('problem')
  const listed = await server.ask('GET', `/api/analytics/transactions/${id}?problem=${causeId}&pageSize=5`, { as: 'userA' })
  expect(listed.json()).toMatchObject({ pagination: { total: 20 } })
})

it('says what was looked at where nothing stands out', async () => {
  expect((await read(quiet)).json<Insights>()).toMatchObject({ records: 60, insights: [] })
})

it('is dismissed with a reason for the whole company, and shown again', async () => {
  const [first] = (await read(id)).json<Insights>().insights
  const path = `/api-connectors/${id}/insights/${first?.id}`
  expect((await server.ask('POST', `${path}/dismiss`, { as: 'userA', body: { reason: 'boring' } })).statusCode).toBe(400)
  for (const as of ['otherA', 'adminB'] as const) {
    expect((await read(id, as)).statusCode).toBe(404)
    expect((await server.ask('POST', `${path}/dismiss`, { as, body: { reason: 'wrong' } })).statusCode).toBe(404)
    expect((await server.ask('POST', `${path}/restore`, { as })).statusCode).toBe(404)
  }
  expect((await server.ask('POST', `${path}/dismiss`, { as: 'userA', body: { reason: 'known' } })).statusCode).toBe(200)
  expect((await read(id, 'adminA')).json<Insights>().insights[0]?.dismissed).toMatchObject({ reason: 'known' })
  expect((await server.ask('POST', `${path}/restore`, { as: 'adminA' })).statusCode).toBe(200)
  expect((await read(id)).json<Insights>().insights[0]?.dismissed).toBeNull()
})

it('tells a credential of the live version that ends soon, where it stands, and of a past time neither that nor what waits', async () => {
  const days = (count: number) => Math.floor((now + count * 86_400_000) / 1_000)
  const token = `x.${Buffer.from(JSON.stringify({ exp: days(5) })).toString('base64url')}.canary`
  const destination = { ...goodConfig.destination, auth: { type: 'bearer' as const, token } }
  const { connector } = await makeConnector(server, 'userA', { ...goodConfig, destination })
  const { companyId, draft } =
    (await findConnector(server.database.db, { companyId: server.companies.A, ownerId: null }, connector._id)) ?? {}
  await addVersion(server.database.db, {
    companyId: companyId ?? '',
    connectorId: connector._id,
    config: draft ?? goodConfig,
    authorId: server.ids.userA,
  })
  await sql`update connectors set live_version = 1 where id = ${connector._id}`.execute(server.database.db)
  const reply = await read(connector._id)
  expect(reply.json<Insights>().insights).toMatchObject([
    {
      ...{ kind: 'credential-expiry', subject: 'destination', detail: new Date(days(5) * 1_000).toISOString() },
      action: { kind: 'credential', href: `/edit-integration/destination-configuration/${connector._id}` },
    },
  ])
  expect(reply.body).not.toContain('canary')
  const times = `from=${new Date(now - 9e7).toISOString()}&to=${new Date(now - 8e7).toISOString()}`
  const past = await server.ask('GET', `/api-connectors/${connector._id}/insights?${times}`, { as: 'userA' })
  expect(past.json<Insights>().insights).toEqual([])
})
