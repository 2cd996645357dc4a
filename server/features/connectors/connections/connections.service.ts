/** Connections: kept, changed, shared, tested, and deleted where nothing uses them. `reach.md` C1, decision 0128. */
import type { Kysely } from 'kysely'
import { transition } from 'xstate'
import { type ConnectionMove, type ConnectionState, connectionLifecycle } from '#contract/connections/connection.lifecycle.ts'
import type {
  ConnectionCheck,
  ConnectionDetails,
  ConnectionForm,
  ConnectionItem,
  ConnectionUse,
} from '#contract/connections/connection.ts'
import { connectionFaults, originOfPlace, shownAddressOf, systemOfConnection } from '#contract/connections/connection-check.ts'
import { connectionLimits as limits } from '#contract/connections/connection-limits.ts'
import type { connectionEndpoints } from '#contract/connections/connections.ts'
import type { OwnAuth, SourceConfig } from '#contract/connectors/config/config.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { ProblemError, refusal } from '#contract/kit/problem.ts'
import type { Engine } from '#server/engine/engine.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { StoredAuth } from '#server/platform/database/tables/stored-values.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { boundTo } from '#server/platform/security/secret-origins.ts'
import { maskSecrets, sealSecrets } from '#server/platform/security/settings-secrets.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { connectionSecretPlace, noteConnectionUse, secretPathOf } from '#server/records/connections/connection-use.repository.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import {
  addConnection,
  type ChosenConnection,
  type ConnectionRow,
  changeConnection,
  countConnectionTest,
  findConnection,
  isNameTaken,
  listConnections,
  moveConnection,
  nameOfMember,
  peopleOf,
  removeConnection,
  sharedWith,
  sharePeople,
  usesOfConnection,
  wakeRuns,
} from './connections.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly vault: Vault; readonly engine: Pick<Engine, 'probe' | 'quiesce' | 'wake'> }
type Which = { readonly companyId: string; readonly id: string }

const mayChange = (caller: Caller, row: ConnectionRow) => caller.role !== 'USER' || row.owner_id === caller.userId

/** The state after a move; the same where the move is not open now. */
function stateAfter(from: ConnectionState, move: ConnectionMove): ConnectionState {
  const snapshot = connectionLifecycle.resolveState({ value: from, context: {} })
  return transition(connectionLifecycle, snapshot, move)[0].value as ConnectionState
}

function itemOf(caller: Caller, row: ConnectionRow, people: readonly string[]): ConnectionItem {
  const { kind, place } = row
  const shown = {
    kind,
    ...(place.url === undefined ? {} : { url: place.url }),
    ...(place.database ? { database: place.database } : {}),
  }
  return {
    ...{ id: row.id, name: row.name, kind, system: systemOfConnection(shown), address: shownAddressOf(shown) },
    ...{ url: place.url ?? null, database: place.database ?? null, gateway: place.gateway ?? null, authType: row.auth.type },
    owner: row.owner_id === null || row.owner === null ? null : { _id: row.owner_id, name: row.owner },
    ...{ visibility: row.visibility, state: row.state, stateAt: row.state_at.toISOString(), check: row.last_check },
    ...{ usedBy: row.uses, usedAt: row.used_at?.toISOString() ?? null, revision: row.revision, isYours: mayChange(caller, row) },
    form: mayChange(caller, row) ? formOf(row, people) : null,
  }
}

const pathsOf = (auth: { readonly type: OwnAuth['type'] }): string[] => {
  const path = secretPathOf(auth)
  return path === null ? [] : [path]
}

/** The stored form as its owner may see it. */
function formOf(row: ConnectionRow, people: readonly string[]): ConnectionForm {
  const { auth } = maskSecrets({ auth: row.auth }, { paths: pathsOf(row.auth) }) as { auth: OwnAuth }
  return {
    ...{ name: row.name, kind: row.kind, ...row.place, visibility: row.visibility, people: [...people] },
    auth: shownSecret(auth),
  }
}

/** The contract has `{ set: true }` where a secret is stored, and an empty text where none is. */
function shownSecret(auth: OwnAuth): OwnAuth {
  const field = secretPathOf(auth)?.slice('auth.'.length)
  if (field === undefined) return auth
  const mark = (auth as unknown as Record<string, { readonly set: boolean } | undefined>)[field]
  return (mark?.set ? auth : { ...auth, [field]: '' }) as OwnAuth
}

/** What the secret is bound to: where it is sent, and for a token also where that is fetched. */
function originOf(form: ConnectionForm): string {
  const origin = originOfPlace(form)
  return form.auth.type === 'oauth2ClientCredentials' ? boundTo(new URL(form.auth.tokenUrl).origin, origin) : origin
}

/** What the record of changes holds: no secret, and nothing that use changes. */
const recorded = ({ check, usedAt, usedBy, isYours, ...rest }: ConnectionDetails) => rest

