/** How many connectors of the own company were started from a template. */
import { expect, it } from 'vitest'

import type { ConnectorAndConfig } from '#contract/connectors/details/connector.ts'
import type { Template, TemplateSummary } from '#contract/library/template.ts'
import { readyMade } from '#server/features/library/ready-made/library.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { createTestServer, describeOnEachKind, makeConnector, type Who } from '../kit/test-server.ts'

describeOnEachKind('uses of templates', (kind) => {
  const server = createTestServer({}, kind)
  const start = async (id: string, as: Who) =>
    (await server.ask('POST', `/api/templates/${id}/start`, { as, body: { name: 'Mine' } })).json<ConnectorAndConfig>().connector
  const usedBy = async (id: string, as: Who) => (await server.ask('GET', `/api/templates/${id}`, { as })).json<Template>().usedBy

  it.each(['ready-made', 'published'])('counts what a person sees of the own company: of a %s one', async (origin) => {
    let id = readyMade(readConfig({}).sandboxOrigin)[0]?.id ?? ''
    if (origin === 'published') {
      const { connector } = await makeConnector(server, 'adminB')
      const about = { name: 'Orders', description: '', category: '', tags: [] }
      const body = { connectorId: connector._id, ...about }
      id = (await server.ask('POST', '/api/templates', { as: 'adminB', body })).json<Template>()._id
    }
    expect(await usedBy(id, 'adminA')).toBe(0)
    const first = await start(id, 'userA')
    await start(id, 'adminA')
    await start(id, 'adminB')
    const seen = async () => [
      await usedBy(id, 'userA'),
      await usedBy(id, 'otherA'),
      await usedBy(id, 'adminA'),
      await usedBy(id, 'adminB'),
    ]
    expect(await seen()).toEqual([1, 0, 2, 1])
    const listed = (await server.ask('GET', '/api/templates?limit=100', { as: 'adminA' })).json<{ data: TemplateSummary[] }>()
    expect(listed.data.find(({ _id }) => _id === id)?.usedBy).toBe(2)
    expect((await server.ask('DELETE', `/api-connectors/${first._id}`, { as: 'userA' })).statusCode).toBe(200)
    expect(await seen()).toEqual([0, 0, 1, 1])
  })
})
