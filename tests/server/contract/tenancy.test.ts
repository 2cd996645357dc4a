/** Lists hold what a person may see (threat T-IDOR). Single things are in `matrix.test.ts`. */
import { describe, expect, it } from 'vitest'

import type { ConnectorListItem } from '#contract/connectors/details/connector.ts'
import { createTestServer, makeConnector, type Who } from '../kit/test-server.ts'

const server = createTestServer()

describe('lists', () => {
  const listed = async (as: Who, query = '') => {
    const reply = await server.ask('GET', `/api-connectors/dashboard-user-query${query}`, { as })
    return reply.json<ConnectorListItem[]>().map(({ _id }) => _id)
  }

  it('hold what the person may see and nothing else', async () => {
    const ofUser = (await makeConnector(server, 'userA')).connector._id
    const ofOther = (await makeConnector(server, 'otherA')).connector._id
    const ofAdminB = (await makeConnector(server, 'adminB')).connector._id
    expect(await listed('userA')).toContain(ofUser)
    expect(await listed('userA')).not.toContain(ofOther)
    expect(await listed('otherA', `?userId=${server.ids.userA}`)).toEqual([])
    expect(await listed('adminA')).toEqual(expect.arrayContaining([ofUser, ofOther]))
    expect(await listed('adminA', `?userId=${server.ids.otherA}`)).toContain(ofOther)
    expect(await listed('adminA', `?userId=${server.ids.otherA}`)).not.toContain(ofUser)
    expect(await listed('superA')).not.toContain(ofAdminB)
    expect(await listed('adminB')).toContain(ofAdminB)
    expect(await listed('adminB', `?userId=${server.ids.userA}`)).toEqual([])
  })

  it('of mapping rules stay in the company', async () => {
    const body = { type: 'constant', name: 'only of B', value: 1 }
    await server.ask('POST', '/api-connectors/connectors/saveMappingRule', { as: 'adminB', body })
    expect((await server.ask('GET', '/api-connectors/connectors/mappingRules', { as: 'superA' })).body).not.toContain('only of B')
    expect((await server.ask('GET', '/api-connectors/connectors/mappingRules', { as: 'adminB' })).body).toContain('only of B')
  })
})