export function createConnectionService({ db, vault, engine }: Deps) {
  async function found(of: Kysely<Tables>, caller: Caller, id: string): Promise<ConnectionRow> {
    const row = await findConnection(of, tenantScopeOf(caller), id)
    if (row === null) throw refusal('connection/not-found')
    return row
  }
  /** @throws `connection/not-found`, `connection/not-yours` */
  async function own(of: Kysely<Tables>, caller: Caller, id: string): Promise<ConnectionRow> {
    const row = await found(of, caller, id)
    if (!mayChange(caller, row)) throw refusal('connection/not-yours')
    return row
  }
  async function detailsOf(of: Kysely<Tables>, caller: Caller, row: ConnectionRow): Promise<ConnectionDetails> {
    const people = await peopleOf(of, { companyId: row.company_id, id: row.id })
    const item = itemOf(
      caller,
      row,
      people.map(({ _id }) => _id),
    )
    return { ...item, people: item.form === null ? [] : people, createdAt: row.created_at.toISOString() }
  }

  /** A stored secret goes only to the origin that it was saved for. @throws `request/malformed` */
  function chosen(form: ConnectionForm, which: Which, before: ConnectionRow | null): Omit<ChosenConnection, 'state'> {
    const errors = connectionFaults(form)
    const origin = errors.length === 0 ? originOf(form) : ''
    const path = secretPathOf(form.auth)
    const secret = path === null ? '' : (form.auth as unknown as Record<string, unknown>)[path.slice('auth.'.length)]
    const mayStay = before !== null && before.auth.type === form.auth.type && before.origin === origin
    if (errors.length === 0 && typeof secret !== 'string' && !mayStay)
      errors.push({
        path: `/${path?.replace('.', '/')}`,
        message: 'Enter the secret again. A saved secret is only ever sent to its own address',
      })
    const [first] = errors
    if (first) throw refusal('request/malformed', { message: `${first.message}.`, errors })
    const secrets = { paths: path === null ? [] : [path], place: connectionSecretPlace(which), vault }
    const { auth } = sealSecrets({ auth: form.auth }, { auth: before?.auth }, secrets) as { auth: StoredAuth }
    return { form, auth, origin }
  }

  const isSameAccess = (before: ConnectionRow, { form, auth, origin }: Omit<ChosenConnection, 'state'>) =>
    before.origin === origin &&
    JSON.stringify(before.auth) === JSON.stringify(auth) &&
    before.place.url === form.url &&
    before.place.gateway === form.gateway

  async function move(caller: Caller, id: string, type: 'person.switchedOff' | 'person.switchedOn', audit: Audit) {
    const { moved, users } = await inOneCommit(db, async (tx) => {
      const before = await own(tx, caller, id)
      const state = stateAfter(before.state, { type })
      const which = { companyId: caller.companyId, id }
      if (state !== before.state) await moveConnection(tx, which, state)
      const users = (await usesOfConnection(tx, which)).map(({ connectorId }) => connectorId)
      if (type === 'person.switchedOn') await wakeRuns(tx, caller.companyId, users)
      const after = await detailsOf(tx, caller, await own(tx, caller, id))
      await audit(tx, { before: recorded(await detailsOf(tx, caller, before)), after: recorded(after) })
      return { moved: after, users }
    })
    // Runs that are under way are given back, so that they wait, too.
    if (type === 'person.switchedOff') await Promise.all(users.map((connectorId) => engine.quiesce(connectorId)))
    engine.wake()
    return moved
  }

  /** A request that changes nothing, made of the connection alone. */
  function probedSource({ id, place, kind }: ConnectionRow): SourceConfig {
    const auth = { type: 'connection', id } as const
    if (kind === 'database' && place.database)
      return {
        type: 'database',
        databaseConfig: { ...place.database, query: 'select 1 as connected' },
        auth,
        isList: true,
        noKey: true,
      }
    const base = (place.url ?? '').replace(/\/$/, '')
    return { type: 'http', url: `${base}/${(place.testPath ?? '').replace(/^\//, '')}`, auth }
  }

  return {
    async list(caller: Caller): Promise<{ data: ConnectionItem[]; total: number }> {
      const rows = await listConnections(db, tenantScopeOf(caller))
      const people = await sharedWith(db, caller.companyId)
      const data = rows.map((row) => itemOf(caller, row, people.get(row.id) ?? []))
      return { data, total: data.length }
    },

    get: async (caller: Caller, id: string): Promise<ConnectionDetails> => detailsOf(db, caller, await found(db, caller, id)),

    /** @throws `request/malformed`, `connection/name-taken`, `connection/too-many` */
    async create(caller: Caller, form: ConnectionForm, id: string, audit: Audit): Promise<ConnectionDetails> {
      const { companyId, userId } = caller
      const which = { companyId, id }
      const made = { ...chosen(form, which, null), state: 'new' as const }
      return inOneCommit(db, async (tx) => {
        if (await isNameTaken(tx, which, form.name)) throw refusal('connection/name-taken')
        if (!(await addConnection(tx, { ...which, ownerId: userId }, made, limits.connections)))
          throw refusal('connection/too-many')
        await sharePeople(tx, which, form.visibility === 'named' ? form.people : [])
        const connection = await detailsOf(tx, caller, await own(tx, caller, id))
        await audit(tx, { after: recorded(connection) })
        return connection
      })
    },

    /** @throws `request/malformed`, `connection/not-found`, `connection/not-yours`, `connection/stale`, `connection/name-taken` */
    async update(
      caller: Caller,
      id: string,
      { revision, ...form }: BodyOf<typeof connectionEndpoints.update>,
      audit: Audit,
    ): Promise<ConnectionDetails> {
      const which = { companyId: caller.companyId, id }
      return inOneCommit(db, async (tx) => {
        const before = await own(tx, caller, id)
        if (form.kind !== before.kind)
          throw refusal('request/malformed', {
            errors: [
              { path: '/kind', message: "You can't change the kind of system of a connection. Create another connection" },
            ],
          })
        const access = chosen(form, which, before)
        const state = isSameAccess(before, access) ? before.state : stateAfter(before.state, { type: 'person.changed' })
        if (await isNameTaken(tx, which, form.name)) throw refusal('connection/name-taken')
        const shown = await detailsOf(tx, caller, before)
        if (!(await changeConnection(tx, which, { ...access, state }, revision))) throw refusal('connection/stale')
        await sharePeople(tx, which, form.visibility === 'named' ? form.people : [])
        const after = await detailsOf(tx, caller, await own(tx, caller, id))
        await audit(tx, { before: recorded(shown), after: recorded(after) })
        return after
      })
    },

    switchOff: (caller: Caller, id: string, audit: Audit) => move(caller, id, 'person.switchedOff', audit),
    switchOn: (caller: Caller, id: string, audit: Audit) => move(caller, id, 'person.switchedOn', audit),

    /** @throws `connection/not-found`, `connection/not-yours`, `connection/in-use` */
    async remove(caller: Caller, id: string, audit: Audit): Promise<{ id: string }> {
      const which = { companyId: caller.companyId, id }
      return inOneCommit(db, async (tx) => {
        const before = await own(tx, caller, id)
        const users = await usesOfConnection(tx, which)
        if (users.length > 0) {
          const names = users.slice(0, limits.listedUsers).map(({ name }) => name)
          const more = users.length - names.length
          const all = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
          throw refusal('connection/in-use', {
            message: `This connection is used by ${all}. Use other credentials there, deploy the change, then delete the connection.`,
          })
        }
        const shown = await detailsOf(tx, caller, before)
        await removeConnection(tx, which)
        await audit(tx, { before: recorded(shown) })
        return { id }
      })
    },

    /** Connectors that the caller may not open are named and not linked. */
    async uses(caller: Caller, id: string): Promise<{ data: ConnectionUse[]; total: number }> {
      await found(db, caller, id)
      const { ownerId } = tenantScopeOf(caller)
      const uses = await usesOfConnection(db, { companyId: caller.companyId, id })
      const data = uses.map(({ ownerId: owner, ...use }) => ({ ...use, isSeen: ownerId === null || owner === ownerId }))
      return { data, total: data.length }
    },

    /** @throws `connection/not-found`, `connection/off`, `connection/tests-used-up` */
    async test(caller: Caller, id: string): Promise<ConnectionCheck> {
      const { companyId, userId } = caller
      const row = await found(db, caller, id)
      if (row.state === 'off') throw refusal('connection/off')
      if (!(await countConnectionTest(db, { companyId, id }, limits.testsAnHour)))
        throw refusal('connection/tests-used-up', { retryAfter: 3_600_000 })
      const { verdict, message } = await tried(() =>
        engine.probe.testConnection({ side: 'source', config: probedSource(row) }, { companyId, userId, connectorId: null }),
      )
      const check: ConnectionCheck = {
        at: new Date().toISOString(),
        works: verdict === 'works',
        message,
        by: await nameOfMember(db, caller),
      }
      await noteConnectionUse(db, { companyId, id }, check)
      return check
    },
  }
}

/** What the guard forbids is the result of the test, too. */
async function tried(test: () => ReturnType<Engine['probe']['testConnection']>) {
  try {
    const { verdict, message } = await test()
    return { verdict, message }
  } catch (thrown) {
    if (thrown instanceof ProblemError) return { verdict: 'fails' as const, message: thrown.problem.message }
    throw thrown
  }
}
