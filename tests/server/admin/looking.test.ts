/** Looking into a company: with a reason, for half an hour, told and recorded; nothing to write, no payload and no secret to read. */
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'

import type { LookedInto } from '#contract/admin/looking.ts'
import { endpoints } from '#contract/endpoints.ts'
import { createTestServer, emailOf, goodConfig, makeConnector, type Reply } from '../kit/test-server.ts'

const server = createTestServer()
const path = () => `/api/admin/customers/${server.companies.B}/look`
const look = (method: string, body?: object) => server.ask(method, path(), { as: 'superA', key: uuid(), body })
const codeOf = (reply: Reply) => reply.json<{ code: string }>().code
const actionsOf = async (companyId: string) =>
  (await server.database.db.selectFrom('audit_events').select('action').where('company_id', '=', companyId).execute()).map(
    ({ action }) => action,
  )

it('shows connectors and how their last runs ended, recorded on both sides and told to its administrators', async () => {
  const secret = 'sk_live_0123456789abcdef'
  const source = { ...goodConfig.source, auth: { type: 'bearer', token: secret } }
  const { connector } = await makeConnector(server, 'adminB', { ...goodConfig, source } as typeof goodConfig)
  expect(codeOf(await look('GET'))).toBe('company/not-looking')
  expect((await look('POST', { reason: ' ' })).statusCode).toBe(400)
  expect((await look('POST', { reason: ' Ticket 17 ' })).json()).toMatchObject({ reason: 'Ticket 17' })
  const seen = await look('GET')
  expect(seen.json<LookedInto>()).toMatchObject({ total: 1, connectors: [{ id: connector._id, status: 'Draft', lastRun: null }] })
  expect(seen.body).not.toContain(secret)
  expect(seen.body).not.toContain(goodConfig.source.url)
  expect((await look('DELETE')).json()).toEqual({ success: true })
  expect(codeOf(await look('GET'))).toBe('company/not-looking')
  expect(await actionsOf(server.companies.B)).toEqual(
    expect.arrayContaining(['company.lookBegan', 'company.lookRead', 'company.lookEnded']),
  )
  expect(await actionsOf(server.companies.A)).toEqual(expect.arrayContaining(['company.lookBegan', 'company.lookEnded']))
  const mails = await server.database.db.selectFrom('messages').select(['recipient', 'body']).execute()
  expect(mails).toEqual([{ recipient: emailOf('adminB'), body: expect.stringContaining('Reason: Ticket 17') }])
})

it('ends by itself, and never begins for the own company', async () => {
  await look('POST', { reason: 'x' })
  await server.database.db
    .updateTable('company_looks')
    .set({ until: new Date(Date.now() - 1_000) })
    .execute()
  expect(codeOf(await look('GET'))).toBe('company/not-looking')
  const own = await server.ask('POST', `/api/admin/customers/${server.companies.A}/look`, { as: 'superA', body: { reason: 'x' } })
  expect(codeOf(own)).toBe('company/own-look')
})

it('opens nothing else: whoever looks reads no connector, run or payload of the company by any other call', async () => {
  const { connector } = await makeConnector(server, 'adminB')
  await look('POST', { reason: 'x' })
  const ofConnector = endpoints.filter(({ path: at, method }) => method === 'GET' && at.startsWith('/api-connectors/:id'))
  expect(ofConnector.length).toBeGreaterThan(3)
  for (const { path: at } of ofConnector) {
    const reply = await server.ask('GET', at.replace(':id', connector._id).replaceAll(/:\w+/g, uuid()), { as: 'superA' })
    expect([at, reply.statusCode >= 400]).toEqual([at, true])
  }
})
