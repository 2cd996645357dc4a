/** Connectors and their drafts. Moves along the lifecycle stand in `connector-moves.service.ts`. */
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { ConnectorConfig, SentConfig } from '#contract/connectors/config/config.ts'
import type {
  ConnectorAndConfig,
  ConnectorDetails,
  ConnectorListItem,
  connectorEndpoints,
} from '#contract/connectors/details/connector.ts'
import { newOptions, unsupportedOptions, usualOptions } from '#contract/connectors/details/unsupported-options.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { visible } from '#contract/kit/schemas.ts'
import { inOneCommit, inOneSnapshot } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { addSecret, originsOfSecrets } from '#server/records/connectors/secrets.repository.ts'
import { configHash } from '#server/records/connectors/versions.repository.ts'
import type { Quotas } from '../../billing/quotas.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { refuseForeignConnections } from '../connections/usable-connections.ts'
import { lastRuns } from '../list/connector-overview.repository.ts'
import { beginErasure, endErasure } from '../runs/payload-erasure.repository.ts'
import { extractSecrets, plainSecrets, showMarks } from '../secrets/connector-secrets.ts'
import { showTrigger, showTriggers } from '../triggers/connector-trigger.ts'
import { configOf, detailsOf, itemOf } from './connector-presenter.ts'
import { drafted, isAllowed, notAllowedNow } from './connector-status.ts'
import {
  addConnector,
  type ConnectorRecord,
  findConnector,
  listConnectors,
  lockConnector,
  type Profile,
  saveConnector,
} from './connectors.repository.ts'
import { addHistory } from './history.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly quotas: Pick<Quotas, 'refuseConnectors' | 'refreshHolds'>
}
type NewBody = BodyOf<typeof connectorEndpoints.create>
type UpdateBody = BodyOf<typeof connectorEndpoints.update>
type SaveBody = BodyOf<typeof connectorEndpoints.saveConfig>

export type ConnectorService = ReturnType<typeof createConnectorService>

const usualProfile: Omit<Profile, 'integrationName'> = {
  connectorType: 'Private',
  details: '',
  ...usualOptions,
  ...newOptions,
}

type Change = { readonly revision?: number; readonly profile?: UpdateBody['connector']; readonly config?: SentConfig }

/** One name with three spellings: the first that says something new. @throws `request/malformed` */
function chosenName(now: string, profile: UpdateBody['connector'] = {}, config: { readonly name?: string } = {}): string {
  const name = [profile.name, profile.integrationName, config.name].find((it) => it !== undefined && it !== now) ?? now
  if (name === now || visible.test(name)) return name
  throw refusal('request/malformed', { errors: [{ path: '/config/name', message: 'must contain a visible character' }] })
}

/** Writes a new revision when something is different. The caller of this holds no lock; it is taken here. */
export async function saveDraft(
  tx: Kysely<Tables>,
  vault: Vault,
  caller: Caller,
  id: string,
  change: Change,
): Promise<ConnectorRecord> {
  const record = await lockConnector(tx, tenantScopeOf(caller), id)
  if (!record) throw refusal('connector/not-found')
  if (!isAllowed(record, 'user.edited')) throw notAllowedNow(record, 'user.edited')
  const { connector, companyId, draft } = record
  if (change.revision !== undefined && change.revision !== connector.revision) throw refusal('connector/stale')

  const whose = { companyId, connectorId: connector._id }
  if (change.config) await refuseForeignConnections(tx, caller, change.config, showMarks(draft))
  const origins = change.config ? await originsOfSecrets(tx, whose) : new Map<string, string>()
  const name = chosenName(connector.name, change.profile, change.config)
  const lifted = change.config
    ? extractSecrets(completed(change.config, { name, trigger: draft.trigger }), { draft, origins }, whose)
    : { stored: name === connector.name ? draft : { ...draft, name }, added: [] }
  const profile = { ...profileOf(connector), ...change.profile, integrationName: name }
  const isSame =
    name === connector.name &&
    configHash(profileOf(profile)) === configHash(profileOf(connector)) &&
    configHash(lifted.stored) === configHash(draft)
  if (isSame) return record

  for (const secret of lifted.added) await addSecret(tx, vault, secret)
  const saved = await saveConnector(tx, { id: connector._id, companyId, name, profile: profileOf(profile), draft: lifted.stored })
  const detail = `Saved revision ${saved.connector.revision}.`
  await addHistory(tx, { ...whose, actorId: caller.userId, what: 'edited', from: connector.status, to: connector.status, detail })
  return saved
}

export const profileOf = ({
  integrationName,
  connectorType,
  details,
  budgetLimit,
  computeSize,
  encryptionOption,
  supportPackage,
  storeLocally,
}: Profile): Profile => ({
  integrationName,
  connectorType,
  details,
  budgetLimit,
  computeSize,
  encryptionOption,
  supportPackage,
  storeLocally,
})

