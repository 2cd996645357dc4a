/** Random histories of connectors: what the list, the page, the flow, the runs, the studio and the API say of one connector never disagrees. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import type { Statistic } from '#contract/analytics/analytics.ts'
import type { ConnectorDetails, ConnectorListItem } from '#contract/connectors/details/connector.ts'
import { readProblems, readTimeline } from '#contract/connectors/details/details.graphql.ts'
import { recentDays } from '#contract/connectors/details/health.ts'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import { conditionOf } from '#contract/connectors/list/connector-condition.ts'
import { connectorOverview } from '#contract/connectors/list/connector-overview.graphql.ts'
import { everyConnector } from '#contract/connectors/list/connector-selection.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { resultOf } from '#contract/connectors/runs/run-result.ts'
import type { TransactionPage } from '#contract/connectors/runs/transaction.ts'
import type { Replay } from '#contract/studio/replay.ts'
import { stepsOf } from '#src/views/connectors/details/flow/steps.ts'
import { pillOfHealth } from '#src/views/connectors/details/health-pill.ts'
import { pillOfRun } from '#src/views/connectors/runs/run-status.ts'
import { partsOf, stagesOf } from '#src/views/studio/universe/pipeline.ts'
import { byForm } from '../../kit/form.ts'
import { ask } from '../connectors/details-scene.ts'
import { createTestServer, describeOnEachKind, goodConfig } from '../kit/test-server.ts'
import { aHistory, arrivalsOf, day, draftUrl, type History, isLost, keyOf, lived, minute, whyFailed } from './histories.ts'

/** The words of the console ask the page for its language. */
vi.hoisted(() => Object.assign(globalThis, { document: { documentElement: { lang: 'en', dataset: {} } } }))

const histories = byForm(8, 200)
const timeLimit = byForm(minute / 2, 15 * minute)

/** Of another record that came under the same `id` a plan says that the failed one may have arrived. */
const sameIdOtherContent: History = {
  runs: [
    { minutesAgo: 120, records: [{ status: 'failure', key: 'shared' }], end: 'succeeded' },
    {
      minutesAgo: 1,
      records: [
        { status: 'success', key: 'own' },
        { status: 'success', key: 'shared' },
      ],
      end: 'succeeded',
    },
  ],
  changed: [],
  hasFailedDeployment: false,
}

const pickStatus = ({ status, statusSince, statusReason, statusNext }: ConnectorListItem) => ({
  ...{ status, statusSince, statusReason, statusNext },
})

const ofRun = (run: Pick<Run, 'runId' | 'result' | 'startedAt' | 'endedAt'> & Parameters<typeof resultOf>[0]) => ({
  ...{ id: run.runId, status: run.status, result: run.result, startedAt: run.startedAt, endedAt: run.endedAt },
  pill: pillOfRun(run),
})

