/** Random histories of a connector, with keys that name one record, several, or none. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { recentDays } from '#contract/connectors/details/health.ts'
import { problem } from '#contract/kit/problem.ts'
import { addStepMinutes, type StepMinute } from '#server/engine/metering/step-minutes.repository.ts'
import { classCount } from '#server/records/ledger/latencies.repository.ts'
import { storedRecordsOf } from '#server/records/ledger/read-records.repository.ts'
import { addRun, type Lost, liveConnector, refusedBy } from '../connectors/details-scene.ts'
import { goodConfig, type TestServer } from '../kit/test-server.ts'

export const minute = 60_000
export const day = 24 * 60 * minute

type HistoricRecord = {
  readonly status: Lost['status']
  /** Its own one, one that others of the run may have too, or none. */
  readonly key: 'own' | 'shared' | 'also shared' | 'none'
}

export type HistoricRun = {
  readonly minutesAgo: number
  readonly records: readonly HistoricRecord[]
  readonly end: 'succeeded' | 'failed' | 'cancelled'
}

const aRecord: fc.Arbitrary<HistoricRecord> = fc.record({
  status: fc.constantFrom('success', 'success', 'success', 'failure', 'unknown', 'skipped'),
  key: fc.constantFrom('own', 'own', 'shared', 'also shared', 'none'),
})

const aRun: fc.Arbitrary<HistoricRun> = fc.record({
  minutesAgo: fc.oneof(fc.integer({ min: 1, max: 1_300 }), fc.constant(((recentDays + 2) * day) / minute)),
  records: fc.array(aRecord, { maxLength: 12 }),
  end: fc.constantFrom('succeeded', 'succeeded', 'failed', 'cancelled'),
})

export const aHistory = fc.record({
  runs: fc.uniqueArray(aRun, { maxLength: 4, selector: ({ minutesAgo }) => minutesAgo }),
  /** What of the draft was changed since the deployment. */
  changed: fc.subarray(['source', 'dataMapping', 'destination'] as const),
  hasFailedDeployment: fc.boolean(),
})
export type History = typeof aHistory extends fc.Arbitrary<infer H> ? H : never

export const draftUrl = 'https://crm.example.com/contacts'
export const whyFailed = 'The source returned 401.'

export const isLost = ({ status }: HistoricRecord) => status === 'failure' || status === 'unknown'

/** What names a record in the ledger: its place in the run where it has no key. */
export const keyOf = ({ key }: HistoricRecord, place: number) => (key === 'own' ? `k${place}` : key === 'none' ? `${place}` : key)

/** Those that share a key have contents of their own, and those without a key are equal. */
const contentOf = (record: HistoricRecord, place: number) =>
  record.key === 'none' ? { text: 'equal' } : { id: keyOf(record, place), text: `${place}` }

type RunOfPage = { readonly connectorId: string; readonly runId: string; readonly at: Date }

async function keepAsRead(server: TestServer, { connectorId, runId, at }: RunOfPage, records: readonly HistoricRecord[]) {
  if (records.length === 0) return
  const { body, terms } = storedRecordsOf(records.map(contentOf), Buffer.from(''))
  await sql`
    insert into read_pages (company_id, connector_id, run_id, number, read_at, body, terms)
    values (${server.companies.A}, ${connectorId}, ${runId}, 1, ${at}, ${body}, ${terms})`.execute(server.database.db)
}

/** Keys that several records of one run have: what came again with the same content was left out, and is no other record. */
function sharedKeys({ runs }: History): ReadonlySet<string> {
  return new Set(
    runs.flatMap(({ records }) => {
      const keys = records.flatMap((record, place) =>
        record.status === 'skipped' || record.key === 'none' ? [] : keyOf(record, place),
      )
      return keys.filter((key, place) => keys.indexOf(key) !== place)
    }),
  )
}

/** Of the records of one run that did not arrive or whose outcome is unknown. */
type ArrivedLater = {
  /** Both kinds; those of unknown outcome among them are counted once more. */
  readonly arrived: number
  readonly arrivedUnknown: number
  /** Failed ones of which another record may have come under the same key. */
  readonly mayHave: number
}

/**
 * How many of the records of a run that did not arrive for certain did so later, and how many may have. A key that is one record's own says that something
 * came under it; these keys are guessed, so only the same content says that it was the same record. The first and the last that came are compared.
 */
export function arrivalsOf(history: History, { minutesAgo, records }: HistoricRun): ArrivedLater {
  const shared = sharedKeys(history)
  const later = history.runs.filter((run) => run.minutesAgo < minutesAgo).toSorted((a, b) => b.minutesAgo - a.minutesAgo)
  const delivered = later.flatMap((run) =>
    run.records.flatMap((it, place) =>
      it.status === 'success' && it.key !== 'none' ? { key: keyOf(it, place), content: contentOf(it, place).text } : [],
    ),
  )
  let [arrived, arrivedUnknown, mayHave] = [0, 0, 0]
  for (const [place, record] of records.entries()) {
    const key = keyOf(record, place)
    if (!isLost(record) || record.key === 'none' || shared.has(key)) continue
    const came = delivered.filter((it) => it.key === key)
    if (came.length === 0) continue
    const isSame = [came[0], came.at(-1)].some((it) => it?.content === contentOf(record, place).text)
    if (isSame) arrived += 1
    if (isSame && record.status === 'unknown') arrivedUnknown += 1
    if (!isSame && record.status === 'failure') mayHave += 1
  }
  return { arrived, arrivedUnknown, mayHave }
}

/** What the steps of a run measured: its source was asked once, and each record that was sent is one call. */
async function measured(server: TestServer, connectorId: string, at: Date, { records, end }: HistoricRun) {
  const of = { companyId: server.companies.A, connectorId, minute: Math.floor(at.getTime() / minute), host: '', latencySum: 40 }
  const calls = (step: StepMinute['step'], count: number, errors: number): StepMinute[] =>
    count === 0
      ? []
      : [{ ...of, step, calls: count, errors, records: count - errors, latencies: new Array<number>(classCount).fill(0) }]
  const sent = records.filter(({ status }) => status !== 'skipped').length
  const lost = records.filter(isLost).length
  const minutes = [...calls('source', 1, end === 'failed' ? 1 : 0), ...calls('destination', sent, lost)]
  await addStepMinutes(server.database.db, { processId: newId(), number: 1 }, minutes)
}

/** @returns the id of the connector that has this history. */
export async function lived(server: TestServer, { runs, changed, hasFailedDeployment }: History): Promise<string> {
  const { db } = server.database
  const id = await liveConnector(server)
  for (const run of runs.toSorted((a, b) => b.minutesAgo - a.minutesAgo)) {
    const { minutesAgo, records, end } = run
    const at = new Date(Date.now() - minutesAgo * minute)
    await measured(server, id, at, run)
    const lines = records.map((record, place): Lost => {
      const error = isLost(record) ? { error: refusedBy('The destination returned 422.') } : {}
      return { key: keyOf(record, place), status: record.status, ...error }
    })
    const runId = await addRun(server, id, at, lines)
    await keepAsRead(server, { connectorId: id, runId, at }, records)
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
