/** The operator's side of private endpoints: approve for named addresses, refuse or withdraw with a reason. X9. */
import type { Kysely } from 'kysely'
import type { AuditAction } from '#contract/kit/audit-actions.ts'
import { refusal } from '#contract/kit/problem.ts'
import { networkTexts } from '#contract/settings/network/network-limits.ts'
import type { EndpointMove } from '#contract/settings/network/private-endpoint.lifecycle.ts'
import type { EndpointRequest } from '#contract/settings/network/private-endpoint.ts'
import { addressesNow } from '../../../outbound/connecting.ts'
import { privateNetworkOf } from '../../../outbound/gateway/tenant-network.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Caller } from '../../../platform/security/access.ts'
import { addAuditEvent } from '../../kit/audit-events.repository.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { tellDecision } from './endpoint-notices.ts'
import { type EndpointRow, findAnyEndpoint, listRequests, moveEndpoint } from './private-endpoints.repository.ts'
import { toEndpoint } from './private-endpoints.service.ts'

/** Endpoints that are listed. */
const listMax = 200
/** Milliseconds in which names are looked up for the list. */
const nameLimit = 1_000

const actionOf = {
  'operator.approved': 'privateEndpoint.approved',
  'operator.refused': 'privateEndpoint.refused',
  'operator.withdrew': 'privateEndpoint.withdrawn',
} as const satisfies Partial<Record<EndpointMove['type'], AuditAction>>

type Deciding = { readonly id: string; readonly caller: Caller; readonly audit: Audit; readonly type: keyof typeof actionOf }
type Decision = { readonly reason: string | null; readonly networks: readonly string[] }

async function shown(row: EndpointRow): Promise<EndpointRequest> {
  const found = row.status === 'asked' && row.gateway_id === null ? await addressesNow(row.host, nameLimit) : []
  return { ...toEndpoint(row), companyId: row.company_id, company: row.company, found: [...found] }
}

export async function endpointRequests(db: Kysely<Tables>): Promise<{ data: EndpointRequest[]; total: number }> {
  const data = await Promise.all((await listRequests(db, listMax)).map(shown))
  return { data, total: data.length }
}

export function createEndpointDecisions(db: Kysely<Tables>, publicUrl: string) {
  async function find(of: Kysely<Tables>, id: string): Promise<EndpointRow> {
    const row = await findAnyEndpoint(of, id)
    if (!row) throw refusal('private-endpoint/not-found')
    return row
  }

  /** Both companies have it in their record. @throws `private-endpoint/not-found`, `private-endpoint/decided` */
  async function decide({ id, caller, audit, type }: Deciding, decision: Decision): Promise<EndpointRequest> {
    const row = await inOneCommit(db, async (tx) => {
      const before = await find(tx, id)
      if (!(await moveEndpoint(tx, { companyId: null, id }, type, decision))) throw refusal('private-endpoint/decided')
      const after = await find(tx, id)
      const record = { target: { type: 'privateEndpoint', id }, before: toEndpoint(before), after: toEndpoint(after) }
      await audit(tx, record)
      const actor = { kind: 'person', id: caller.userId } as const
      if (before.company_id !== caller.companyId)
        await addAuditEvent(tx, { ...record, companyId: before.company_id, action: actionOf[type], actor, address: null })
      await tellDecision(tx, after, publicUrl)
      return after
    })
    return shown(row)
  }

  /** As they are kept: CIDRs of private ranges. @throws `request/malformed` */
  function checkedNetworks(row: EndpointRow, written: readonly string[]): string[] {
    if (row.gateway_id !== null) return []
    const networks = written.map((text) => privateNetworkOf(text.trim()))
    const errors = [
      ...networks.flatMap((it, at) => (it === null ? [{ path: `/networks/${at}`, message: networkTexts.networks }] : [])),
      ...(written.length === 0 ? [{ path: '/networks', message: networkTexts.networks }] : []),
    ]
    if (errors[0]) throw refusal('request/malformed', { message: `${errors[0].message}.`, errors })
    return networks.flatMap((it) => it ?? [])
  }

  return {
    /** @throws `request/malformed`, `private-endpoint/not-found`, `private-endpoint/decided` */
    async approve(id: string, written: readonly string[], caller: Caller, audit: Audit): Promise<EndpointRequest> {
      const networks = checkedNetworks(await find(db, id), written)
      return decide({ id, caller, audit, type: 'operator.approved' }, { reason: null, networks })
    },

    refuse: (id: string, reason: string, caller: Caller, audit: Audit) =>
      decide({ id, caller, audit, type: 'operator.refused' }, { reason: reason.trim(), networks: [] }),

    withdraw: (id: string, reason: string, caller: Caller, audit: Audit) =>
      decide({ id, caller, audit, type: 'operator.withdrew' }, { reason: reason.trim(), networks: [] }),
  }
}
