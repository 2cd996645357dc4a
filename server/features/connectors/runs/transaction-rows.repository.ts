/** Rows of the ledger, with their pages and answers, made into transactions. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { firstRoute } from '#contract/connectors/config/routes/routes.ts'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { ForeignAnswer, Problem } from '#contract/kit/problem.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { fillTemplate } from '#server/platform/json/path-template.ts'
import { contentOf, type PageContent, positionOf } from '#server/records/ledger/page-content.repository.ts'
import { withinRuns } from '#server/records/runs/run-bounds.repository.ts'
import type { Payload, Wanted } from './payloads.repository.ts'

/** The id of a transaction: the first 96 bits of its run's id and 32 bits of the record's place in the run. Never stored, only told. */
export const transactionIdOf = (runId: string, position: number): string =>
  `${runId.slice(0, 28)}${position.toString(16).padStart(8, '0')}`

/** The place of a transaction in a run; null of another run. */
export const positionIn = (runId: string, transactionId: string): number | null =>
  transactionId.slice(0, 28) === runId.slice(0, 28) ? Number.parseInt(transactionId.slice(28), 16) : null

type Db = Kysely<Tables>

/** Of the ledger, or a record that waits in the outbox (`waiting`). */
export type LedgerRow = {
  readonly run_id: string
  readonly position: number
  readonly page: number
  readonly delivery: number | null
  readonly status: 'success' | 'failure' | 'skipped' | 'left-out' | 'unknown' | 'waiting'
  readonly took_ms: number | null
  readonly sending_ms: number | null
  readonly settlement: string | null
  /** The number of the attempt that ended the record, and how many requests carried it; null in rows that do not tell it. */
  readonly attempt: number | null
  readonly requests: number | null
  readonly record_key: string
  /** What the destination calls it. */
  readonly remote_id: string | null
  readonly error: Problem | null
}

type Page = {
  readonly connector_id: string
  readonly version: number
  readonly source_startpoint: string
  readonly destination_endpoint: string
  /** The number of the destination that its records go to. */
  readonly route: number
  /** The fields that fill the endpoint for each record. */
  readonly endpointFields: readonly string[]
  /** Null where its version has one destination, and where it went to none. */
  readonly destination: Transaction['destination'] | null
  readonly read_at: Date
  readonly mapping_us: number
  readonly record_count: number
  /** Of the body, as it is kept. */
  readonly kept: number
  /** Without its body. */
  readonly content: PageContent
}
/** Of a page: its run and its number. */
export type PageKey = { readonly r: string; readonly n: number }
export type Pages = ReadonlyMap<string, Page>

const nameOf = (runId: string, page: number) => `${runId}/${page}`

/** The pages that some rows stand on. */
export async function pagesOf(db: Db, companyId: string, rows: readonly LedgerRow[]): Promise<Pages> {
  const wanted = new Map(rows.map(({ run_id, page }) => [nameOf(run_id, page), { r: run_id, n: page }]))
  if (wanted.size === 0) return new Map()
  return pagesByKeys(db, companyId, [...wanted.values()])
}

/** Bodies are large: they are read when a payload is made (`payloads.ts`). */
const noBody = Buffer.alloc(0)

type StoredPage = Omit<Page, 'content' | 'endpointFields' | 'destination'> & {
  run_id: string
  number: number
  first_position: number
  outline: string
}

async function pagesByKeys(db: Db, companyId: string, keys: readonly PageKey[]): Promise<Pages> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<StoredPage>`
    select p.run_id, p.number, p.connector_id, p.version, p.source_startpoint, p.destination_endpoint, p.read_at, p.mapping_us, p.record_count,
      p.first_position, p.outline, octet_length(p.body) as kept, p.route
    from json_to_recordset(${JSON.stringify(keys)}::json) as k(r uuid, n int)
    join source_pages p on p.run_id = k.r and p.number = k.n
    where ${withinRuns('p.run_id', keys)} and p.company_id = ${companyId}`.execute(db)
  const destinations = await destinationsOfVersions(db, companyId, rows)
  return new Map(
    rows.map(({ outline, first_position, ...page }) => {
      const { connector_id, version, route } = page
      const { isOne, all } = destinations.get(`${connector_id}/${version}`) ?? { isOne: true, all: [] }
      const found = all.find(({ id }) => id === route)
      return [
        nameOf(page.run_id, page.number),
        {
          ...page,
          endpointFields: found?.fields ?? [],
          destination: isOne || found === undefined ? null : { id: found.id, name: found.name },
          content: contentOf(outline, noBody, first_position),
        },
      ]
    }),
  )
}

