/** What a person does to a connector: deploy, pause, resume, delete. Each is one guarded step along the chart, in one commit. */
import type { Kysely } from 'kysely'

import type { Connector, connectorEndpoints, Deployment } from '#contract/connectors/details/connector.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Engine } from '#server/engine/engine.ts'
import { nextInstant } from '#server/engine/schedule/schedule-instants.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { findDeployment, newestDeployment } from '#server/records/connectors/deployments.repository.ts'
import { removeSchedule, resumeSchedule } from '#server/records/connectors/schedules.repository.ts'
import { cancelOpenRun, nameOfPerson, pauseOpenRun, resumeOpenRun } from '#server/records/runs/runs.repository.ts'
import type { Quotas } from '../../billing/quotas.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { openQuestions } from '../config/open-questions.ts'
import { withRulesInside } from '../config/saved-rules.ts'
import { readShapes, removeShapes } from '../config/shapes.repository.ts'
import { beginDeployment } from '../deployments/deployment-start.ts'
import { showMarks } from '../secrets/connector-secrets.ts'
import { showTrigger } from '../triggers/connector-trigger.ts'
import { saveDraft } from './connector.service.ts'
import { isAllowed, notAllowedNow, statesBefore, statusAfter } from './connector-status.ts'
import { type ConnectorRecord, deleteConnector, findConnector, lockConnector, moveConnector } from './connectors.repository.ts'
import { addHistory, type Happening } from './history.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly engine: Pick<Engine, 'wake' | 'quiesce'>
  readonly quotas: Pick<Quotas, 'refuseSchedule'>
}
type DeployBody = NonNullable<BodyOf<typeof connectorEndpoints.deploy>>
type Moved = { success: true; connector: Connector }

export type ConnectorMovesService = ReturnType<typeof createConnectorMovesService>

export function createConnectorMovesService({ db, vault, engine, quotas }: Deps) {
  /** After a guarded update that met no row: was it the state, or is there no such connector? */
  async function refused(caller: Caller, id: string, move: Parameters<typeof notAllowedNow>[1]): Promise<never> {
    const record = await findConnector(db, tenantScopeOf(caller), id)
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

  /** Pauses or resumes a connector together with its open run; null when its state forbids that or it is not seen. */
  async function moveWithRun(tx: Kysely<Tables>, caller: Caller, id: string, move: 'user.paused' | 'user.resumed') {
    const tenantScope = tenantScopeOf(caller)
    const before = await lockConnector(tx, tenantScope, id)
    if (before?.connector._id !== id || !isAllowed(before, move)) return null
    const isPause = move === 'user.paused'
    const run = await (isPause
      ? pauseOpenRun(tx, before.companyId, id, await nameOfPerson(tx, caller.companyId, caller.userId))
      : resumeOpenRun(tx, before.companyId, id))
    if (!isPause) await resumeSchedule(tx, { companyId: before.companyId, connectorId: id }, nextInstant)
    const to = statusAfter(move)
    const it = await moveConnector(tx, tenantScope, id, { from: statesBefore(move), to })
    const word = isPause ? 'Paused' : 'Resumed'
    const detail = run ? `${word} together with run ${run.runId}.` : `${word}.`
    await written(tx, caller, before, isPause ? 'paused' : 'resumed', to.status, detail)
    return it
  }

  return {
    /**
     * Saves what is sent along, checks it and queues its deployment, all in one commit.
     * @param newId of the deployment; the same one again gives the deployment that was started with it.
     * @throws `connector/invalid` with every error of the configuration; nothing is changed then.
     */
    async deploy(
      caller: Caller,
      id: string,
      newId: string,
      { config, revision, reading, isComplete = false }: DeployBody,
    ): Promise<Deployment> {
      return inOneCommit(db, async (tx) => {
        const tenantScope = tenantScopeOf(caller)
        const before = await lockConnector(tx, tenantScope, id)
        if (!before) throw refusal('connector/not-found')
        const started = await findDeployment(tx, before.companyId, before.connector._id, newId)
        if (started) return started
        if (!isAllowed(before, 'user.deployed')) throw notAllowedNow(before, 'user.deployed')
        if (revision !== undefined && revision !== before.connector.revision) throw refusal('connector/stale')
        const connectorId = before.connector._id
        const { draft } = config ? await saveDraft(tx, vault, caller, connectorId, { config }) : before
        const withRules = await withRulesInside(tx, before.companyId, draft)
        const open = isComplete
          ? openQuestions(
              showMarks(draft),
              await readShapes(tx, { companyId: before.companyId, connectorId }),
              before.connector.liveVersion,
            )
          : []
        return beginDeployment(tx, caller, { id: newId, before, config: withRules, quotas, reading, open })
      })
    },

    async deploymentStatus(caller: Caller, id: string): Promise<Deployment> {
      const record = await findConnector(db, tenantScopeOf(caller), id)
      const newest = record && (await newestDeployment(db, record.companyId, id))
      if (!newest) throw refusal(record ? 'connector/never-deployed' : 'connector/not-found')
      return newest
    },

    /** Once this has answered, nothing new is sent. */
    async pause(caller: Caller, id: string): Promise<Moved> {
      const moved = await inOneCommit(db, (tx) => moveWithRun(tx, caller, id, 'user.paused'))
      if (!moved) return refused(caller, id, 'user.paused')
      await engine.quiesce(id)
      return { success: true, connector: (await showTrigger(db, moved)).connector }
    },

    async resume(caller: Caller, id: string): Promise<Moved> {
      const moved = await inOneCommit(db, (tx) => moveWithRun(tx, caller, id, 'user.resumed'))
      if (!moved) return refused(caller, id, 'user.resumed')
      engine.wake()
      return { success: true, connector: (await showTrigger(db, moved)).connector }
    },

    /** Ends its open run and takes it out of sight. Once this has answered, nothing is sent. */
    async remove(caller: Caller, id: string): Promise<{ success: true }> {
      const deleted = await inOneCommit(db, async (tx) => {
        const it = await deleteConnector(tx, tenantScopeOf(caller), id, statesBefore('user.deleted'))
        if (!it) return null
        const run = await cancelOpenRun(tx, it.companyId, id)
        await removeSchedule(tx, { companyId: it.companyId, connectorId: id })
        await removeShapes(tx, { companyId: it.companyId, connectorId: id })
        await written(tx, caller, it, 'deleted', 'Deleted', run ? `Deleted. Run ${run.runId} was cancelled.` : 'Deleted.')
        return it
      })
      if (!deleted) return refused(caller, id, 'user.deleted')
      await engine.quiesce(id)
      return { success: true }
    },
  }
}
