/** What the systems of a run are reached with: the guarded way out, its secrets, its access tokens and the events that wait for it. */
import type { Kysely } from 'kysely'
import type { Outbound } from '../../outbound/outbound.ts'
import { forTenant } from '../../outbound/tenant-queue.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Vault } from '../../platform/security/vault.ts'
import { heldEvents, isLiveVersion } from '../../records/connectors/hook-events.repository.ts'
import type { ClaimedRun } from '../../records/runs/run-leases.repository.ts'
import { hostOf, type Paces, tokensOf } from '../fairness/paces.ts'
import { createAccessTokens } from '../kinds/http/access-token.ts'
import { patient } from '../kinds/paced-outbound.ts'
import type { Tools } from '../kit/kind.ts'
import { createPayloads } from '../kit/payloads.ts'
import type { EngineLimits } from '../limits.ts'
import type { ConnectionTokens } from '../plan/connection-tokens.ts'
import { createConnections } from '../plan/connections.ts'
import { secretReader } from '../plan/secrets.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly outbound: Outbound
  readonly limits: Pick<EngineLimits, 'grouping'>
  readonly paces: Paces
  readonly connectionTokens: ConnectionTokens
}

type OfConnector = Pick<ClaimedRun, 'companyId' | 'connectorId' | 'version'>

/** The same for requests after deliveries, which keep the pace of their host and have no events. @param most milliseconds that one waits for it. */
export function createAfterwardsTools(deps: Deps, most = 60_000): (run: OfConnector) => Tools {
  const toolsOf = createRunTools(deps)
  return (run) => ({
    ...toolsOf(run),
    heldEvents: async () => [],
    paced: (outbound, { gateway, connection, perSecond, atOnce }) =>
      patient(outbound, {
        paceOf: ({ url }) => deps.paces.of(run.companyId, hostOf(url.origin, gateway, connection)),
        ...{ perSecond, atOnce, most },
      }),
  })
}

/** Access tokens are kept for as long as the process lives, each by its connector. */
export function createRunTools({ db, vault, outbound, limits, paces, connectionTokens }: Deps): (run: OfConnector) => Tools {
  const payloads = createPayloads(vault)
  const connections = createConnections(db)
  const paceOf: Parameters<typeof patient>[1]['paceOf'] = ({ url, party = '', gateway }) =>
    paces.of(party, tokensOf(hostOf(url.origin, gateway)))
  const accessTokens = createAccessTokens(patient(outbound, { paceOf, perSecond: null }))
  return (run) => ({
    outbound: forTenant(outbound, run.companyId),
    readSecret: secretReader(db, vault, run),
    connection: connections.of(run.companyId),
    signedIn: (id, origin) => connectionTokens.of({ companyId: run.companyId, id }, origin),
    accessTokens: accessTokens.of(`${run.companyId} ${run.connectorId}`, { party: run.companyId }),
    heldEvents: async (limit, except) =>
      (await heldEvents(db, run, limit, except)).map((it) => ({
        ...it,
        body: payloads.openText(it.body, run),
        beside: it.beside == null ? null : payloads.openText(it.beside, run),
      })),
    grouping: { ...limits.grouping, isLive: () => isLiveVersion(db, run) },
  })
}
