/** Runs: started by hand, listed, looked at. */
import type { Kysely } from 'kysely'
import type { Run, runEndpoints } from '#contract/connectors/runs/run.ts'
import type { QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Engine } from '#server/engine/engine.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { isAllowed, notAllowedNow } from '../details/connector-status.ts'
import { findConnector, lockConnector } from '../details/connectors.repository.ts'
import { addHistory } from '../details/history.repository.ts'
import { findRun, findRunAskedAs, listRuns, openRun } from './runs.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly engine: Pick<Engine, 'wake'> }

export type RunService = ReturnType<typeof createRunService>

const pageSize = 20

export function createRunService({ db, engine }: Deps) {
  async function companyOf(caller: Caller, connectorId: string): Promise<string> {
    const record = await findConnector(db, tenantScopeOf(caller), connectorId)
    if (!record) throw refusal('connector/not-found')
    return record.companyId
  }

  return {
    /**
     * @param id of the request; the same one again gives the run that was started with it.
     * @throws `run/already-open`.
     */
    async start(caller: Caller, connectorId: string, id: string): Promise<{ runId: string }> {
      const run = await inOneCommit(db, async (tx) => {
        const record = await lockConnector(tx, tenantScopeOf(caller), connectorId)
        if (!record) throw refusal('connector/not-found')
        const { connector, companyId } = record
        const before = await findRunAskedAs(tx, companyId, id)
        if (before) return before
        if (!isAllowed(record, 'user.ran') || connector.liveVersion === null) throw notAllowedNow(record, 'user.ran')
        const opened = await openRun(tx, {
          askedAs: id,
          companyId,
          connectorId: connector._id,
          version: connector.liveVersion,
          trigger: 'manual',
          startedBy: caller.userId,
        })
        await addHistory(tx, {
          companyId,
          connectorId: connector._id,
          actorId: caller.userId,
          what: 'ran',
          from: connector.status,
          to: connector.status,
          detail: `Run ${opened.runId} was started.`,
        })
        return opened
      })
      engine.wake()
      return { runId: run.runId }
    },

    async list(
      caller: Caller,
      connectorId: string,
      { page = 1, limit = pageSize }: QueryOf<typeof runEndpoints.list>,
    ): Promise<ReplyOf<typeof runEndpoints.list>> {
      const companyId = await companyOf(caller, connectorId)
      const { data, total } = await listRuns(db, { companyId, connectorId, page, limit })
      return { data, total, page, limit, totalPages: Math.ceil(total / limit) }
    },

    async get(caller: Caller, connectorId: string, runId: string): Promise<Run> {
      const run = await findRun(db, await companyOf(caller, connectorId), connectorId, runId)
      if (!run) throw refusal('run/not-found')
      return run
    },
  }
}
