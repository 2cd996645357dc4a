/** Replays: planned, looked at, started, stopped. */
import type { Kysely } from 'kysely'
import { dryRunMax } from '#contract/builder/dry-run.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { recordNameOf } from '#contract/connectors/runs/record-name.ts'
import type { QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { moved } from '#contract/kit/lifecycle.ts'
import { refusal } from '#contract/kit/problem.ts'
import { type ReplayMove, replayLifecycle } from '#contract/studio/replay.lifecycle.ts'
import type { Replay, ReplayChoice, ReplayDryRun, ReplayForm, ReplayLine, ReplayTrail } from '#contract/studio/replay.ts'
import type { replayEndpoints } from '#contract/studio/replay-endpoints.ts'
import type { Engine } from '#server/engine/engine.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { readVersion } from '#server/records/connectors/versions.repository.ts'
import { recordsOfLines } from '#server/records/replay/replay-runs.repository.ts'
import {
  addReplay,
  type ConnectorKey,
  discardReplay,
  findReplay,
  listReplays,
  lockReplay,
  plannerOf,
  type ReplayRow,
} from '#server/records/replay/replays.repository.ts'
import { cancelOpenRun, findRun } from '#server/records/runs/runs.repository.ts'
import type { Quotas } from '../../billing/quotas.ts'
import * as connectorStanding from '../../connectors/details/connector-status.ts'
import { type ConnectorRecord, findConnector, lockConnector } from '../../connectors/details/connectors.repository.ts'
import { addHistory } from '../../connectors/details/history.repository.ts'
import { maskOf } from '../../connectors/runs/payload-text.ts'
import { transactionIdOf } from '../../connectors/runs/transaction-rows.repository.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { transactionsAt } from '../investigator/investigated.repository.ts'
import { placesOf } from './replay-choice.repository.ts'
import { addFailedReplay, countFailedReplay } from './replay-failed.repository.ts'
import { forecastPlan } from './replay-forecast.ts'
import { firstSent, pageOfLines } from './replay-lines.ts'
import { type Chosen, openPlan } from './replay-opening.ts'
import { checkChoice, failedOf, type Planned, planOfForm, planOfIds } from './replay-planning.ts'
import { hindranceOf, type LineWithStatus, notAllowedNow, runOf, stateOf, tallyOf, toReplay } from './replay-presenter.ts'
import { outcomeAt, trailOf } from './replay-results.repository.ts'
import { madeOf, whysOf } from './replay-why.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly engine: Pick<Engine, 'wake' | 'quiesce' | 'probe'>
  readonly quotas: Pick<Quotas, 'refuseRun'>
}

export type ReplayService = ReturnType<typeof createReplayService>

const pageSize = 20

