/** Versions of a connector, and the way back to one. */
import type { Kysely } from 'kysely'
import type { versionEndpoints } from '#contract/connectors/deployments/version.ts'
import type { Deployment } from '#contract/connectors/details/connector.ts'
import { type ConfigPart, deployedParts } from '#contract/connectors/runs/timeline.ts'
import type { BodyOf, QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { findDeployment } from '#server/records/connectors/deployments.repository.ts'
import { originsOfSecrets } from '#server/records/connectors/secrets.repository.ts'
import { configHash, findVersion, listVersions } from '#server/records/connectors/versions.repository.ts'
import type { Quotas } from '../../billing/quotas.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { withRulesInside } from '../config/saved-rules.ts'
import { refuseForeignConnections } from '../connections/usable-connections.ts'
import { profileOf } from '../details/connector.service.ts'
import { isAllowed, notAllowedNow } from '../details/connector-status.ts'
import { type ConnectorRecord, findConnector, lockConnector, saveConnector } from '../details/connectors.repository.ts'
import { lostSecrets, showMarks } from '../secrets/connector-secrets.ts'
import { beginDeployment } from './deployment-start.ts'

/** The parts in which a draft differs from the live version, or from the newest one where none is live; null where it was never deployed. */
export async function undeployedParts(
  tx: Kysely<Tables>,
  { companyId, connector, draft }: ConnectorRecord,
): Promise<readonly ConfigPart[] | null> {
  const { liveVersion, _id: connectorId } = connector
  const { data } = await listVersions(tx, { companyId, connectorId }, liveVersion, { page: 1, limit: 1 })
  const newest = liveVersion ?? data[0]?.number
  const kept = newest === undefined ? null : await findVersion(tx, { companyId, connectorId }, liveVersion, newest)
  if (kept === null) return null
  const own = await withRulesInside(tx, companyId, draft)
  return deployedParts.filter((part) => configHash(own[part] ?? null) !== configHash(kept.config[part] ?? null))
}

/** @throws `connector/draft-would-be-lost`, with the parts in which the draft differs from every version that could bring it back. */
async function refuseLoss(tx: Kysely<Tables>, record: ConnectorRecord, version: number): Promise<void> {
  const parts = (await undeployedParts(tx, record)) ?? []
  if (parts.length === 0) return
  const names = parts.map((part) => partNames[part]).join(', ')
  const message = `The draft has undeployed changes (${names}). Rolling back to version ${version} discards them. Deploy them first, or confirm that you want to discard them.`
  const errors = parts.map((part) => ({
    path: `/${part}`,
    message: `Your changes to the ${partNames[part]} would be discarded.`,
  }))
  throw refusal('connector/draft-would-be-lost', { message, errors })
}

/** Parts of a configuration as sentences name them. */
export const partNames: Readonly<Record<ConfigPart, string>> = {
  name: 'name',
  trigger: 'trigger',
  source: 'source',
  records: 'filter',
  enrichment: 'enrichment',
  dataMapping: 'mapping',
  destination: 'destination',
  routes: 'destinations',
}

type Deps = {
  readonly db: Kysely<Tables>
  readonly quotas: Pick<Quotas, 'refuseSchedule'>
}

export type VersionService = ReturnType<typeof createVersionService>

const pageSize = 20

export function createVersionService({ db, quotas }: Deps) {
  async function found(caller: Caller, id: string) {
    const record = await findConnector(db, tenantScopeOf(caller), id)
    if (!record) throw refusal('connector/not-found')
    return record
  }

  return {
    async list(
      caller: Caller,
      id: string,
      { page = 1, limit = pageSize }: QueryOf<typeof versionEndpoints.list>,
    ): Promise<ReplyOf<typeof versionEndpoints.list>> {
      const { companyId, connector } = await found(caller, id)
      const { data, total } = await listVersions(db, { companyId, connectorId: id }, connector.liveVersion, { page, limit })
      return { data, total, page, limit, totalPages: Math.ceil(total / limit) }
    },

    async get(caller: Caller, id: string, number: number): Promise<ReplyOf<typeof versionEndpoints.get>> {
      const { companyId, connector } = await found(caller, id)
      const it = await findVersion(db, { companyId, connectorId: id }, connector.liveVersion, number)
      if (!it) throw refusal('connector/version-not-found')
      return { ...it.version, config: showMarks(it.config) }
    },

    /**
     * Makes the configuration of a version the draft and deploys it, in one commit. Secrets are those that the version had.
     * @param newId of the deployment; the same one again gives the deployment that was started with it.
     * @throws `connector/draft-would-be-lost` when the draft has changes that were never deployed and it was not said that they may be lost;
     * `connector/invalid`, also when a secret of the version is not kept any more; nothing is changed then.
     */
    async rollBack(
      caller: Caller,
      id: string,
      newId: string,
      { version, revision, reading, losesDraft = false }: BodyOf<typeof versionEndpoints.rollBack>,
    ): Promise<Deployment> {
      return db.transaction().execute(async (tx) => {
        const before = await lockConnector(tx, tenantScopeOf(caller), id)
        if (before?.connector._id !== id) throw refusal('connector/not-found')
        const { companyId, connector } = before
        const whose = { companyId, connectorId: id }
        const started = await findDeployment(tx, companyId, id, newId)
        if (started) return started
        if (!isAllowed(before, 'user.deployed')) throw notAllowedNow(before, 'user.deployed')
        if (revision !== undefined && revision !== connector.revision) throw refusal('connector/stale')
        const older = await findVersion(tx, whose, connector.liveVersion, version)
        if (!older) throw refusal('connector/version-not-found')
        const kept = new Set((await originsOfSecrets(tx, whose)).keys())
        const { config } = older
        if (!losesDraft) await refuseLoss(tx, before, version)
        const lost = lostSecrets(config, kept)
        if (lost.length > 0) {
          const message = `Version ${version} can't be deployed again. One of its secrets is no longer stored.`
          throw refusal('connector/invalid', { message, errors: lost })
        }
        // One that the draft uses now may stay. Another one must be shared with who goes back to it.
        await refuseForeignConnections(tx, caller, showMarks(config), showMarks(before.draft))
        const draft = { ...config, name: connector.name }
        await saveConnector(tx, { ...whose, id, name: connector.name, profile: profileOf(connector), draft })
        return beginDeployment(tx, caller, { id: newId, before, config, backTo: version, quotas, reading })
      })
    },
  }
}
