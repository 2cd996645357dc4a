/** Random histories of connectors: what the list, the page, the flow, the runs, the studio and the API say of one connector never disagrees. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, it, vi } from 'vitest'
import type { Statistic } from '#contract/analytics/analytics.ts'
import type { ConnectorDetails, ConnectorListItem } from '#contract/connectors/details/connector.ts'
import { readProblems, readTimeline } from '#contract/connectors/details/details.graphql.ts'
import { recentDays } from '#contract/connectors/details/health.ts'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import { conditionOf } from '#contract/connectors/list/connector-condition.ts'
import { connectorOverview } from '#contract/connectors/list/connector-overview.graphql.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { resultOf } from '#contract/connectors/runs/run-result.ts'
import { problem } from '#contract/kit/problem.ts'
import { classCount } from '#server/engine/ledger/latencies.repository.ts'
import { addStepMinutes, type StepMinute } from '#server/engine/metering/step-minutes.repository.ts'
import { stepsOf } from '#src/views/connectors/details/flow/steps.ts'
import { pillOfHealth } from '#src/views/connectors/details/health-pill.ts'
import { pillOfRun } from '#src/views/connectors/runs/run-status.ts'
import { partsOf, stagesOf } from '#src/views/studio/universe/pipeline.ts'
import { isSoak } from '../../faults/kit/seed.ts'
import { addRun, ask, type Lost, liveConnector, refusedBy } from '../connectors/details-scene.ts'
import { createTestServer, describeOnEachKind, goodConfig, type TestServer } from '../kit/test-server.ts'

/** The words of the console ask the page for its language. */
vi.hoisted(() => Object.assign(globalThis, { document: { documentElement: { lang: 'en' } } }))

const minute = 60_000
const day = 24 * 60 * minute
const histories = isSoak ? 200 : 8
const timeLimit = isSoak ? 15 * minute : minute / 2

type HistoricRun = {
  readonly minutesAgo: number
  readonly records: readonly Lost['status'][]
  readonly end: 'succeeded' | 'failed' | 'cancelled'
}

const aRun: fc.Arbitrary<HistoricRun> = fc.record({
  minutesAgo: fc.oneof(fc.integer({ min: 1, max: 1_300 }), fc.constant(((recentDays + 2) * day) / minute)),
  records: fc.array(fc.constantFrom('success', 'success', 'success', 'failure', 'unknown', 'skipped'), { maxLength: 12 }),
  end: fc.constantFrom('succeeded', 'succeeded', 'failed', 'cancelled'),
})

const aHistory = fc.record({
  runs: fc.uniqueArray(aRun, { maxLength: 4, selector: ({ minutesAgo }) => minutesAgo }),
  /** What of the draft was changed since the deployment. */
  changed: fc.subarray(['source', 'dataMapping', 'destination'] as const),
  hasFailedDeployment: fc.boolean(),
})
type History = typeof aHistory extends fc.Arbitrary<infer H> ? H : never

const draftUrl = 'https://crm.example.com/contacts'
const whyFailed = 'The source answered 401.'

/** What the steps of a run measured: its source was asked once, and each record that was sent is one call. */
async function measured(server: TestServer, connectorId: string, at: Date, { records, end }: HistoricRun) {
  const of = { companyId: server.companies.A, connectorId, minute: Math.floor(at.getTime() / minute), host: '', latencySum: 40 }
  const calls = (step: StepMinute['step'], count: number, errors: number): StepMinute[] =>
    count === 0
      ? []
      : [{ ...of, step, calls: count, errors, records: count - errors, latencies: new Array<number>(classCount).fill(0) }]
  const sent = records.filter((it) => it !== 'skipped').length
  const lost = records.filter((it) => it === 'failure' || it === 'unknown').length
  const minutes = [...calls('source', 1, end === 'failed' ? 1 : 0), ...calls('destination', sent, lost)]
  await addStepMinutes(server.database.db, { processId: newId(), number: 1 }, minutes)
}

async function lived(server: TestServer, { runs, changed, hasFailedDeployment }: History): Promise<string> {
  const { db } = server.database
  const id = await liveConnector(server)
  for (const run of runs.toSorted((a, b) => b.minutesAgo - a.minutesAgo)) {
    const { minutesAgo, records, end } = run
    const at = new Date(Date.now() - minutesAgo * minute)
    await measured(server, id, at, run)
    const lost = records.map((status, at): Lost => {
      const error = status === 'failure' || status === 'unknown' ? { error: refusedBy('The destination answered 422.') } : {}
      return { key: `k${at}`, status, ...error }
    })
    const runId = await addRun(server, id, at, lost)
    const error = end === 'failed' ? JSON.stringify(problem('source/refused', { message: whyFailed })) : null
    await sql`update runs set status = ${end}, error = ${error}::jsonb where id = ${runId}`.execute(db)
  }
  const draft = {
    ...goodConfig,
    ...(changed.includes('source') ? { source: { ...goodConfig.source, url: draftUrl } } : {}),
    ...(changed.includes('destination') ? { destination: { ...goodConfig.destination, url: draftUrl } } : {}),
    ...(changed.includes('dataMapping') ? { dataMapping: [] } : {}),
  }
  await sql`update connectors set draft = ${JSON.stringify(draft)}::jsonb where id = ${id}`.execute(db)
  if (hasFailedDeployment) {
    const error = problem('connector/deploy-failed', { message: 'No.', errors: [{ path: '/source/url', message: 'is closed' }] })
    await sql`
      insert into deployments (id, company_id, connector_id, status, message, config, author_id, error, ended_at)
      values (${newId()}, ${server.companies.A}, ${id}, 'failed', 'No.', '{}', ${server.ids.userA}, ${JSON.stringify(error)}, now())`.execute(
      db,
    )
  }
  return id
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
            ...{
              search: '',
              status: [],
              condition: [],
              sort: 'name' as const,
              direction: 'ascending' as const,
              limit: 100,
              offset: 0,
            },
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
          expect(records).toEqual({
            total: sumOf((run) => run.recordsRead),
            delivered: sumOf((run) => run.recordsDelivered),
            failed: sumOf((run) => run.recordsFailed),
            skipped: sumOf((run) => run.recordsSkipped),
            unknown: sumOf((run) => run.recordsUnknown),
            open: 0,
          })
          const rest = await get<Statistic>(`/api/analytics/statistic?integrationId=${id}&${span}`)
          expect(rest).toEqual({ ...statistic, endDate: rest.endDate })
          const { pagination } = await get<{ pagination: { total: number } }>(
            `/api/analytics/transactions/${id}?startDate=${statistic.startDate}&pageSize=1`,
          )
          expect(pagination.total).toBe(records.total)
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
          expect(listed.sourceConfiguration).toEqual(row.source)
          expect(listed.destinationConfiguration).toEqual(row.destination)
          expect(page.destinationConfiguration).toMatchObject({ url: row.destination.url })
          expect(page.sourceConfiguration).toMatchObject({ url: row.source.url })
          expect(page.dataMapping).toEqual(goodConfig.dataMapping)
          expect(page.config.destination.url).toBe(history.changed.includes('destination') ? draftUrl : row.destination.url)
          expect(failedDeployment).toEqual(
            history.hasFailedDeployment
              ? { at: expect.any(String), message: 'No.', fields: [{ path: '/source/url', message: 'is closed' }] }
              : null,
          )

          // The list tells one page.
          await sql`update connectors set deleted_at = now() where id = ${id}`.execute(server.database.db)
        }),
        { numRuns: histories },
      )
    },
    timeLimit,
  )
})