export function createReplayService({ db, vault, engine, quotas }: Deps) {
  /** With what people call the records, of what was made of them in their run. */
  async function named({ company_id: companyId, connector_id: connectorId }: ReplayRow, lines: readonly ReplayLine[]) {
    const ids = lines.flatMap(({ original }) => original ?? [])
    const found = await placesOf(db, { companyId, connectorId }, ids)
    const places = found.flatMap((it) => (it === null ? [] : { runId: it.run_id, position: it.position, page: 1 }))
    const mask = await maskOf({ db, vault }, companyId)
    const originals = await transactionsAt(db, companyId, places)
    const names = new Map(originals.map((it) => [it.transactionId, recordNameOf(mask(it.payload))]))
    return lines.map((line): ReplayLine => ({ ...line, recordName: names.get(line.original ?? '') ?? null }))
  }

  /** With why each record of a plan is sent or not. */
  async function explained(row: ReplayRow, rows: readonly LineWithStatus[], lines: readonly ReplayLine[]) {
    const config: ConnectorConfig = await readVersion(db, row.company_id, row.connector_id, row.version)
    const mask = await maskOf({ db, vault }, row.company_id)
    const whys = await whysOf(db, row, rows, { config, mask })
    return lines.map((line): ReplayLine => ({ ...line, why: whys.get(line.number) ?? null }))
  }

  async function whoseOf(caller: Caller, connectorId: string) {
    const record = await findConnector(db, tenantScopeOf(caller), connectorId)
    if (!record) throw refusal('connector/not-found')
    return { companyId: record.companyId, connectorId: record.connector._id, live: record.connector.liveVersion }
  }

  async function found(caller: Caller, connectorId: string, replayId: string): Promise<ReplayRow> {
    const row = await findReplay(db, await whoseOf(caller, connectorId), replayId)
    if (!row) throw refusal('replay/not-found')
    return row
  }

  /** A connector that may replay now, with its live version. Until the transaction ends nobody else moves it or starts a replay of it. */
  async function lockActive(
    tx: Kysely<Tables>,
    caller: Caller,
    connectorId: string,
  ): Promise<ConnectorRecord & { live: number }> {
    const record = await lockConnector(tx, tenantScopeOf(caller), connectorId)
    if (record?.connector._id !== connectorId) throw refusal('connector/not-found')
    const live = record.connector.liveVersion
    if (!connectorStanding.isAllowed(record, 'user.ran') || live === null)
      throw connectorStanding.notAllowedNow(record, 'user.ran')
    if (!record.connector.storeLocally) throw refusal('replay/no-payloads')
    return { ...record, live }
  }

  const shown = async (row: ReplayRow, live: number | null): Promise<Replay> =>
    toReplay(row, await tallyOf(db, row), await runOf(db, row), { live, plannedBy: await plannerOf(db, row) })

  async function look(caller: Caller, connectorId: string, replayId: string): Promise<Replay> {
    const { live, ...whose } = await whoseOf(caller, connectorId)
    const row = await findReplay(db, whose, replayId)
    if (!row) throw refusal('replay/not-found')
    return shown(row, live)
  }

  /** @param id of the request; the same one again gives the replay that was planned with it. */
  async function plan(
    caller: Caller,
    connectorId: string,
    id: string,
    work: (tx: Kysely<Tables>, whose: ConnectorKey) => Promise<Planned>,
  ): Promise<{ replayId: string }> {
    const whose = await inOneCommit(db, async (tx) => {
      const { companyId, live } = await lockActive(tx, caller, connectorId)
      const whose = { companyId, connectorId }
      await addReplay(tx, { ...whose, ...(await work(tx, whose)), id, version: live, plannedBy: caller.userId })
      return whose
    })
    await forecast(whose, id)
    return { replayId: id }
  }

  /** Writes down which records of a plan would fail again. Those that a person wrote were never sent. */
  async function forecast(whose: ConnectorKey, id: string): Promise<void> {
    const row = await findReplay(db, whose, id)
    if (!row || row.run_id !== null || row.given !== null) return
    await forecastPlan(db, row, await readVersion(db, whose.companyId, whose.connectorId, row.version))
  }

  /** The same of everything that failed: kept at once, then counted. The same request again counts it again. */
  async function planFailed(
    caller: Caller,
    connectorId: string,
    id: string,
    choice: ReplayChoice,
  ): Promise<{ replayId: string }> {
    const whose = await inOneCommit(db, async (tx) => {
      const { companyId, live } = await lockActive(tx, caller, connectorId)
      const it = { companyId, connectorId, id, version: live, plannedBy: caller.userId }
      if (choice.runId !== undefined && !(await findRun(tx, companyId, connectorId, choice.runId))) throw refusal('run/not-found')
      await addFailedReplay(tx, { ...it, ...failedOf(choice) })
      return { companyId, connectorId }
    })
    const row = await findReplay(db, whose, id)
    if (row && row.run_id === null) await countFailedReplay(db, whose, row)
    await forecast(whose, id)
    return { replayId: id }
  }

  return {
    plan: (caller: Caller, connectorId: string, id: string, form: ReplayForm) =>
      plan(caller, connectorId, id, (tx, whose) => planOfForm(tx, whose, form, new Date())),

    planChosen(caller: Caller, connectorId: string, id: string, choice: ReplayChoice): Promise<{ replayId: string }> {
      checkChoice(choice)
      if (choice.transactionIds === undefined) return planFailed(caller, connectorId, id, choice)
      return plan(caller, connectorId, id, (tx, whose) => planOfIds(tx, whose, choice))
    },

    async list(
      caller: Caller,
      connectorId: string,
      { page = 1, limit = pageSize }: QueryOf<typeof replayEndpoints.list>,
    ): Promise<ReplyOf<typeof replayEndpoints.list>> {
      const { live, ...whose } = await whoseOf(caller, connectorId)
      const { rows, total } = await listReplays(db, whose, { page, limit })
      const data: Replay[] = []
      for (const row of rows) data.push(await shown(row, live))
      return { data, total, page, limit, totalPages: Math.ceil(total / limit) }
    },

    get: look,

    async lines(
      caller: Caller,
      { id, replayId }: { readonly id: string; readonly replayId: string },
      { page = 1, limit = pageSize, part }: QueryOf<typeof replayEndpoints.lines>,
    ): Promise<ReplyOf<typeof replayEndpoints.lines>> {
      const row = await found(caller, id, replayId)
      const { rows, data: lines, total } = await pageOfLines(db, row, { page, limit, part })
      const isPlan = row.run_id === null && row.discarded_at === null
      const data = await named(row, isPlan ? await explained(row, rows, lines) : lines)
      return { data, total, page, limit, totalPages: Math.ceil(total / limit) }
    },

    async trail(caller: Caller, connectorId: string, transactionId: string): Promise<ReplayTrail> {
      const whose = await whoseOf(caller, connectorId)
      const [place] = await placesOf(db, whose, [transactionId])
      if (!place) throw refusal('replay/unknown-transaction')
      const { replayOf, replays } = await trailOf(db, whose, place.run_id, place.position)
      const named = (run: string | null, position: number | null) =>
        run === null || position === null ? null : transactionIdOf(run, position)
      return {
        replayOf: replayOf && { replayId: replayOf.replayId, transactionId: named(replayOf.run, replayOf.position) },
        replays: replays.map(({ replayId, run, place: at, at: since, status, runStatus, recordsRead }) => ({
          replayId,
          transactionId: at < recordsRead ? transactionIdOf(run, at) : null,
          outcome: outcomeAt(at, status, { status: runStatus, recordsRead }),
          at: since.toISOString(),
        })),
      }
    },

    /** Makes what would be sent of the first `dryRunMax` records. Nobody but enrichments is asked. */
    async dryRun(caller: Caller, connectorId: string, replayId: string, chosen: Chosen): Promise<ReplayDryRun> {
      const row = await found(caller, connectorId, replayId)
      const { company_id: companyId } = row
      const sent = await firstSent(db, row, chosen, dryRunMax)
      if (sent.length === 0) throw refusal('replay/nothing-chosen')
      const records = await recordsOfLines(db, companyId, replayId, sent)
      const kept = records.flatMap((it, at) => {
        const line = sent[at]
        return it === null || !line ? [] : [{ line, record: it.record }]
      })
      const examples = kept.map(({ record }) => record)
      const config: ConnectorConfig = await readVersion(db, companyId, connectorId, row.version)
      const tried = await engine.probe.dryRun({ config, examples }, { companyId, userId: caller.userId, connectorId })
      const lines = kept.map(({ line }) => line)
      const mask = await maskOf({ db, vault }, companyId)
      return { ...tried, made: await madeOf(db, row, { lines, rows: tried.records, config, mask }) }
    },

    /** @throws `replay/already-running`, `replay/version-changed`, `replay/plan-old`, `replay/nothing-chosen`, `replay/selection-changed`, `replay/records-removed`, `quota/records`, `quota/budget`; nothing is changed then. */
    async start(caller: Caller, connectorId: string, replayId: string, chosen: Chosen): Promise<Replay> {
      const started = await inOneCommit(db, async (tx) => {
        const seen = await findConnector(tx, tenantScopeOf(caller), connectorId)
        if (!seen) throw refusal('connector/not-found')
        const whose = { companyId: seen.companyId, connectorId }
        const before = await findReplay(tx, whose, replayId)
        if (!before) throw refusal('replay/not-found')
        if (before.run_id !== null) return before
        const record = await lockActive(tx, caller, connectorId)
        const row = await lockReplay(tx, whose, replayId)
        if (!row || row.run_id !== null) return row
        const state = stateOf(row, null, 0)
        if (moved(replayLifecycle, state, { type: 'user.started' } satisfies ReplayMove, undefined) === null)
          throw notAllowedNow(state)
        const hindrance = hindranceOf(row, record.live)
        if (hindrance !== null) throw refusal(hindrance)
        if ((await tallyOf(tx, row)).isRemoved) throw refusal('replay/records-removed')
        await quotas.refuseRun(tx, whose)
        const { runId, count } = await openPlan(tx, row, caller.userId, chosen)
        await addHistory(tx, {
          ...whose,
          actorId: caller.userId,
          what: 'ran',
          from: record.connector.status,
          to: record.connector.status,
          detail: `Replay of ${count === 1 ? '1 record' : `${count} records`} started as run ${runId}.`,
        })
        return findReplay(tx, whose, replayId)
      })
      engine.wake()
      if (!started) throw refusal('replay/not-found')
      // It is a run now.
      return shown(started, started.version)
    },

    /** Once this has answered, nothing of it is sent any more. What was on its way is still recorded. */
    async stop(caller: Caller, connectorId: string, replayId: string): Promise<Replay> {
      const whose = await whoseOf(caller, connectorId)
      const runId = await inOneCommit(db, async (tx) => {
        const row = await lockReplay(tx, whose, replayId)
        if (!row) throw refusal('replay/not-found')
        if (row.run_id === null) await discardReplay(tx, row)
        else await cancelOpenRun(tx, whose.companyId, connectorId, row.run_id)
        return row.run_id
      })
      if (runId !== null) await engine.quiesce(connectorId, runId)
      return look(caller, connectorId, replayId)
    },
  }
}
