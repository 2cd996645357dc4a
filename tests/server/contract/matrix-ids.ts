/** What stands in the paths of the allow-list, made for each attempt. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'

import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { forgetFactors } from '../auth/mfa/factors.ts'
import { goodConfig, makeConnector, type TestServer } from '../kit/test-server.ts'
import { anyCustomer } from './matrix-admin.ts'
import { keyOfA } from './matrix-api-keys.ts'
import { cardOfA, invoiceOfA, profileOfA } from './matrix-billing.ts'
import { appOfA, connectionOfA, signInConnectionOfA } from './matrix-connections.ts'
import { requestOfA } from './matrix-help.ts'
import { endpointOfA, gatewayOfA } from './matrix-network.ts'
import { duePersonOfA, retentionOfA, scimGroupOfA } from './matrix-settings.ts'
import { type Ids, publication, type Row } from './matrix-table.ts'
import { memberOfA } from './matrix-team.ts'
import { webhookOfA } from './matrix-webhooks.ts'

/** What stands in the path, made anew for each attempt, so that one does not spoil the next. */
export async function idsFor(server: TestServer, { of, state = 'Draft' }: Row, path: string): Promise<Ids> {
  const { db } = server.database
  const nothing = {
    id: uuid(),
    sessionId: uuid(),
    identityId: uuid(),
    passkeyId: uuid(),
    runId: uuid(),
    connectorId: uuid(),
    number: '1',
    kind: 'late',
    causeId: 'c'.repeat(32),
    insightId: 'c'.repeat(32),
    recordId: '999999999',
    article: 'topic-mapping',
    deliveryId: uuid(),
    noteId: uuid(),
  }
  if (of === 'factor') await forgetFactors(server)
  if (of === 'factor' || of === 'signIns') return { ...nothing, userId: server.ids.userA }
  if (of === 'companyA') return { ...nothing, companyId: server.companies.A }
  if (of === 'invitation') return { ...nothing, userId: server.ids.adminA, memberId: await invited(server, path) }
  if (of === 'rule') {
    const body = { type: 'constant', name: 'x', value: 1 }
    const reply = await server.ask('POST', '/api-connectors/connectors/saveMappingRule', { as: 'userA', body })
    return { ...nothing, id: reply.json<{ _id: string }>()._id }
  }
  if (of === 'member') return { ...nothing, userId: await memberOfA(server, path.endsWith('/reactivate')) }
  if (of === 'memberOfAdmin') return { ...nothing, userId: server.ids.adminA, memberId: await memberOfA(server) }
  if (of === 'supportRequest' || of === 'ownSupportRequest') return { ...nothing, id: await requestOfA(server) }
  if (of === 'billed' || of === 'billedAdmins' || of === 'invoice') return { ...nothing, id: await invoiceOfA(server) }
  if (of === 'customer') return { ...nothing, id: await anyCustomer(server, path.endsWith('/reactivate')) }
  if (of === 'card') return { ...nothing, id: await cardOfA(server) }
  if (of === 'profile') return { ...nothing, id: await profileOfA(server) }
  if (of === 'connection') return { ...nothing, ...(await connectionOfA(server)) }
  if (of === 'signInConnection') return { ...nothing, id: await signInConnectionOfA(server) }
  if (of === 'oauthApp') return { ...nothing, id: await appOfA(server) }
  if (of === 'gateway') return { ...nothing, id: await gatewayOfA(server) }
  if (of === 'endpoint' || of === 'endpointRequest') return { ...nothing, id: await endpointOfA(server) }
  if (of === 'webhook') return { ...nothing, ...(await webhookOfA(server)) }
  if (of === 'scimGroup') return { ...nothing, id: await scimGroupOfA(server) }
  if (of === 'retention') return { ...nothing, id: await retentionOfA(server) }
  if (of === 'duePerson' || of === 'requestedPerson')
    return { ...nothing, id: await duePersonOfA(server, of === 'requestedPerson') }
  if (of === 'apiKey' || of === 'ownApiKey') return { ...nothing, id: await keyOfA(server) }
  if (of === 'ready') return { ...nothing, id: 'sandbox-shop-to-crm' }
  if (of === 'template' || of === 'offered') return { ...nothing, id: await published(server), companyId: server.companies.B }
  if (of !== 'connector' && of !== 'published') return nothing
  const { connector } = await makeConnector(server)
  const whose = { companyId: server.companies.A, connectorId: connector._id }
  await addVersion(db, { ...whose, config: goodConfig, authorId: server.ids.userA })
  await sql`update connectors set status = ${state}, status_before = ${state}, live_version = 1 where id = ${connector._id}`.execute(
    db,
  )
  const runId = uuid()
  await sql`insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint)
    values (${runId}, ${server.companies.A}, ${connector._id}, 1, 'manual', 'succeeded', '', '', '{}')`.execute(db)
  await sql`insert into deployments (id, company_id, connector_id, status, message, config, author_id)
    values (${uuid()}, ${server.companies.A}, ${connector._id}, 'live', '', '{}', ${server.ids.userA})`.execute(db)
  const replayId = uuid()
  await sql`insert into replays (id, company_id, connector_id, version, source, delay_ms, found)
    values (${replayId}, ${server.companies.A}, ${connector._id}, 1, 'live', 0, 0)`.execute(db)
  return { ...nothing, id: connector._id, runId, replayId }
}

export async function published(server: TestServer): Promise<string> {
  const { connector } = await makeConnector(server)
  const body = { ...publication, connectorId: connector._id }
  return (await server.ask('POST', '/api/templates', { as: 'userA', body })).json<{ _id: string }>()._id
}

/** An open invitation of adminA, where the path names one. */
async function invited(server: TestServer, path: string): Promise<string> {
  await sql`delete from invitations`.execute(server.database.db)
  if (!path.includes(':memberId')) return uuid()
  const body = { email: 'invited@example.test', role: 'USER' }
  const reply = await server.ask('POST', `/api/users/${server.ids.adminA}/team-members/invite`, { as: 'adminA', body })
  return reply.json<{ memberId: string }>().memberId
}
