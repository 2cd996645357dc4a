/** A connection that fails is told once, to its owner, and its connectors send no alerts of their own for it. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ConnectionDetails } from '#contract/connections/connection.ts'
import { friday, judge, later, letters, minute, records, subjects, working } from '../alerts/alarm-scene.ts'
import { connectionForm } from '../contract/matrix-connections.ts'
import { createTestServer } from '../kit/test-server.ts'

const server = createTestServer()
const quarter = new Date('2026-11-20T09:15:00.000Z')

it('is one message for all connectors, and another one only after an hour', async () => {
  const { db } = server.database
  const reply = await server.ask('POST', '/api/connections', { as: 'userA', body: connectionForm('Webshop') })
  const { id } = reply.json<ConnectionDetails>()
  const alone = await working(server, { name: 'Alone' })
  const users = [await working(server, { name: 'One' }), await working(server, { name: 'Other' })]
  for (const user of users)
    await sql`insert into connection_uses (company_id, connector_id, version, connection_id, role)
      values (${server.companies.A}, ${user}, 1, ${id}, 'source')`.execute(db)
  for (const each of [alone, ...users]) await records(server, each, quarter, { failed: 20 }, 15)
  await sql`update connections set state = 'failing', last_check = '{"message":"The system refused the credentials (401)."}',
    state_at = now() - interval '2 minutes' where id = ${id}`.execute(db)
  await judge(server, friday)
  await judge(server, later(friday, minute))
  expect((await subjects(server)).toSorted()).toEqual([
    'Alert: "Alone" has too many failures',
    'Alert: connection "Webshop" is failing',
  ])
  const told = (await letters(server)).find(({ subject }) => subject.includes('Webshop'))
  expect(told?.body).toContain('The system refused the credentials (401).')
  expect(told?.body).toContain('Used by 2 live connectors. Open the connection and test it.')
  expect(told?.body).toContain(`/connections/${id}`)
  await sql`update connections set state = 'working' where id = ${id}`.execute(db)
  await judge(server, later(friday, minute))
  expect(await subjects(server), 'they fail for another reason').toEqual(
    expect.arrayContaining(['Alert: "One" has too many failures', 'Alert: "Other" has too many failures']),
  )
  await sql`update connections set state = 'failing' where id = ${id}`.execute(db)
  const again = sql`update connections set state_at = now() - interval '1 minute', told_at = now() - interval '2 hours' where id = ${id}`
  await again.execute(db)
  await judge(server, later(friday, 2 * minute))
  expect((await subjects(server)).filter((it) => it.includes('Webshop'))).toHaveLength(2)
})

it('says of an access that has ended that somebody has to sign in, in the place of the alerts of its connectors', async () => {
  const { db } = server.database
  const reply = await server.ask('POST', '/api/connections', { as: 'userA', body: connectionForm('Signed in') })
  const { id } = reply.json<ConnectionDetails>()
  const user = await working(server, { name: 'Waiting' })
  await sql`insert into connection_uses (company_id, connector_id, version, connection_id, role)
    values (${server.companies.A}, ${user}, 1, ${id}, 'source')`.execute(db)
  await records(server, user, quarter, { failed: 20 }, 15)
  await sql`update connections set state = 'ended', last_check = '{"message":"The provider refused to renew the access."}',
    state_at = now() - interval '2 minutes' where id = ${id}`.execute(db)
  await judge(server, friday)
  await judge(server, later(friday, minute))
  expect(await subjects(server)).not.toContain('Alert: "Waiting" has too many failures')
  const told = (await letters(server)).find(({ subject }) => subject === 'Alert: connection "Signed in" is disconnected')
  expect(told?.body).toContain('The provider refused to renew the access.')
  expect(told?.body).toContain('Used by 1 live connector. Open the connection and select “Reconnect”.')
})

it('goes to administrators where its owner has left', async () => {
  const { db } = server.database
  const reply = await server.ask('POST', '/api/connections', { as: 'userA', body: connectionForm('Without an owner') })
  const { id } = reply.json<ConnectionDetails>()
  await sql`update connections set owner_id = null, state = 'failing', state_at = now() - interval '2 minutes' where id = ${id}`.execute(
    db,
  )
  await judge(server, later(friday, 3 * minute))
  expect(await subjects(server, 'adminA')).toContain('Alert: connection "Without an owner" is failing')
  expect(await subjects(server)).not.toContain('Alert: connection "Without an owner" is failing')
})
