/** A run that a person stopped does not make its connector fail by what was not sent because of that. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import { problem } from '#contract/kit/problem.ts'
import { createTestServer, describeOnEachKind } from '../kit/test-server.ts'
import { addRun, type Lost, liveConnector, minutesAgo, refusedBy } from './details-scene.ts'

const lines = (count: number, line: Omit<Lost, 'key'>): Lost[] =>
  Array.from({ length: count }, (_, at) => ({ key: `k${at}`, ...line }))
const delivered = (count: number) => lines(count, { status: 'success' })
const refused = (count: number) => lines(count, { status: 'failure', error: refusedBy('The destination returned 422.') })
const stopped = (count: number) => lines(count, { status: 'failure', error: problem('run/cancelled') })

describeOnEachKind('the health of a connector whose run was stopped', (kind) => {
  const server = createTestServer({}, kind)

  it.each([
    ['does not count what was never sent', [...delivered(3), ...stopped(4)], 'healthy', '3 records delivered and none failed'],
    ['counts what was refused before', [...delivered(3), ...refused(1), ...stopped(4)], 'failing', 'Of 4 records, 1 failed'],
    ['is that of the run before, where nothing was sent', stopped(4), 'healthy', '2 records delivered and none failed'],
  ] as const)('%s', async (_, records, level, said) => {
    const id = await liveConnector(server)
    await addRun(server, id, minutesAgo(9), delivered(2))
    const run = await addRun(server, id, minutesAgo(5), records)
    await sql`update runs set status = 'cancelled' where id = ${run}`.execute(server.database.db)
    const { health } = (await server.ask('GET', `/api-connectors/${id}`, { as: 'userA' })).json<ConnectorDetails>()
    expect(health).toMatchObject({ level, reason: expect.stringContaining(said) })
  })
})