type VersionDestinations = {
  readonly connectorId: string
  readonly version: number
  readonly isOne: boolean
  /** With the fields that fill its address. */
  readonly all: readonly { readonly id: number; readonly name: string | null; readonly fields: readonly string[] }[]
}

const fieldsIn = (destination: RawBuilder<unknown>) => sql`(
  select coalesce(jsonb_agg(parameter ->> 'field'), '[]') from jsonb_array_elements(coalesce(${destination} #> '{operation,parameters}', '[]')) parameter)`

/** The destinations of the versions of some pages. */
async function destinationsOfVersions(
  db: Db,
  companyId: string,
  pages: readonly Pick<StoredPage, 'connector_id' | 'version'>[],
): Promise<ReadonlyMap<string, VersionDestinations>> {
  const keys = new Map(pages.map(({ connector_id: c, version: v }) => [`${c}/${v}`, { c, v }]))
  const { rows } = await sql<VersionDestinations>`
    select v.connector_id as "connectorId", v.number as version, v.config -> 'routes' is null as "isOne",
      jsonb_build_array(jsonb_build_object('id', ${firstRoute}::int, 'name', v.config #>> '{routes,first,name}', 'fields', ${fieldsIn(sql`v.config -> 'destination'`)}))
        || (select coalesce(jsonb_agg(jsonb_build_object('id', (d ->> 'id')::int, 'name', d ->> 'name', 'fields', ${fieldsIn(sql`d -> 'destination'`)})), '[]')
          from jsonb_array_elements(coalesce(v.config #> '{routes,others}', '[]')) d) as all
    from json_to_recordset(${JSON.stringify([...keys.values()])}::json) as k(c uuid, v int)
    join connector_versions v on v.company_id = ${companyId} and v.connector_id = k.c and v.number = k.v`.execute(db)
  return new Map(rows.map((row) => [`${row.connectorId}/${row.version}`, row]))
}

/** The records of some pages that have no line in the ledger; `ended` are those that have. */
export async function waitingIn(
  db: Db,
  companyId: string,
  keys: readonly PageKey[],
  ended: readonly LedgerRow[],
): Promise<LedgerRow[]> {
  const known = new Set(ended.map(({ run_id, position }) => `${run_id}/${position}`))
  const waiting: LedgerRow[] = []
  for (const [name, { content }] of await pagesByKeys(db, companyId, keys)) {
    const [runId = '', page = '0'] = name.split('/')
    for (const [ordinal, key] of content.keys.entries()) {
      const position = positionOf(content, ordinal)
      if (known.has(`${runId}/${position}`)) continue
      const times = {
        took_ms: null,
        sending_ms: null,
        settlement: null,
        attempt: null,
        requests: null,
        error: null,
        remote_id: null,
      }
      const first = ordinal - (ordinal % content.size)
      const row = { run_id: runId, position, page: Number(page), delivery: positionOf(content, first), record_key: key }
      waiting.push({ ...row, ...times, status: 'waiting' })
    }
  }
  return waiting
}

type SettlementText = {
  readonly a: readonly (ForeignAnswer | null)[]
  readonly d: readonly (readonly [delivery: number, started: number, ended: number, which: number])[]
}

/** What is known of the attempt that ended a record, or of the newest one of its delivery. */
type LastAttempt = {
  readonly number: number
  readonly answer: ForeignAnswer | null
  readonly error: Problem | null
  readonly next: Date | null
  /** Whether the response to an earlier attempt was lost, and whether it may have been on its way when the run was broken off; where that may have had an effect. */
  readonly isDoubted?: boolean
  readonly isCutOff?: boolean
}
export type Answers = ReadonlyMap<string, LastAttempt>

const answerName = (runId: string, delivery: number, attempt: number | null) => `${runId}/${delivery}/${attempt ?? ''}`

/** A page holds no more, and a delivery no more than a page. */
const pageRecords = 1_000

/** Whether attempt `a` is of a part of what attempt `b` tried as a whole. */
const wasDividedFrom = sql`(
  b.position between a.position - ${pageRecords} and a.position - 1 and exists (
    select from attempts c, json_array_elements(c.parts) as part
    where c.run_id = b.run_id and c.position = b.position and c.number > b.number and c.number < a.number and c.outcome = 'partial'
      and json_typeof(c.parts) = 'array' and (part ->> 0)::int = a.position))`

