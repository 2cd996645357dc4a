/** What a person does to a connector: deploy, pause, resume, delete. Each is one guarded step along the chart, in one commit. */
import type { Kysely } from 'kysely'

import type { Connector, connectorEndpoints, Deployment } from '../../contract/connector.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import type { ConnectorState } from '../../contract/lifecycles/connector.ts'
import { refusal } from '../../contract/problem.ts'
import type { Caller } from '../access.ts'
import type { Engine } from '../engine/engine.ts'
import { type ConnectorRecord, deleteConnector, findConnector, lockConnector, moveConnector } from '../store/connectors.ts'
import { newestDeployment, openDeployment } from '../store/deployments.ts'
import { addHistory, type Happening } from '../store/history.ts'
import { cancelOpenRun, pauseOpenRun, resumeOpenRun } from '../store/runs.ts'
import type { Tables } from '../store/tables.ts'
import type { Vault } from '../vault.ts'
import { validateConfig } from './config-validation.ts'
import { saveDraft } from './connector.ts'
import { showMarks } from './connector-secrets.ts'
import { isAllowed, notAllowedNow, standingAfter, statesBefore } from './connector-standing.ts'
import { sightOf } from './sight.ts'

type Means = { readonly db: Kysely<Tables>; readonly vault: Vault; readonly engine: Pick<Engine, 'wake' | 'quiesce'> }
type DeployBody = NonNullable<BodyOf<typeof connectorEndpoints.deploy>>
type Moved = { success: true; connector: Connector }

export type ConnectorMovesDesk = ReturnType<typeof createConnectorMovesDesk>

export function createConnectorMovesDesk({ db, vault, engine }: Means) {
  /** After a guarded update that met no row: was it the state, or is there no such connector? */
  async function refused(caller: Caller, id: string, move: Parameters<typeof notAllowedNow>[1]): Promise<never> {
    const record = await findConnector(db, sightOf(caller), id)
    throw record ? notAllowedNow(record, move) : refusal('connector/not-found')
  }

  const written = (
    tx: Kysely<Tables>,
    caller: Caller,
    it: ConnectorRecord,
    what: Happening['what'],
    to: string,
    detail: string,
  ) =>
    addHistory(tx, {
      companyId: it.companyId,
      connectorId: it.connector._id,
      actorId: caller.userId,
      what,
      from: it.connector.status,
      to,
      detail,
    })

  return {
    /**
     * Saves what is sent along, checks it and puts it into the engine's queue, all in one commit.
     * @throws `connector/invalid` with every error of the configuration; nothing is changed then.
     */
    async deploy(caller: Caller, id: string, { config, revision }: DeployBody): Promise<Deployment> {
      const deployment = await db.transaction().execute(async (tx) => {
        const sight = sightOf(caller)
        const before = await lockConnector(tx, sight, id)
        if (!before) throw refusal('connector/not-found')
        if (!isAllowed(before, 'user.deployed')) throw notAllowedNow(before, 'user.deployed')
        if (revision !== undefined && revision !== before.connector.revision) throw refusal('connector/stale')
        const connectorId = before.connector._id
        const { draft } = config ? await saveDraft(tx, vault, caller, connectorId, { config }) : before
        const { errors } = validateConfig(showMarks(draft))
        if (errors.length > 0) throw refusal('connector/invalid', { errors })
        const to = standingAfter('user.deployed')
        await moveConnector(tx, sight, connectorId, { from: statesBefore('user.deployed'), to })
        const opened = await openDeployment(tx, {
          companyId: before.companyId,
          connectorId,
          config: draft,
          authorId: caller.userId,
        })
        await written(tx, caller, before, 'deployed', to.status, `Deployment ${opened.deploymentId} was started.`)
        return opened
      })
      engine.wake()
      return deployment
    },

    async deploymentStatus(caller: Caller, id: string): Promise<Deployment> {
      const record = await findConnector(db, sightOf(caller), id)
      const newest = record && (await newestDeployment(db, record.companyId, id))
      if (!newest) throw refusal(record ? 'connector/never-deployed' : 'connector/not-found')
      return newest
    },

    /** Once this has answered, nothing new is sent. */
    async pause(caller: Caller, id: string): Promise<Moved> {
      const moved = await db.transaction().execute(async (tx) => {
        const step = { from: statesBefore('user.paused'), to: standingAfter('user.paused') }
        const it = await moveConnector(tx, sightOf(caller), id, step)
        if (!it) return null
        const run = await pauseOpenRun(tx, it.companyId, id)
        const detail = run ? `Paused, with run ${run.runId}.` : 'Paused.'
        await written(tx, caller, at(it, 'Active'), 'paused', step.to.status, detail)
        return it
      })
      if (!moved) return refused(caller, id, 'user.paused')
      await engine.quiesce(id)
      return { success: true, connector: moved.connector }
    },

    async resume(caller: Caller, id: string): Promise<Moved> {
      const moved = await db.transaction().execute(async (tx) => {
        const step = { from: statesBefore('user.resumed'), to: standingAfter('user.resumed') }
        const it = await moveConnector(tx, sightOf(caller), id, step)
        if (!it) return null
        const run = await resumeOpenRun(tx, it.companyId, id)
        const detail = run ? `Resumed, with run ${run.runId}.` : 'Resumed.'
        await written(tx, caller, at(it, 'Pause'), 'resumed', step.to.status, detail)
        return it
      })
      if (!moved) return refused(caller, id, 'user.resumed')
      engine.wake()
      return { success: true, connector: moved.connector }
    },

    /** Ends its open run and takes it out of sight. Once this has answered, nothing is sent. */
    async remove(caller: Caller, id: string): Promise<{ success: true }> {
      const deleted = await db.transaction().execute(async (tx) => {
        const it = await deleteConnector(tx, sightOf(caller), id, statesBefore('user.deleted'))
        if (!it) return null
        const run = await cancelOpenRun(tx, it.companyId, id)
        await written(tx, caller, it, 'deleted', 'Deleted', run ? `Deleted, run ${run.runId} was cancelled.` : 'Deleted.')
        return it
      })
      if (!deleted) return refused(caller, id, 'user.deleted')
      await engine.quiesce(id)
      return { success: true }
    },
  }
}

/** The record as it stood before a step whose guard allows one state only. */
const at = (it: ConnectorRecord, status: ConnectorState): ConnectorRecord => ({ ...it, connector: { ...it.connector, status } })
