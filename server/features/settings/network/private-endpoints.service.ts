/** Private hosts that a company asks for. Only the operator's approval opens one, for this company alone. `worklist.md` C-7, X9. */
import type { Kysely } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { hostPortOf } from '#contract/settings/network/host-port.ts'
import { privateNetworkLimits as limits, networkTexts } from '#contract/settings/network/network-limits.ts'
import type { EndpointChange, EndpointForm, PrivateEndpoint } from '#contract/settings/network/private-endpoint.ts'
import type { privateEndpointEndpoints } from '#contract/settings/network/private-endpoints.ts'
import { isNeverPrivate } from '../../../outbound/gateway/tenant-network.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Caller } from '../../../platform/security/access.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { isAsKept } from '../own-calls.ts'
import { tellOperators } from './endpoint-notices.ts'
import { findGateway } from './gateways.repository.ts'
import {
  addEndpoint,
  type EndpointRow,
  findEndpoint,
  idsOfEndpoints,
  listEndpoints,
  moveEndpoint,
  removeEndpoint,
  switchEndpoint,
} from './private-endpoints.repository.ts'

export const toEndpoint = (row: EndpointRow): PrivateEndpoint => ({
  ...{ id: row.id, name: row.name, serviceType: row.service_type, endpointUrl: row.endpoint_url, region: row.region },
  ...{ enabled: row.enabled, gatewayId: row.gateway_id, gatewayName: row.gateway_name, status: row.status },
  ...{ reason: row.reason, networks: row.networks, revision: row.revision },
  askedAt: row.asked_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
})

/** Newest first. */
export const endpointsOf = async (db: Kysely<Tables>, companyId: string): Promise<PrivateEndpoint[]> =>
  (await listEndpoints(db, companyId)).map(toEndpoint)

const malformed = (path: string, message: string) =>
  refusal('request/malformed', { message: `${message}.`, errors: [{ path, message }] })
const fixed = (name: string) =>
  malformed(`/${name}`, 'You can only switch a private endpoint on or off. For other changes, remove it and request a new one')
const targetOf = (id: string) => ({ type: 'privateEndpoint', id })

export function createPrivateEndpointService(db: Kysely<Tables>, publicUrl: string) {
  async function find(of: Kysely<Tables>, companyId: string, id: string): Promise<EndpointRow> {
    const row = await findEndpoint(of, { companyId, id })
    if (!row) throw refusal('private-endpoint/not-found')
    return row
  }

  async function named(of: Kysely<Tables>, companyId: string, name: string): Promise<string> {
    const [id, other] = await idsOfEndpoints(of, companyId, name)
    if (id === undefined) throw refusal('private-endpoint/not-found')
    if (other !== undefined) throw refusal('private-endpoint/ambiguous')
    return id
  }

  return {
    async list({ companyId }: Caller): Promise<{ data: PrivateEndpoint[]; total: number }> {
      const data = await endpointsOf(db, companyId)
      return { data, total: data.length }
    },

    /** @throws `request/malformed`, `gateway/not-found`, `private-endpoint/too-many`, `private-endpoint/exists` */
    async create(
      { companyId, userId }: Caller,
      sent: BodyOf<typeof privateEndpointEndpoints.create>,
      id: string,
      audit: Audit,
    ): Promise<PrivateEndpoint> {
      const form: EndpointForm = { gatewayId: null, ...sent }
      const place = hostPortOf(form.endpointUrl)
      if (place === null) throw malformed('/endpointUrl', networkTexts.endpointAddress)
      if (isNeverPrivate(place.host)) throw malformed('/endpointUrl', networkTexts.neverPrivate)
      return inOneCommit(db, async (tx) => {
        const { gatewayId } = form
        if (gatewayId !== null && !(await findGateway(tx, { companyId, id: gatewayId }))) throw refusal('gateway/not-found')
        const added = await addEndpoint(tx, { companyId, id, askedBy: userId, ...form, ...place }, limits.endpoints)
        if (added !== 'added') throw refusal(`private-endpoint/${added}`)
        const row = await find(tx, companyId, id)
        const endpoint = toEndpoint(row)
        await audit(tx, { target: targetOf(id), after: endpoint })
        await tellOperators(tx, row, publicUrl)
        return endpoint
      })
    },

    /** @throws `private-endpoint/not-found`, `private-endpoint/stale` */
    async update({ companyId }: Caller, id: string, { revision, ...sent }: EndpointChange, audit: Audit) {
      return inOneCommit(db, async (tx) => {
        const before = toEndpoint(await find(tx, companyId, id))
        const { enabled, ...rest } = sent
        for (const [name, value] of Object.entries(rest))
          if (!isAsKept(value, before[name as keyof PrivateEndpoint])) throw fixed(name)
        if (!(await switchEndpoint(tx, { companyId, id }, enabled, revision))) throw refusal('private-endpoint/stale')
        const after = toEndpoint(await find(tx, companyId, id))
        await audit(tx, { target: targetOf(id), before, after })
        return after
      })
    },

    /** @throws `private-endpoint/not-found`, `private-endpoint/decided` */
    async askAgain({ companyId, userId }: Caller, id: string, audit: Audit): Promise<PrivateEndpoint> {
      return inOneCommit(db, async (tx) => {
        const before = toEndpoint(await find(tx, companyId, id))
        const again = { reason: null, networks: [], askedBy: userId }
        const isMoved = await moveEndpoint(tx, { companyId, id }, 'company.askedAgain', again)
        if (!isMoved) throw refusal('private-endpoint/decided')
        const row = await find(tx, companyId, id)
        const after = toEndpoint(row)
        await audit(tx, { target: targetOf(id), before, after })
        await tellOperators(tx, row, publicUrl)
        return after
      })
    },

    /** @throws `private-endpoint/not-found`, `private-endpoint/ambiguous` */
    async remove({ companyId }: Caller, idOrName: string, audit: Audit): Promise<{ id: string }> {
      return inOneCommit(db, async (tx) => {
        const id = isUuid(idOrName) ? idOrName : await named(tx, companyId, idOrName)
        const before = toEndpoint(await find(tx, companyId, id))
        await removeEndpoint(tx, { companyId, id })
        await audit(tx, { target: targetOf(id), before })
        return { id }
      })
    },
  }
}
