/**
 * What the guarded way out is told of the gateways and private endpoints of a company. Each process keeps what it read and asks every two seconds, while
 * there is traffic, for the one number that changes with all of it; so a change is in force everywhere within five seconds.
 */
import { type Kysely, sql } from 'kysely'
import { gatewayAddressOf } from '#contract/settings/network/host-port.ts'
import type { NetworkConnectivity } from '#contract/settings/network/network.ts'
import { defaultUsername, networkDefaults } from '#contract/settings/network/network-limits.ts'
import type { NetworkOf } from '../../../outbound/gateway/tenant-agents.ts'
import { type Gateway, noNetwork, type TenantNetwork } from '../../../outbound/gateway/tenant-network.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { networkSection } from '../../../platform/security/gateway-rule.ts'
import type { Vault } from '../../../platform/security/vault.ts'
import { findSection } from '../company-settings.repository.ts'
import { gatewayKeyPlace, hasKey } from './gateway-secrets.ts'
import { type GatewayRow, listGateways, noteGatewayUse } from './gateways.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly vault: Vault }

/** Milliseconds that the number is believed, also while the database cannot be read, and between two notes of how one gateway does. */
const freshFor = 2_000
const staleFor = 15_000
const notePause = 30_000
const cachedRulesMax = 10_000

/** Null of an address that no gateway may have: none was saved. */
export function gatewayOf(vault: Vault, row: GatewayRow): Gateway | null {
  const address = gatewayAddressOf(row.endpoint_url)
  if (typeof address === 'string') return null
  const { keyId, ciphertext } = row.secret
  const isUsable = hasKey(row.secret)
  return {
    // Nothing goes through one that was restored without its key.
    ...{ id: row.id, name: row.name, isOn: row.enabled && isUsable, revision: row.revision, ...address },
    username: row.username === '' ? defaultUsername : row.username,
    key: isUsable ? vault.open({ keyId, ciphertext }, gatewayKeyPlace(row.company_id, row.id)) : '',
  }
}

/** Whether gateways and private endpoints of the company are used at all. */
export async function isCloudOn(db: Kysely<Tables>, companyId: string): Promise<boolean> {
  const { value } = await findSection(db, { companyId, section: networkSection })
  const { cloudToCloud } = { ...networkDefaults, ...(value as Partial<NetworkConnectivity> | null) }
  return cloudToCloud.enabled
}

export async function networkOfCompany({ db, vault }: Deps, companyId: string): Promise<TenantNetwork> {
  const rows = await listGateways(db, companyId)
  const endpoints = await db
    .selectFrom('private_endpoints')
    .select(['host', 'port', 'gateway_id', 'networks'])
    .where('company_id', '=', companyId)
    .where('enabled', '=', true)
    .where('status', '=', 'approved')
    .execute()
  if (rows.length + endpoints.length === 0) return noNetwork
  return {
    isOn: await isCloudOn(db, companyId),
    gateways: rows.flatMap((row) => gatewayOf(vault, row) ?? []),
    endpoints: endpoints.map(({ host, port, gateway_id, networks }) => ({ host, port, gatewayId: gateway_id, networks })),
  }
}

export type NetworkRules = {
  readonly networkOf: NetworkOf
  /** What became of a request through a gateway; null: it opened the way. */
  readonly noteGateway: (id: string, failure: string | null) => void
}

export function createNetworkRules(deps: Deps, now = () => performance.now()): NetworkRules {
  const { db } = deps
  const kept = new Map<string, Promise<TenantNetwork>>()
  const noted = new Map<string, number>()
  let revision = ''
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  async function refresh(): Promise<void> {
    const begun = now()
    const { rows } = await sql<{ revision: string }>`select revision::text from network_revision`.execute(db)
    const newest = rows[0]?.revision ?? ''
    if (newest !== revision) kept.clear()
    revision = newest
    readAt = begun
  }

  return {
    networkOf: async (party) => {
      if (party === '') return noNetwork
      if (now() - readAt > freshFor) {
        reading ??= refresh().finally(() => {
          reading = null
        })
        await reading.catch((thrown: unknown) => {
          // A run without its database ends soon enough; a short gap stops no request.
          if (now() - readAt > staleFor) throw thrown
        })
      }
      const known = kept.get(party)
      if (known) return known
      if (kept.size >= cachedRulesMax) kept.clear()
      const read = networkOfCompany(deps, party)
      kept.set(party, read)
      read.catch(() => {
        if (kept.get(party) === read) kept.delete(party)
      })
      return read
    },

    noteGateway: (id, failure) => {
      const which = `${id} ${failure === null ? 'well' : 'failed'}`
      if (now() - (noted.get(which) ?? Number.NEGATIVE_INFINITY) < notePause) return
      if (noted.size >= cachedRulesMax) noted.clear()
      noted.set(which, now())
      // How it does is for people: nothing waits for it, and a lost note is no lost record.
      void noteGatewayUse(db, id, failure).catch(() => {})
    },
  }
}
