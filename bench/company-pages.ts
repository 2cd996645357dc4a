/** The rows that a run leaves behind, as the engine writes them: pages with the bytes of their deliveries, one delivery a page. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { problem } from '#contract/kit/problem.ts'
import { DeliveredSums, minuteOf } from '#server/records/ledger/ledger-deltas.repository.ts'
import { outlineOf, type PageContent, storedBodyOf } from '#server/records/ledger/page-content.repository.ts'

export type Page = {
  readonly companyId: string
  readonly connectorId: string
  readonly config: ConnectorConfig
  readonly runId: string
  readonly number: number
  /** Place in the run of its first record. */
  readonly first: number
  readonly count: number
  readonly readAt: Date
  readonly random: () => number
}

const cities = ['Berlin', 'Lyon', 'Porto', 'Turku', 'Graz']

/** Some 300 bytes, as an order has. */
function recordOf(number: number, random: () => number): string {
  const lines = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, at) => ({
    sku: `SKU-${Math.floor(random() * 900)}`,
    quantity: 1 + at,
    price: Math.round(random() * 9_000) / 100,
  }))
  return JSON.stringify({
    orderNumber: String(number),
    orderedAt: '2026-05-01T10:00:00Z',
    contact: { name: `Person ${number}`, email: `person.${number}@example.com`, city: cities[number % cities.length] },
    lines,
    note: 'Please ring twice.',
  })
}

const answer = { status: 201, headers: { 'content-type': 'application/json' }, body: '{"accepted":true}', bytes: 17 }

/** Of one run: its own row, its pages, its lines, what ended them, and their sums. One page of fifty fails. */
export function pageRows(pages: readonly Page[]) {
  const [head] = pages
  if (!head) throw new Error('a run has a page')
  const of = { company_id: head.companyId, run_id: head.runId }
  const made = pages.map((page) => rowsOf(page, of))
  const records = pages.reduce((sum, { count }) => sum + count, 0)
  const failed = made.flatMap(({ lines }) => lines).filter(({ status }) => status === 'failure').length
  const ended = new Date((pages.at(-1)?.readAt.getTime() ?? 0) + 3_000)
  return {
    run: {
      ...{
        id: head.runId,
        company_id: head.companyId,
        connector_id: head.connectorId,
        version: 1,
        trigger: 'schedule',
        status: 'succeeded',
      },
      ...{
        status_since: ended,
        status_reason: 'All pages were read.',
        status_next: 'Nothing.',
        checkpoint: {},
        pages_read: pages.length,
      },
      ...{
        records_read: records,
        records_delivered: records - failed,
        records_skipped: 0,
        records_failed: failed,
        records_unknown: 0,
      },
      ...{
        stalls: 0,
        suspect_hits: 0,
        epoch: 1,
        created_at: new Date(head.readAt.getTime() - 500),
        started_at: head.readAt,
        ended_at: ended,
      },
    },
    source_pages: made.map(({ page }) => page),
    transactions: made.flatMap(({ lines }) => lines),
    attempts: made.flatMap(({ attempts }) => attempts),
    settlements: made.flatMap(({ settlements }) => settlements),
    deltas: made.flatMap(({ deltas }) => deltas),
  }
}

function rowsOf(
  { connectorId, config, runId, number, first, count, readAt, random }: Page,
  of: { readonly company_id: string; readonly run_id: string },
) {
  const isFailed = random() < 0.02
  const took = Math.round(20 + random() ** 4 * 4_000)
  const texts = Array.from({ length: count }, (_, at) => recordOf(first + at, random))
  const content: PageContent = {
    ...{
      keyPrefix: `${runId}-`,
      first,
      size: count,
      open: '[',
      close: ']',
      keys: texts.map((_, at) => String(first + at)),
      indices: null,
    },
    lengths: texts.map((text) => Buffer.byteLength(text)),
    body: Buffer.from(`[${texts.join(',')}]`),
  }
  const [begun, ended] = [readAt.getTime() + 5, readAt.getTime() + took]
  const error = problem('destination/failing', { message: 'The destination returned 500.' })
  const attempt = {
    ...of,
    position: first,
    number: 1,
    outcome: 'refused',
    ends: 'failed',
    started_at: new Date(begun),
    ended_at: new Date(ended),
    answer: { ...answer, status: 500 },
    error,
  }
  const sums = new DeliveredSums()
  if (!isFailed) sums.add(readAt, count, took)
  const { latencies } = sums.columns()
  return {
    page: {
      ...{ ...of, connector_id: connectorId, version: 1, number, first_position: first, record_count: count, pending_records: 0 },
      ...{
        source_startpoint: config.source.url,
        destination_endpoint: config.destination.url,
        fingerprint: `${runId}-${number}`,
        read_at: readAt,
      },
      ...{ mapping_us: count * 12, outline: outlineOf(content), body: storedBodyOf(content) },
    },
    lines: texts.map((_, at) => ({
      ...{
        ...of,
        position: first + at,
        page: number,
        delivery: first,
        status: isFailed ? 'failure' : 'success',
        took_ms: took,
        sending_ms: took - 5,
      },
      ...{
        settlement: isFailed ? null : number,
        attempt: isFailed ? 1 : null,
        requests: 1,
        record_key: String(first + at),
        error: isFailed ? error : null,
      },
    })),
    attempts: isFailed ? [attempt] : [],
    settlements: isFailed
      ? []
      : [{ ...of, id: number, attempts: JSON.stringify({ a: [answer], d: [[first, begun, ended, 0]] }) }],
    deltas: [
      {
        ...{ company_id: of.company_id, connector_id: connectorId, minute: new Date(minuteOf(readAt) * 1_000) },
        ...{
          delivered: isFailed ? 0 : count,
          failed: isFailed ? count : 0,
          skipped: 0,
          unknown: 0,
          took_ms: isFailed ? 0 : took * count,
        },
        latencies: latencies[0] ? JSON.parse(`[${latencies[0].slice(1, -1)}]`) : null,
      },
    ],
  }
}

/** The same numbers each time (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