function refusePlainSecrets(config: SentConfig | undefined): void {
  const errors = config ? plainSecrets(config) : []
  if (errors.length > 0) throw refusal('connector/invalid', { errors })
}

function refuseUnsupportedOptions(profile: UpdateBody['connector'] = {}): void {
  const errors = unsupportedOptions(profile)
  if (errors.length > 0) throw refusal('connector/not-available', { errors })
}

/** Without a trigger that is sent, the one that is given. */
function completed(
  { status: _, trigger, ...config }: SentConfig,
  given: Pick<ConnectorConfig, 'name' | 'trigger'>,
): ConnectorConfig {
  return { ...config, name: given.name, trigger: trigger ?? given.trigger }
}

export function createConnectorService({ db, vault, quotas }: Deps) {
  async function found(caller: Caller, id: string): Promise<ConnectorRecord> {
    const record = await findConnector(db, tenantScopeOf(caller), id)
    if (!record) throw refusal('connector/not-found')
    return record
  }

  async function pair(record: ConnectorRecord): Promise<ConnectorAndConfig> {
    const { connector } = await showTrigger(db, record)
    return { connector, config: configOf(record) }
  }

  return {
    /** Those that the caller sees; of another person only theirs. */
    async list(caller: Caller, userId: string | undefined): Promise<ConnectorListItem[]> {
      const tenantScope = tenantScopeOf(caller)
      const isOthers = userId !== undefined && userId !== caller.userId
      if (isOthers && tenantScope.ownerId !== null) return []
      return inOneSnapshot(db, async (tx) => {
        const records = await listConnectors(tx, isOthers ? { ...tenantScope, ownerId: userId } : tenantScope)
        const runs = await lastRuns(
          tx,
          caller.companyId,
          records.map(({ connector }) => connector._id),
        )
        const shown = await showTriggers(tx, records)
        return shown.map((record) => itemOf(record, runs.get(record.connector._id)))
      })
    },

    get: (caller: Caller, id: string): Promise<ConnectorDetails> => inOneSnapshot(db, (tx) => detailsOf(tx, caller, id)),

    /** @param id of the new connector; the same one again gives the connector that was made with it. */
    async create(caller: Caller, id: string, body: NewBody): Promise<ConnectorAndConfig> {
      refusePlainSecrets(body.config)
      refuseUnsupportedOptions(body.connector)
      const { name: given, integrationName, ...profile } = body.connector
      const name = given ?? integrationName ?? chosenName('', {}, body.config)
      const { companyId, userId } = caller
      const { stored, added } = extractSecrets(completed(body.config, { name, trigger: { type: 'manual' } }), null, {
        companyId,
        connectorId: id,
      })
      await inOneCommit(db, async (tx) => {
        await refuseForeignConnections(tx, caller, body.config, null)
        const row = { id, configId: uuid(), companyId, ownerId: userId, name, draft: stored, standing: drafted }
        const isNew = await addConnector(tx, {
          ...row,
          profile: profileOf({ ...usualProfile, ...profile, integrationName: name }),
        })
        if (!isNew) return
        await quotas.refuseConnectors(tx, companyId)
        for (const secret of added) await addSecret(tx, vault, secret)
        const detail = 'Created as a draft.'
        await addHistory(tx, { companyId, connectorId: id, actorId: userId, what: 'created', from: null, to: 'Draft', detail })
      })
      return pair(await found(caller, id))
    },

    async update(
      caller: Caller,
      id: string,
      { id: idInBody, revision, connector, config }: UpdateBody,
    ): Promise<ConnectorAndConfig> {
      if (idInBody !== undefined && idInBody !== id) {
        throw refusal('request/malformed', { errors: [{ path: '/id', message: 'differs from the id in the URL' }] })
      }
      refusePlainSecrets(config)
      refuseUnsupportedOptions(connector)
      const change = {
        ...(revision === undefined ? {} : { revision }),
        ...(connector === undefined ? {} : { profile: connector }),
        ...(config === undefined ? {} : { config }),
      }
      const saved = await inOneCommit(db, async (tx) => {
        const record = await saveDraft(tx, vault, caller, id, change)
        const whose = { companyId: record.companyId, connectorId: record.connector._id }
        if (connector?.budgetLimit !== undefined) await quotas.refreshHolds(tx, record.companyId)
        if (connector?.storeLocally === false) await beginErasure(tx, whose)
        if (connector?.storeLocally === true) await endErasure(tx, whose)
        return record
      })
      return pair(saved)
    },

    /** @param id of the connector or of its configuration. */
    async saveConfig(caller: Caller, id: string, body: SaveBody): Promise<ConnectorAndConfig> {
      const { _id, integrationId, userId, revision, ...config } = body
      refusePlainSecrets(config)
      const change = { config, ...(revision === undefined ? {} : { revision }) }
      return pair(await inOneCommit(db, (tx) => saveDraft(tx, vault, caller, id, change)))
    },
  }
}
