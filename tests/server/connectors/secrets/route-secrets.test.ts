/** Each destination of a connector has its own secrets: they go in, are shown to nobody, stay with their destination, and leave in no file. */
import { expect, it } from 'vitest'

import type { ConnectorConfig, Routes } from '#contract/connectors/config/config.ts'
import type { ConnectorAndConfig, ConnectorDetails } from '#contract/connectors/details/connector.ts'
import type { Duplicate } from '#contract/connectors/details/duplicate.ts'
import { createTestServer, describeOnEachKind, goodConfig } from '../../kit/test-server.ts'

const other = (id: number, secret: string): Routes['others'][number] => ({
  ...{ id, name: `Other ${id}`, otherwise: true, dataMapping: goodConfig.dataMapping },
  destination: {
    ...{ type: 'http', url: `https://other${id}.example.com/in`, requestMethod: 'POST' },
    auth: { type: 'bearer', token: secret },
  },
})
const only = { all: [{ path: 'country', is: 'is' as const, to: 'DE' }] }
const config = (others: Routes['others']): ConnectorConfig => ({
  ...goodConfig,
  destination: { ...goodConfig.destination, auth: { type: 'bearer', token: 'first-amber-kettle-0001' } },
  routes: { fit: 'first', first: { only }, others },
})
const secrets = ['first-amber-kettle-0001', 'second-violet-lantern-0002', 'third-green-basket-0003']

describeOnEachKind('the secrets of several destinations', (kind) => {
  const server = createTestServer({}, kind)
  const both = () => {
    const [a, b] = [other(4, 'second-violet-lantern-0002'), other(9, 'third-green-basket-0003')]
    const { otherwise: _, ...conditional } = a
    return [{ ...conditional, only }, b] as Routes['others']
  }
  const made = async () => {
    const body = { connector: { name: 'Orders' }, config: config(both()) }
    const reply = await server.ask('POST', '/api-connectors/', { as: 'userA', body })
    expect(reply.statusCode, reply.body).toBe(201)
    return reply.json<ConnectorAndConfig>().connector._id
  }
  const read = async (id: string) => (await server.ask('GET', `/api-connectors/${id}`, { as: 'userA' })).json<ConnectorDetails>()
  const marksOf = ({ config: { routes } }: ConnectorDetails) =>
    routes?.others.map(({ destination: { auth } }) => (auth?.type === 'bearer' ? auth.token : null))
  const [second, third] = [
    { set: true, last4: '0002' },
    { set: true, last4: '0003' },
  ]

  it('are shown as marks, copied into a duplicate and into a version, and are in no file', async () => {
    const id = await made()
    const shown = await read(id)
    expect(marksOf(shown)).toEqual([second, third])
    const { connectorId } = (await server.ask('POST', `/api-connectors/${id}/duplicate`, { as: 'userA' })).json<Duplicate>()
    const copied = await read(connectorId)
    expect(marksOf(copied)).toEqual([second, third])
    const deployed = await server.ask('POST', `/api-connectors/connectors/${id}/deploy`, { as: 'userA' })
    const file = await server.ask('GET', `/api-connectors/${id}/export`, { as: 'userA' })
    expect(file.statusCode, file.body).toBe(200)
    for (const text of [JSON.stringify(shown), JSON.stringify(copied), deployed.body, file.body])
      for (const secret of secrets) expect(text).not.toContain(secret)
    expect(
      (file.json<{ config: ConnectorConfig }>().config.routes?.others ?? []).map(({ destination }) => destination.auth),
    ).toEqual([
      { type: 'bearer', token: '' },
      { type: 'bearer', token: '' },
    ])
  })

  it('stay with their destination when it is moved, and are gone when its address changes', async () => {
    const id = await made()
    const { config: draft } = await read(id)
    const [a, b] = draft.routes?.others ?? []
    if (!a || !b || !draft.routes) throw new Error('two other destinations')
    const save = (others: Routes['others']) =>
      server.ask('PATCH', `/api-connectors/connectors/${id}`, {
        as: 'userA',
        body: { config: { ...draft, routes: { ...draft.routes, others } } },
      })
    expect((await save([b, a])).statusCode).toBe(200)
    expect(marksOf(await read(id))).toEqual([third, second])
    const elsewhere = { ...a, destination: { ...a.destination, url: 'https://elsewhere.example.com/in' } }
    await save([b, elsewhere])
    expect(marksOf(await read(id))).toEqual([third, ''])
    // Another destination does not get it under its own number.
    await save([{ ...b, id: 5 }, a])
    expect(marksOf(await read(id))?.[0]).toBe('')
  })
})