/** The attempts that ended some rows; of rows that do not tell which, the newest of their delivery. */
export async function answersOf(db: Db, companyId: string, rows: readonly LedgerRow[]): Promise<Answers> {
  const answers = new Map<string, LastAttempt>()
  const settled = new Map(
    rows.flatMap(({ run_id, settlement, attempt }) =>
      settlement === null || attempt !== null ? [] : [[`${run_id}/${settlement}`, { r: run_id, i: settlement }] as const],
    ),
  )
  if (settled.size > 0) {
    const found = await sql<{ run_id: string; attempts: string }>`
      select s.run_id, s.attempts from json_to_recordset(${JSON.stringify([...settled.values()])}::json) as k(r uuid, i bigint)
      join settlements s on s.run_id = k.r and s.id = k.i where ${withinRuns('s.run_id', [...settled.values()])} and s.company_id = ${companyId}`.execute(
      db,
    )
    for (const { run_id, attempts } of found.rows) {
      const { a, d } = JSON.parse(attempts) as SettlementText
      for (const [delivery, , , which] of d) {
        answers.set(answerName(run_id, delivery, null), { number: 1, answer: a[which] ?? null, error: null, next: null })
      }
    }
  }
  const others = new Map(
    rows.flatMap(({ run_id, delivery, settlement, attempt }) =>
      delivery === null || (settlement !== null && attempt === null)
        ? []
        : [[answerName(run_id, delivery, attempt), { r: run_id, p: delivery, n: attempt }] as const],
    ),
  )
  if (others.size > 0) {
    const found = await sql<{ run_id: string; position: number; asked: number | null } & LastAttempt>`
      select distinct on (k.r, k.p, k.n) a.run_id, a.position, k.n as asked, a.number, a.answer, a.error, a.next_attempt_at as next,
        exists (select from attempts b join runs r on r.id = b.run_id
          where b.run_id = a.run_id and (b.position = a.position or ${wasDividedFrom}) and b.number < a.number
            and b.outcome = 'unknown' and b.error ->> 'code' is distinct from 'destination/cut-off' and r.records_repeated > 0) as "isDoubted",
        exists (select from attempts b join runs r on r.id = b.run_id where b.run_id = a.run_id and b.position = a.position and b.number < a.number
          and b.outcome = 'unknown' and b.error ->> 'code' = 'destination/cut-off' and r.records_repeated > 0) as "isCutOff"
      from json_to_recordset(${JSON.stringify([...others.values()])}::json) as k(r uuid, p int, n int)
      join attempts a on a.run_id = k.r and a.position = k.p and (k.n is null or a.number = k.n)
      where ${withinRuns('a.run_id', [...others.values()])} and a.company_id = ${companyId}
      order by k.r, k.p, k.n, a.number desc`.execute(db)
    for (const { run_id, position, asked, ...attempt } of found.rows) answers.set(answerName(run_id, position, asked), attempt)
  }
  return answers
}

const unknownOutcomeText = 'Outcome unknown'
const unknownBecause = (message: string) =>
  message.startsWith(unknownOutcomeText) ? message : `${unknownOutcomeText}. ${message}`

function doubtOf(last: LastAttempt | undefined): string {
  if (last?.isDoubted) return ' An earlier response was lost, so the record may have arrived twice.'
  return last?.isCutOff ? ' The run was interrupted while sending, so the record may have arrived twice.' : ''
}

/** Of a database, whose answers have no status: what became of the rows, as far as it is known of this record. */
function rowsText(endpoint: string, { headers }: ForeignAnswer, tries: string): string {
  const [rows, records] = [headers['rows'], headers['records']]
  if (rows === undefined || records === undefined) return `Delivered${tries}.`
  const [changed, sent] = [Number(rows), Number(records)]
  const shown = (count: number) => count.toLocaleString('en')
  if (endpoint.startsWith('delete ')) {
    if (changed === 0 && tries !== '') return `Deleted${tries}. No row with this key is left.`
    if (changed === 0) return 'Nothing to delete. The table has no row with this key. If you expected one, check the key.'
    const were = changed === 1 ? 'row was' : 'rows were'
    return changed < sent
      ? `Delivered${tries}. ${shown(changed)} ${were} deleted for the ${shown(sent)} records that were sent together.`
      : `Delivered${tries}.`
  }
  if (!endpoint.startsWith('statement ')) return `Delivered${tries}.`
  const together = sent === 1 ? '' : ` for the ${shown(sent)} records that were sent together`
  return `Delivered${tries}. ${shown(changed)} ${changed === 1 ? 'row' : 'rows'} changed${together}.`
}

