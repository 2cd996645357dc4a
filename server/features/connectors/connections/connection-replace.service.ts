/** A connection in the place of another one, or of equal credentials that drafts hold themselves. Each connector is changed by itself and has its own result. */
import type { Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { ConnectionDetails } from '#contract/connections/connection.ts'
import { connectionsIn } from '#contract/connections/connection-check.ts'
import type { connectionPageEndpoints, ReplacedConnector } from '#contract/connections/connection-page.ts'
import { mapSides, withOtherConnection } from '#contract/connections/connection-swap.ts'
import { type ConnectorConfig, type OwnAuth, secretFieldOf } from '#contract/connectors/config/config.ts'
import type { BodyOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { ProblemError, refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { isSecretRef, readSecret } from '#server/records/connectors/secrets.repository.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { undeployedParts } from '../deployments/version.service.ts'
import { saveDraft } from '../details/connector.service.ts'
import type { ConnectorMovesService } from '../details/connector-moves.service.ts'
import { type ConnectorRecord, findConnector, lockConnector } from '../details/connectors.repository.ts'
import { boundSecrets, showMarks } from '../secrets/connector-secrets.ts'
import { candidateOf, ownSides, placeOfRow, sidesLike } from './connection-likeness.ts'
import { foundConnection, ownConnection, recorded } from './connection-reading.ts'
import type { ConnectionRow } from './connections.repository.ts'
import { createConnection } from './connections.service.ts'
import { connectionFaultsOf } from './usable-connections.ts'

type Endpoints = typeof connectionPageEndpoints
type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly moves: Pick<ConnectorMovesService, 'deploy'>
}
type Replaced = ReplyOf<Endpoints['replace']>

/** What a change makes of a draft; null where it changes nothing. */
type Change = (draft: ConnectorConfig, connectorId: string) => ConnectorConfig | null

const texts = {
  changed: 'The draft was changed. The change goes live with the next deployment.',
  deployed: 'The draft was changed, and its deployment started.',
  unchanged: "The draft doesn't use this connection. If the live version does, deploy the draft.",
  notAlike: "The draft doesn't have the address and secret of this connection.",
  differs: (parts: readonly string[]) =>
    `The draft was changed. It wasn't deployed because it has other changes (${parts.join(', ')}). Check and deploy it.`,
  neverDeployed: "The draft was changed. It wasn't deployed because the connector isn't live.",
  notDeployed: (why: string) => `The draft was changed. It wasn't deployed: ${why}`,
}

export function createConnectionReplaceService({ db, vault, moves }: Deps) {
  async function changeOne(caller: Caller, id: string, change: Change, isDeployed: boolean): Promise<ReplacedConnector> {
    const scope = tenantScopeOf(caller)
    let name: string | null = null
    try {
      const done = await inOneCommit(db, async (tx) => {
        const before = await lockConnector(tx, scope, id)
        if (before?.connector._id !== id) throw refusal('connector/not-found')
        name = before.connector.name
        const config = change(showMarks(before.draft), id)
        if (config === null) return null
        const parts = isDeployed ? await undeployedParts(tx, before) : []
        const { name: _, ...rest } = config
        const saved = await saveDraft(tx, vault, caller, id, { config: { ...rest, name: before.connector.name } })
        const [fault] = await connectionFaultsOf(tx, scope, showMarks(saved.draft))
        if (fault !== undefined) throw refusal('connector/invalid', { message: `${fault.message}.` })
        return { parts, saved }
      })
      if (done === null) return { connectorId: id, name, result: 'unchanged', message: texts.unchanged }
      if (!isDeployed) return { connectorId: id, name, result: 'changed', message: texts.changed }
      return await deployed(caller, done.saved, done.parts)
    } catch (thrown) {
      if (!(thrown instanceof ProblemError)) throw thrown
      return { connectorId: id, name, result: 'refused', message: thrown.problem.message }
    }
  }

  async function deployed(
    caller: Caller,
    { connector }: ConnectorRecord,
    parts: readonly string[] | null,
  ): Promise<ReplacedConnector> {
    const it = { connectorId: connector._id, name: connector.name }
    if (parts === null || connector.liveVersion === null) return { ...it, result: 'changed', message: texts.neverDeployed }
    if (parts.length > 0) return { ...it, result: 'changed', message: texts.differs(parts) }
    try {
      await moves.deploy(caller, connector._id, newId(), { revision: connector.revision, isComplete: true })
      return { ...it, result: 'deployed', message: texts.deployed }
    } catch (thrown) {
      if (!(thrown instanceof ProblemError)) throw thrown
      return { ...it, result: 'changed', message: texts.notDeployed(thrown.problem.message) }
    }
  }

  /** One after another: each takes the lock of its connector, and a company's requests share few places in the database. */
  async function changeAll(caller: Caller, ids: readonly string[], change: Change, isDeployed: boolean): Promise<Replaced> {
    const data: ReplacedConnector[] = []
    for (const id of ids) data.push(await changeOne(caller, id, change, isDeployed))
    return { data, total: data.length }
  }

  const shortOf = (data: readonly ReplacedConnector[]) => data.map(({ connectorId, result }) => ({ connectorId, result }))
  const withIdOf = (row: ConnectionRow) => ({ id: row.id, ...placeOfRow(row) })

  return {
    /** @throws `connection/not-found` of either connection, `auth/scope-missing` */
    async replace(
      caller: Caller,
      id: string,
      { by, connectorIds, deploy = false }: BodyOf<Endpoints['replace']>,
      audit: Audit,
    ): Promise<Replaced> {
      const [from, to] = [await foundConnection(db, caller, id), await foundConnection(db, caller, by)]
      if (from.kind !== to.kind || from.id === to.id)
        throw refusal('request/malformed', {
          errors: [{ path: '/by', message: 'Choose another connection for the same kind of system' }],
        })
      const change: Change = (draft) =>
        connectionsIn(draft).some((use) => use.id === id) ? withOtherConnection(draft, withIdOf(from), withIdOf(to)) : null
      const replaced = await changeAll(caller, connectorIds, change, deploy)
      await audit(db, { after: { by: to.name, connectors: shortOf(replaced.data) } })
      return replaced
    },

    /**
     * Only connectors that the caller may change. Who only uses a connection could confirm a guess of its secret with a draft of their own.
     * @throws `connection/not-found`, `connection/not-yours`
     */
    async candidates(caller: Caller, id: string): Promise<ReplyOf<Endpoints['candidates']>> {
      const row = await ownConnection(db, caller, id)
      const data = (await sidesLike(db, vault, tenantScopeOf(caller), row)).map(candidateOf)
      return { data, total: data.length }
    },

    /** @throws `connection/not-found`, `connection/not-yours` */
    async adopt(caller: Caller, id: string, { connectorIds }: BodyOf<Endpoints['adopt']>, audit: Audit): Promise<Replaced> {
      const row = await ownConnection(db, caller, id)
      const like = await sidesLike(db, vault, tenantScopeOf(caller), row, connectorIds)
      const change: Change = (draft, connectorId) => {
        const paths = like.find((it) => it.connectorId === connectorId)?.paths ?? []
        if (paths.length === 0) throw refusal('connector/invalid', { message: texts.notAlike })
        return mapSides(draft, (side, path) =>
          paths.includes(path) ? { ...side, auth: { type: 'connection' as const, id } } : side,
        )
      }
      const adopted = await changeAll(caller, connectorIds, change, false)
      await audit(db, { after: { connectors: shortOf(adopted.data) } })
      return adopted
    },

    /**
     * Makes a connection of the saved credentials of one side. The draft itself is not changed: the page that has it open does that.
     * @throws `connector/not-found`, `connector/invalid` where the side has no saved credentials that a connection can hold, and what a new connection throws
     */
    async make(
      caller: Caller,
      { connectorId, path, name, visibility }: BodyOf<Endpoints['make']>,
      id: string,
      audit: Audit,
    ): Promise<ConnectionDetails> {
      return inOneCommit(db, async (tx) => {
        const record = await findConnector(tx, tenantScopeOf(caller), connectorId)
        if (record === null) throw refusal('connector/not-found')
        const it = ownSides(record.draft as ConnectorConfig).find((side) => side.path === path)
        if (it === undefined) throw refusal('connector/invalid', { message: noCredentials })
        const { auth, side } = it
        const plain = await plainSecret(tx, record, auth)
        if (plain === null) throw refusal('connector/invalid', { message: noCredentials })
        const { database: place, url } = addressOf(side)
        const form = {
          ...{ name, visibility, people: [], kind: side.type === 'database' ? ('database' as const) : ('http' as const) },
          ...(url === undefined ? {} : { url }),
          ...(place === undefined ? {} : { database: place }),
          auth: { ...auth, [secretFieldOf[auth.type] ?? '']: plain } as unknown as OwnAuth,
        }
        const made = await createConnection(tx, vault, caller, form, id)
        await audit(tx, { after: { ...recorded(made), madeOf: connectorId } })
        return made
      })
    },
  }

  async function plainSecret(tx: Kysely<Tables>, record: ConnectorRecord, auth: ReturnType<typeof ownSides>[number]['auth']) {
    const field = secretFieldOf[auth.type]
    const member = field === null ? undefined : auth[field]
    if (!isSecretRef(member)) return null
    const bound = boundSecrets(record.draft).find(({ ref }) => ref.secretId === member.secretId)
    const { companyId, connector } = record
    return bound
      ? readSecret(tx, vault, { companyId, connectorId: connector._id, secretId: member.secretId, origin: bound.origin })
      : null
  }
}

const noCredentials = 'Save credentials with a secret in this step first, then create the connection.'

/** The base of a new connection: the origin, so that every path of the system can use it. */
function addressOf({ type, url, databaseConfig }: ReturnType<typeof ownSides>[number]['side']) {
  if (type !== 'database')
    return { url: url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined, database: undefined }
  if (databaseConfig === undefined) return { url: undefined, database: undefined }
  const { engine, host, port, database, tls } = databaseConfig
  return {
    url: undefined,
    database: { engine, host, database, ...(port === undefined ? {} : { port }), ...(tls === undefined ? {} : { tls }) },
  }
}