describeOnEachKind('what is said of a connector', (kind) => {
  const server = createTestServer({}, kind)
  const get = async <R>(path: string) => {
    const reply = await server.ask('GET', path, { as: 'userA' })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<R>()
  }

  it(
    'is the same in every place, whatever happened to it',
    async () => {
      await fc.assert(
        fc.asyncProperty(aHistory, async (history) => {
          const id = await lived(server, history)
          const overview = await ask(server, connectorOverview, {
            ...{ ...everyConnector, sort: 'name' as const, direction: 'ascending' as const, limit: 100, offset: 0 },
          })
          const row = overview.data?.connectorOverview.items.find((it) => it.id === id)
          const listed = (await get<ConnectorListItem[]>('/api-connectors/dashboard-user-query')).find(({ _id }) => _id === id)
          const page = await get<ConnectorDetails>(`/api-connectors/${id}`)
          const { data: runs } = await get<{ data: Run[] }>(`/api-connectors/${id}/runs?limit=100`)
          const timeline = await ask(server, readTimeline, { id, kinds: ['run'], page: 1, limit: 50 })
          if (!row || !listed) throw new Error('It is in no list.')

          // One run, one result, one word.
          const [newest = null] = runs
          expect(row.lastRun && ofRun(row.lastRun)).toEqual(newest && ofRun(newest))
          expect(listed.lastRun).toEqual(row.lastRun)
          for (const run of runs) {
            expect(await get(`/api-connectors/${id}/runs/${run.runId}`)).toEqual(run)
            expect(run.result).toBe(resultOf(run))
            expect(pillOfRun(run).word === 'Succeeded').toBe(
              run.status === 'succeeded' && run.recordsFailed + run.recordsUnknown === 0,
            )
          }
          const entries = timeline.data?.connector.timeline.entries ?? []
          expect(entries.map(({ run }) => run && [run.result, pillOfRun(run).word])).toEqual(
            runs.map((run) => [run.result, pillOfRun(run).word]),
          )

          // A run that failed and a deployment that failed are problems.
          const problems = (await ask(server, readProblems, { id, from: null, to: null })).data?.connector.problems
          const ofDay = runs.filter(({ endedAt }) => Date.parse(endedAt ?? '') >= Date.parse(problems?.from ?? ''))
          const failed = ofDay.filter(({ status }) => status === 'failed')
          expect(problems?.failedRuns.reduce((sum, { count }) => sum + count, 0)).toBe(failed.length)
          if (failed.length > 0) expect(problems?.failedRuns[0]).toMatchObject({ message: whyFailed, runId: failed[0]?.runId })
          expect(problems?.failedDeployments.length).toBe(history.hasFailedDeployment ? 1 : 0)
          const lost = ofDay.reduce((sum, run) => sum + run.recordsFailed + run.recordsUnknown, 0)
          expect(problems?.records).toBe(lost)

          // Each line is in the search as it was, and what arrived later is the same in the problems and in the plan of a replay.
          let arrived = 0
          for (const [at, run] of runs.entries()) {
            const before = history.runs.toSorted((a, b) => a.minutesAgo - b.minutesAgo)[at]
            if (!before) throw new Error('There are more runs than happened.')
            const { transactions } = await get<TransactionPage>(`/api/analytics/transactions/${id}?runId=${run.runId}`)
            const inOrder = transactions.toSorted((a, b) => a.sourceIndex - b.sourceIndex)
            expect(inOrder.map((it) => [it.recordKey, it.status])).toEqual(
              before.records.map((it, place) => [keyOf(it, place), it.status === 'unknown' ? 'pending' : it.status]),
            )
            const transactionIds = inOrder.flatMap((it, place) =>
              before.records.some((record, of) => of === place && isLost(record)) ? it.transactionId : [],
            )
            if (transactionIds.length === 0) continue
            const planned = await server.ask('POST', `/api/replay/${id}/chosen`, {
              as: 'userA',
              body: { transactionIds, delay: 0 },
            })
            expect(planned.statusCode, planned.body).toBe(202)
            const replay = await get<Replay>(`/api/replay/${id}/${planned.json<{ replayId: string }>().replayId}`)
            const expected = arrivalsOf(history, before)
            expect(replay.plan).toMatchObject({
              arrived: expected.arrived,
              unknown: run.recordsUnknown - expected.arrivedUnknown + expected.mayHave,
              neverArrived: run.recordsFailed - (expected.arrived - expected.arrivedUnknown) - expected.mayHave,
            })
            if (ofDay.includes(run)) arrived += expected.arrived
          }
          expect(problems?.arrived).toBe(arrived)
          expect(problems?.groups.reduce((sum, group) => sum + group.failed + group.unknown, 0)).toBe(lost)

          // One health, and nothing green without a measurement.
          for (const other of [listed.health, page.health]) expect(other).toEqual(row.health)
          const { level, runId, reason } = row.health
          const judged = runs.find((run) => run.runId === runId)
          expect(pillOfHealth(level).look === 'good').toBe(
            judged !== undefined &&
              judged.recordsDelivered > 0 &&
              judged.status !== 'failed' &&
              judged.recordsFailed + judged.recordsUnknown === 0,
          )
          expect(level === 'noRecentData').toBe(judged === undefined)
          const recent = runs.filter(({ endedAt }) => Date.now() - Date.parse(endedAt ?? '') < recentDays * day)
          const completed = recent.find(({ status }) => status !== 'cancelled')
          if (completed?.status === 'failed' && recent[0] === completed) {
            expect(level).toBe('failing')
            expect(reason).toContain(whyFailed)
          }
          if (judged && judged.status !== 'failed' && judged.recordsFailed > 0)
            expect(reason).toContain(`${judged.recordsFailed} failed`)

          // The page and the studio are one reading: they say what list, runs, analytics and search say.
          const span = `startDate=${new Date(Date.now() - day).toISOString()}`
          const reading = await get<ConnectorReading>(`/api-connectors/${id}/reading?${span}`)
          const { details, records, statistic, steps } = reading
          expect(details).toEqual(page)
          expect(page).toMatchObject(pickStatus(listed))
          expect(row).toMatchObject({ status: listed.status, statusReason: listed.statusReason })
          expect(row.condition).toBe(conditionOf(listed.status, listed.health.level))
          expect(reading.newestRun).toEqual(newest)
          const begun = Date.parse(statistic.startDate)
          const inSpan = runs.filter(({ startedAt }) => Date.parse(startedAt ?? '') >= begun)
          const sumOf = (count: (run: Run) => number) => inSpan.reduce((sum, run) => sum + count(run), 0)
          expect(records.deliveredLater).toBeLessThanOrEqual(records.delivered)
          expect(records.total).toBeLessThanOrEqual(statistic.sums.total)
          expect(statistic.sums).toEqual({
            unchanged: sumOf((run) => run.recordsUnchanged),
            leftOut: sumOf((run) => run.recordsLeftOut),
            total: sumOf((run) => run.recordsRead),
            delivered: sumOf((run) => run.recordsDelivered),
            failed: sumOf((run) => run.recordsFailed),
            skipped: sumOf((run) => run.recordsSkipped),
            unknown: sumOf((run) => run.recordsUnknown),
          })
          const rest = await get<Statistic>(`/api/analytics/statistic?integrationId=${id}&${span}`)
          expect(rest).toEqual({ ...statistic, endDate: rest.endDate })
          const { pagination } = await get<{ pagination: { total: number } }>(
            `/api/analytics/transactions/${id}?startDate=${statistic.startDate}&pageSize=1`,
          )
          expect(pagination.total).toBe(statistic.sums.total)
          expect(partsOf(reading).reduce((sum, { count }) => sum + count, 0)).toBe(records.total)
          expect(statistic.lastRecordAt).toBe(inSpan.find((run) => run.recordsRead > 0)?.startedAt ?? null)
          expect(Date.parse(statistic.endDate)).toBeLessThanOrEqual(Date.parse(reading.readAt))

          // A step says the same in flow and studio, nothing green without calls, and no worse than its connector.
          expect(stepsOf(reading).map(({ measured: it }) => it)).toEqual(stagesOf(reading).map(({ measured: it }) => it))
          for (const step of steps) {
            const { calls = 0, errors = 0 } = step.newest ?? {}
            expect(step.level === 'noRecentData').toBe(calls === 0)
            expect(pillOfHealth(step.level).look === 'good').toBe(calls > 0 && errors === 0)
            if (step.level === 'failing') expect(level).not.toBe('healthy')
          }

          // What is live is told, and how the draft differs.
          const { undeployedChanges, failedDeployment } = row
          expect(undeployedChanges.toSorted()).toEqual([...history.changed].toSorted())
          for (const other of [listed, page]) expect(other).toMatchObject({ undeployedChanges, failedDeployment })
          expect([row.source.url, row.destination.url]).toEqual([goodConfig.source.url, goodConfig.destination.url])
          expect(listed.sourceConfiguration).toMatchObject(row.source)
          expect(listed.destinationConfiguration).toMatchObject(row.destination)
          expect(page.destinationConfiguration).toMatchObject({ url: row.destination.url })
          expect(page.sourceConfiguration).toMatchObject({ url: row.source.url })
          expect(page.dataMapping).toEqual(goodConfig.dataMapping)
          expect(page.config.destination.url).toBe(history.changed.includes('destination') ? draftUrl : row.destination.url)
          expect(page.failedDeployment).toEqual(
            history.hasFailedDeployment
              ? { at: expect.any(String), message: 'No.', fields: [{ path: '/source/url', message: 'is closed' }] }
              : null,
          )

          // The list tells one page.
          await sql`update connectors set deleted_at = now() where id = ${id}`.execute(server.database.db)
        }),
        { numRuns: histories, examples: [[sameIdOtherContent]] },
      )
    },
    timeLimit,
  )
})
