/** Connections: kept, changed, shared, tested, and deleted where nothing uses them. `reach.md` C1, decision 0128. */
import type { Kysely } from 'kysely'
import { stateAfter } from '#contract/connections/connection.lifecycle.ts'
import type {
  ConnectionCheck,
  ConnectionDetails,
  ConnectionForm,
  ConnectionItem,
  ConnectionUse,
} from '#contract/connections/connection.ts'
import { connectionLimits as limits } from '#contract/connections/connection-limits.ts'
import type { connectionEndpoints } from '#contract/connections/connections.ts'
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { ProblemError, refusal } from '#contract/kit/problem.ts'
import type { Engine } from '#server/engine/engine.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { noteConnectionUse } from '#server/records/connections/connection-use.repository.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { connectionDetails, foundConnection, itemOf, ownConnection, recorded } from './connection-reading.ts'
import { isNewSecret, isSameAccess, sealedConnection } from './connection-sealing.ts'
import {
  addConnection,
  type ConnectionRow,
  changeConnection,
  countConnectionTest,
  isNameTaken,
  listConnections,
  lockConnectionNames,
  moveConnection,
  nameOfMember,
  removeConnection,
  sharedWith,
  sharePeople,
  usesOfConnection,
  wakeRuns,
} from './connections.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly vault: Vault; readonly engine: Pick<Engine, 'probe' | 'quiesce' | 'wake'> }

export function createConnectionService({ db, vault, engine }: Deps) {
  async function move(caller: Caller, id: string, type: 'person.switchedOff' | 'person.switchedOn', audit: Audit) {
    const { moved, users } = await inOneCommit(db, async (tx) => {
      const before = await ownConnection(tx, caller, id)
      const state = stateAfter(before.state, { type })
      const which = { companyId: caller.companyId, id }
      if (state !== before.state) await moveConnection(tx, which, state)
      const users = (await usesOfConnection(tx, which)).map(({ connectorId }) => connectorId)
      if (type === 'person.switchedOn') await wakeRuns(tx, caller.companyId, users)
      const after = await connectionDetails(tx, caller, await ownConnection(tx, caller, id))
      await audit(tx, { before: recorded(await connectionDetails(tx, caller, before)), after: recorded(after) })
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

    get: async (caller: Caller, id: string): Promise<ConnectionDetails> =>
      connectionDetails(db, caller, await foundConnection(db, caller, id)),

    /** @throws `request/malformed`, `connection/name-taken`, `connection/too-many` */
    async create(caller: Caller, form: ConnectionForm, id: string, audit: Audit): Promise<ConnectionDetails> {
      return inOneCommit(db, async (tx) => {
        const connection = await createConnection(tx, vault, caller, form, id)
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
        const before = await ownConnection(tx, caller, id)
        if (form.kind !== before.kind)
          throw refusal('request/malformed', {
            errors: [
              { path: '/kind', message: "You can't change the kind of system of a connection. Create another connection" },
            ],
          })
        const access = sealedConnection(vault, form, which, before)
        const isReplaced = !isSameAccess(before, access)
        const state = isReplaced ? stateAfter(before.state, { type: 'person.changed' }) : before.state
        await lockConnectionNames(tx, caller.companyId)
        if (await isNameTaken(tx, which, form.name)) throw refusal('connection/name-taken')
        const shown = await connectionDetails(tx, caller, before)
        if (!(await changeConnection(tx, which, { ...access, state, isReplaced }, revision))) throw refusal('connection/stale')
        await sharePeople(tx, which, form.visibility === 'named' ? form.people : [])
        const after = await connectionDetails(tx, caller, await ownConnection(tx, caller, id))
        await audit(tx, { before: recorded(shown), after: { ...recorded(after), isNewSecret: isNewSecret(before, access) } })
        return after
      })
    },

    switchOff: (caller: Caller, id: string, audit: Audit) => move(caller, id, 'person.switchedOff', audit),
    switchOn: (caller: Caller, id: string, audit: Audit) => move(caller, id, 'person.switchedOn', audit),

    /** @throws `connection/not-found`, `connection/not-yours`, `connection/in-use` */
    async remove(caller: Caller, id: string, audit: Audit): Promise<{ id: string }> {
      const which = { companyId: caller.companyId, id }
      return inOneCommit(db, async (tx) => {
        const before = await ownConnection(tx, caller, id)
        const users = await usesOfConnection(tx, which)
        if (users.length > 0) {
          const names = users.slice(0, limits.listedUsers).map(({ name }) => name)
          const more = users.length - names.length
          const all = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
          throw refusal('connection/in-use', {
            message: `This connection is used by ${all}. Use other credentials there, deploy the change, then delete the connection.`,
          })
        }
        const shown = await connectionDetails(tx, caller, before)
        await removeConnection(tx, which)
        await audit(tx, { before: recorded(shown) })
        return { id }
      })
    },

    /** Connectors that the caller may not open are named and not linked. */
    async uses(caller: Caller, id: string): Promise<{ data: ConnectionUse[]; total: number }> {
      await foundConnection(db, caller, id)
      const { ownerId } = tenantScopeOf(caller)
      const uses = await usesOfConnection(db, { companyId: caller.companyId, id })
      const data = uses.map(({ ownerId: owner, ...use }) => ({ ...use, isSeen: ownerId === null || owner === ownerId }))
      return { data, total: data.length }
    },

    /** @throws `connection/not-found`, `connection/off`, `connection/tests-used-up` */
    async test(caller: Caller, id: string): Promise<ConnectionCheck> {
      const { companyId, userId } = caller
      const row = await foundConnection(db, caller, id)
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
      await noteConnectionUse(db, { companyId, id }, check, row.access_revision)
      return check
    },
  }
}

/** @throws `request/malformed`, `connection/name-taken`, `connection/too-many` */
export async function createConnection(
  tx: Kysely<Tables>,
  vault: Vault,
  caller: Caller,
  form: ConnectionForm,
  id: string,
): Promise<ConnectionDetails> {
  const { companyId, userId } = caller
  const which = { companyId, id }
  const made = sealedConnection(vault, form, which, null)
  await lockConnectionNames(tx, companyId)
  if (await isNameTaken(tx, which, form.name)) throw refusal('connection/name-taken')
  if (!(await addConnection(tx, { ...which, ownerId: userId }, { ...made, state: 'new' }, limits.connections)))
    throw refusal('connection/too-many')
  await sharePeople(tx, which, form.visibility === 'named' ? form.people : [])
  return connectionDetails(tx, caller, await ownConnection(tx, caller, id))
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
