/** Gateways and private endpoints of a backup that the company does not have any more: gateways without their key and off, endpoints as new requests. */
import type { Kysely } from 'kysely'
import { refusal } from '#contract/kit/problem.ts'
import type { GatewayForm } from '#contract/settings/network/gateway.ts'
import { hostPortOf } from '#contract/settings/network/host-port.ts'
import { privateNetworkLimits as limits } from '#contract/settings/network/network-limits.ts'
import type { EndpointForm } from '#contract/settings/network/private-endpoint.ts'
import type { RestoredConnectors } from '#contract/settings/retention/backups.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { SessionCaller as Caller } from '../../../platform/security/access.ts'
import { tellOperators } from '../network/endpoint-notices.ts'
import { noKey } from '../network/gateway-secrets.ts'
import { addGateway, listGateways } from '../network/gateways.repository.ts'
import { addEndpoint, findEndpoint, listEndpoints } from '../network/private-endpoints.repository.ts'

type Db = Kysely<Tables>
type Restored = Pick<RestoredConnectors, 'gateways' | 'endpoints' | 'left'>

export type BackupGateway = Pick<GatewayForm, 'name' | 'provider' | 'endpointUrl' | 'username'> & { readonly id: string }
export type BackupEndpoint = EndpointForm & { readonly id: string }

/** Their rows as the backup has them. @throws `gateway/too-many`, `private-endpoint/too-many` */
export async function restoreNetwork(
  tx: Db,
  { companyId, userId }: Caller,
  kept: { readonly gateways: readonly BackupGateway[]; readonly endpoints: readonly BackupEndpoint[] },
  publicUrl: string,
): Promise<Restored> {
  const restored: Restored = { gateways: [], endpoints: [], left: [] }
  const there = new Set((await listGateways(tx, companyId)).map(({ id }) => id))
  for (const { id, name, provider, endpointUrl, username } of kept.gateways) {
    if (there.has(id)) continue
    const chosen = { name, provider, endpointUrl, username, enabled: false, secret: noKey }
    if (!(await addGateway(tx, { companyId, id }, chosen, limits.gateways))) throw refusal('gateway/too-many')
    there.add(id)
    restored.gateways.push({ id, name })
  }
  const known = new Set((await listEndpoints(tx, companyId)).map(({ id }) => id))
  for (const { id, ...form } of kept.endpoints) {
    const place = hostPortOf(form.endpointUrl)
    // One behind a gateway that was deleted since this backup would be reached another way.
    if (known.has(id)) continue
    if (place === null || (form.gatewayId !== null && !there.has(form.gatewayId))) {
      restored.left.push({ name: form.name, reason: place === null ? 'address' : 'gateway' })
      continue
    }
    const added = await addEndpoint(tx, { companyId, id, askedBy: userId, ...form, ...place }, limits.endpoints)
    if (added === 'too-many') throw refusal('private-endpoint/too-many')
    const row = added === 'added' ? await findEndpoint(tx, { companyId, id }) : undefined
    if (!row) {
      restored.left.push({ name: form.name, reason: 'address' })
      continue
    }
    await tellOperators(tx, row, publicUrl)
    restored.endpoints.push({ id, name: row.name })
  }
  return restored
}
