/** What stands in the paths of the allow-list, made for each attempt. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'

import { addVersion } from '#server/features/connectors/deployments/versions.repository.ts'
import { forgetFactors } from '../auth/mfa/factors.ts'
import { goodConfig, type House, makeConnector } from '../kit/test-server.ts'
import { type Ids, publication, type Row } from './matrix-table.ts'

/** What stands in the path, made anew for each attempt, so that one does not spoil the next. */
export async function idsFor(house: House, { of, state = 'Draft' }: Row, path: string): Promise<Ids> {
  const { db } = house.database
  const nothing = { id: uuid(), runId: uuid(), connectorId: uuid(), number: '1', kind: 'late', causeId: 'c'.repeat(32) }
  if (of === 'factor') await forgetFactors(house)
  if (of === 'factor' || of === 'signIns') return { ...nothing, userId: house.ids.userA }
  if (of === 'companyA') return { ...nothing, companyId: house.companies.A }
  if (of === 'invitation') return { ...nothing, userId: house.ids.adminA, memberId: await invited(house, path) }
  if (of === 'rule') {
    const body = { type: 'constant', name: 'x', value: 1 }
    const reply = await house.ask('POST', '/api-connectors/connectors/saveMappingRule', { as: 'userA', body })
    return { ...nothing, id: reply.json<{ _id: string }>()._id }
  }
  if (of === 'ready') return { ...nothing, id: 'sandbox-shop-to-crm' }
  if (of === 'template') return { ...nothing, id: await published(house) }
  if (of !== 'connector' && of !== 'published') return nothing
  const { connector } = await makeConnector(house)
  const whose = { companyId: house.companies.A, connectorId: connector._id }
  await addVersion(db, { ...whose, config: goodConfig, authorId: house.ids.userA })
  await sql`update connectors set status = ${state}, status_before = ${state}, live_version = 1 where id = ${connector._id}`.execute(
    db,
  )
  const runId = uuid()
  await sql`insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint)
    values (${runId}, ${house.companies.A}, ${connector._id}, 1, 'manual', 'succeeded', '', '', '{}')`.execute(db)
  await sql`insert into deployments (id, company_id, connector_id, status, message, config, author_id)
    values (${uuid()}, ${house.companies.A}, ${connector._id}, 'live', '', '{}', ${house.ids.userA})`.execute(db)
  const replayId = uuid()
  await sql`insert into replays (id, company_id, connector_id, version, source, delay_ms, found)
    values (${replayId}, ${house.companies.A}, ${connector._id}, 1, 'live', 0, 0)`.execute(db)
  return { ...nothing, id: connector._id, runId, replayId }
}

async function published(house: House): Promise<string> {
  const { connector } = await makeConnector(house)
  const body = { ...publication, connectorId: connector._id }
  return (await house.ask('POST', '/api/templates', { as: 'userA', body })).json<{ _id: string }>()._id
}

/** An open invitation of adminA, where the path names one. */
async function invited(house: House, path: string): Promise<string> {
  await sql`delete from invitations`.execute(house.database.db)
  if (!path.includes(':memberId')) return uuid()
  const body = { email: 'invited@example.test', role: 'USER' }
  const reply = await house.ask('POST', `/api/users/${house.ids.adminA}/team-members/invite`, { as: 'adminA', body })
  return reply.json<{ memberId: string }>().memberId
}
