/** Runs: started by hand, listed, looked at. */
import type { Kysely } from 'kysely'
import { recordNounOf } from '#contract/connectors/runs/record-noun.ts'
import type { Run, runEndpoints } from '#contract/connectors/runs/run.ts'
import type { RunReport } from '#contract/connectors/runs/run-report.ts'
import type { QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Engine } from '#server/engine/engine.ts'
import { inOneCommit, inOneSnapshot } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { readVersion } from '#server/records/connectors/versions.repository.ts'
import { retryAfterwards } from '#server/records/ledger/afterwards.repository.ts'
import {
  cancelOpenRun,
  findRun,
  findRunByRequestId,
  listRuns,
  nameOfPerson,
  openRun,
  startOfRun,
} from '#server/records/runs/runs.repository.ts'
import type { Quotas } from '../../billing/quotas.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { isAllowed, notAllowedNow } from '../details/connector-status.ts'
import { findConnector, lockConnector } from '../details/connectors.repository.ts'
import { addHistory } from '../details/history.repository.ts'
import { fieldOfGroup } from '../problems/mapped-field.ts'
import { groupsWithArrivals } from '../problems/problem-group.ts'
import { afterwardsSums } from './afterwards-rows.repository.ts'
import { sumsByDestination } from './destination-sums.repository.ts'
import { recordNames } from './record-names.ts'
import { listParts } from './run-parts.repository.ts'
import { positionIn } from './transaction-rows.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly engine: Pick<Engine, 'wake' | 'quiesce'>
  readonly quotas: Pick<Quotas, 'refuseRun'>
}

export type RunService = ReturnType<typeof createRunService>

const pageSize = 20

export function createRunService({ db, vault, engine, quotas }: Deps) {
  async function companyOf(caller: Caller, connectorId: string): Promise<string> {
    const record = await findConnector(db, tenantScopeOf(caller), connectorId)
    if (!record) throw refusal('connector/not-found')
    return record.companyId
  }

  return {
    /**
     * @param id of the request; the same one again gives the run that was started with it.
     * @throws `run/already-open`, `quota/records`, `quota/budget`.
     */
    async start(caller: Caller, connectorId: string, id: string): Promise<{ runId: string }> {
      const run = await inOneCommit(db, async (tx) => {
        const record = await lockConnector(tx, tenantScopeOf(caller), connectorId)
        if (!record) throw refusal('connector/not-found')
        const { connector, companyId } = record
        const before = await findRunByRequestId(tx, companyId, id)
        if (before) return before
        if (!isAllowed(record, 'user.ran') || connector.liveVersion === null) throw notAllowedNow(record, 'user.ran')
        await quotas.refuseRun(tx, { companyId, connectorId: connector._id })
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

    /** All that the page of a run shows, read in one snapshot. */
    async report(caller: Caller, connectorId: string, runId: string): Promise<RunReport> {
      return inOneSnapshot(db, async (tx) => {
        const record = await findConnector(tx, tenantScopeOf(caller), connectorId)
        if (!record) throw refusal('connector/not-found')
        const { companyId, connector } = record
        const run = await findRun(tx, companyId, connectorId, runId)
        const start = run && (await startOfRun(tx, companyId, runId))
        if (!run || !start) throw refusal('run/not-found')
        const config = await readVersion(tx, companyId, connectorId, run.version)
        const { source, trigger, dataMapping } = config
        const hasLost = run.recordsFailed + run.recordsUnknown > 0
        const { groups } = hasLost ? await groupsWithArrivals(tx, { companyId, connectorId, runId }) : { groups: [] }
        const examples = groups.map(({ example }) => example.transactionId)
        const afterwards = await afterwardsSums(tx, companyId, runId)
        const destinations = await sumsByDestination(tx, config, { companyId, connectorId, runId })
        const names = await recordNames({ db: tx, vault }, { companyId, connectorId }, examples)
        return {
          readAt: new Date().toISOString(),
          connector: { _id: connector._id, name: connector.name, status: connector.status },
          run,
          parts: await listParts(tx, companyId, runId),
          ...(destinations.length === 0 ? {} : { destinations }),
          ...(afterwards === null ? {} : { afterwards }),
          recordNoun: recordNounOf(source, trigger.type === 'webhook'),
          startedBy: start.startedBy,
          queuedAt: start.queuedAt.toISOString(),
          problems: groups.map(({ id, code, answerStatus, isMixed, failed, unknown, arrived, arrivedAt, example }) => ({
            ...{ id, code, answerStatus, isMixed, failed, unknown, arrived, arrivedAt },
            field: fieldOfGroup({ code, isMixed, example }, dataMapping),
            ...{ message: example.message, answer: example.answer },
            example: {
              ...{ transactionId: example.transactionId, recordKey: example.recordKey },
              recordName: names.get(example.transactionId) ?? null,
            },
          })),
        }
      })
    },

    /**
     * Once this has answered, nothing of the run is sent any more; what was on its way is still recorded. A run that was stopped before is answered as
     * it stands, so that a repeated call changes nothing.
     * @throws `run/ended` for one that came to another end.
     */
    async cancel(caller: Caller, connectorId: string, runId: string): Promise<Run> {
      const companyId = await inOneCommit(db, async (tx) => {
        const record = await lockConnector(tx, tenantScopeOf(caller), connectorId)
        if (record?.connector._id !== connectorId) throw refusal('connector/not-found')
        const run = await findRun(tx, record.companyId, connectorId, runId)
        if (!run) throw refusal('run/not-found')
        if (run.status === 'cancelled') return record.companyId
        const reason = `${await nameOfPerson(tx, record.companyId, caller.userId)} stopped the run.`
        if ((await cancelOpenRun(tx, record.companyId, connectorId, runId, reason)) === null) throw refusal('run/ended')
        await addHistory(tx, {
          ...{ companyId: record.companyId, connectorId, actorId: caller.userId, what: 'run stopped' },
          ...{ from: record.connector.status, to: record.connector.status },
          detail: `Run ${runId} was stopped after ${run.recordsDelivered === 1 ? '1 record was' : `${run.recordsDelivered} records were`} delivered.`,
        })
        return record.companyId
      })
      await engine.quiesce(connectorId, runId)
      const run = await findRun(db, companyId, connectorId, runId)
      if (!run) throw refusal('run/not-found')
      return run
    },

    /** Sends requests after deliveries again. @param transactionIds null: all of the run that failed. */
    async retryAfterwards(
      caller: Caller,
      connectorId: string,
      runId: string,
      transactionIds: readonly string[] | null,
    ): Promise<{ retried: number }> {
      const positions = transactionIds === null ? null : transactionIds.flatMap((id) => positionIn(runId, id) ?? [])
      return inOneCommit(db, async (tx) => {
        const record = await lockConnector(tx, tenantScopeOf(caller), connectorId)
        if (record?.connector._id !== connectorId) throw refusal('connector/not-found')
        const { companyId } = record
        if (!(await findRun(tx, companyId, connectorId, runId))) throw refusal('run/not-found')
        return { retried: await retryAfterwards(tx, { id: runId, companyId }, positions) }
      })
    },

    async get(caller: Caller, connectorId: string, runId: string): Promise<Run> {
      const run = await findRun(db, await companyOf(caller, connectorId), connectorId, runId)
      if (!run) throw refusal('run/not-found')
      return run
    },
  }
}