const isDeletion = (endpoint: string) => endpoint.startsWith('DELETE ')

function detailsOf(
  { status, requests }: LedgerRow,
  last: LastAttempt | undefined,
  error: Problem | null,
  endpoint: string,
): string {
  const attempts = requests ?? last?.number ?? 0
  if (status === 'success') {
    const tries = attempts > 1 ? ` on attempt ${attempts}` : ''
    const doubt = doubtOf(last)
    const { status: answered } = last?.answer ?? {}
    if (isDeletion(endpoint) && (answered === 404 || answered === 410))
      return attempts > 1
        ? `Deleted${tries}. The destination returned ${answered}, so nothing is left at this URL.`
        : `Nothing to delete. The destination returned ${answered}. If you expected a record, check the URL.`
    if (last?.answer?.unread) return `Delivered${tries}. The response (${last.answer.status}) couldn't be read.${doubt}`
    if (last?.answer?.status === 0) return `${rowsText(endpoint, last.answer, tries)}${doubt}`
    return last?.answer
      ? `Delivered${tries}. The destination returned ${last.answer.status}.${doubt}`
      : `Delivered${tries}.${doubt}`
  }
  if (status === 'failure') return error ? error.message : 'Failed. The cause was not recorded.'
  if (status === 'skipped') return error ? error.message : 'Skipped. The cause was not recorded.'
  if (status === 'left-out') return error ? error.message : 'Left out by the filter.'
  if (status === 'unknown')
    return error
      ? unknownBecause(error.message)
      : "Outcome unknown. The record may have arrived. We don't send it again automatically."
  if (attempts === 0) return 'Waiting to be sent, or on its way.'
  const next = last?.next ? ` Next attempt at ${last.next.toISOString()}.` : ''
  return `${error?.message ?? 'Not delivered yet.'}${next}`
}

/** The records of some rows, to make their payloads. */
export const wantedOf = (rows: readonly LedgerRow[], pages: Pages): Wanted[] =>
  rows.map(({ run_id, page: number, position }) => {
    const page = pages.get(nameOf(run_id, number))
    return { runId: run_id, page: number, ordinal: page ? ordinalOf(page, position) : null, kept: page?.kept ?? 0 }
  })

function ordinalOf({ content }: Page, position: number): number | null {
  const at = position - content.first
  const ordinal = content.indices ? content.indices.indexOf(at) : at
  return ordinal < 0 || ordinal >= content.lengths.length ? null : ordinal
}

const shown = {
  success: 'success',
  failure: 'failure',
  skipped: 'skipped',
  'left-out': 'left-out',
  unknown: 'pending',
  waiting: 'pending',
} as const

/** Null when its page is gone. */
export function toTransaction(row: LedgerRow, pages: Pages, answers: Answers, payload: Payload): Transaction | null {
  const page = pages.get(nameOf(row.run_id, row.page))
  if (!page) return null
  const last = row.delivery === null ? undefined : answers.get(answerName(row.run_id, row.delivery, row.attempt))
  const error = row.error ?? (row.status === 'success' ? null : (last?.error ?? null))
  return {
    transactionId: transactionIdOf(row.run_id, row.position),
    connectorId: page.connector_id,
    runId: row.run_id,
    version: page.version,
    status: shown[row.status],
    recordKey: row.record_key,
    ...(row.remote_id === null ? {} : { remoteId: row.remote_id }),
    sourcePage: row.page,
    sourceIndex: row.position - page.content.first,
    startDate: page.read_at.toISOString(),
    endDate: row.took_ms === null ? null : new Date(page.read_at.getTime() + row.took_ms).toISOString(),
    details: detailsOf(row, last, error, page.destination_endpoint),
    mappingDuration: Math.round(page.mapping_us / 1_000 / Math.max(1, page.record_count)),
    sendingDuration: row.sending_ms,
    sourceStartpoint: page.source_startpoint,
    destinationEndpoint: fillTemplate(page.destination_endpoint, page.endpointFields, payload.payload),
    ...(page.destination == null ? {} : { destination: page.destination }),
    attempts: row.requests ?? last?.number ?? 0,
    error,
    ...payload,
  }
}
