/**
 * The keys of what failed runs delivered, for the run that reads it again. Where keys are of the run, a run after one that failed begins where that
 * one began: a delivery that is the same, byte for byte, goes under the key that it had, so that a destination that honours keys takes it once.
 */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../platform/database/tables/tables.ts'
import { type Delivery, deliveriesOf } from '../../records/ledger/delivery.repository.ts'
import { contentOf, type PageContent } from '../../records/ledger/page-content.repository.ts'
import type { ClaimedRun } from '../../records/runs/run-leases.repository.ts'
import { keyIn } from '../kit/record-key.ts'

type Db = Kysely<Tables>
type Run = Pick<ClaimedRun, 'id' | 'companyId' | 'connectorId' | 'version'>

export type EarlierKeys = {
  /** A page, with the keys that its deliveries had. */
  readonly givenTo: (content: PageContent, endpoint: string, route: number) => PageContent
  /** What the run has to say of keys that it could not look up. */
  readonly note: string | null
}

/** Nothing was delivered before. */
export const noEarlierKeys: EarlierKeys = { givenTo: (content) => content, note: null }

/** Records of failed runs that are looked up at most, and failed runs in a row. */
export const earlierKeysMax = 100_000
const runsMax = 20

const tooMany = `Earlier failed runs read more than ${earlierKeysMax.toLocaleString('en')} records. We sent their delivered records with new keys.`

type Sent = { readonly chunk: string; readonly key: string }
/** What was sent of the records of one key: by the newest run that sent any. `sent` is null where pages held the key with different contents. */
type Known = { readonly run: string; readonly page: number; sent: Sent[] | null }

/** Names a delivery by what it holds and where it goes. */
function chunkOf({ page, ordinals, bytes }: Delivery, endpoint: string): string {
  const keys = JSON.stringify(ordinals.map((ordinal) => page.content.keys[ordinal]))
  return createHash('sha256').update(`${endpoint}\0${keys}\0`).update(bytes).digest('base64url').slice(0, 22)
}

/** The runs right before a run that failed and left their source where it was, newest first. */
async function failedBefore(db: Db, run: Run, reads: string): Promise<{ readonly id: string; readonly records: number }[]> {
  const { rows } = await sql<{ id: string; records: number; goesBack: boolean }>`
    select r.id, r.records_read as records, r.trigger <> 'replay' and r.status = 'failed' and r.error ->> 'code' is distinct from 'source/page-limit'
      and not r.checkpoint ? 'resume' and not exists (
        select from cursor_choices k where k.company_id = r.company_id and k.connector_id = r.connector_id and k.chosen_at > r.created_at)
      and (r.version = ${run.version} or v.reads = ${reads}) as "goesBack"
    from runs r left join connector_versions v on v.company_id = r.company_id and v.connector_id = r.connector_id and v.number = r.version
    where r.company_id = ${run.companyId} and r.connector_id = ${run.connectorId}
      and r.created_at < (select created_at from runs where id = ${run.id} and company_id = ${run.companyId})
    order by r.created_at desc limit ${runsMax}`.execute(db)
  const last = rows.findIndex(({ goesBack }) => goesBack !== true)
  return last < 0 ? rows : rows.slice(0, last)
}

/** Places of the records of a run that arrived, or may have. */
async function placesSent(db: Db, { companyId }: Run, id: string): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('transactions')
    .select('position')
    .where('company_id', '=', companyId)
    .where('run_id', '=', id)
    .where('status', 'in', ['success', 'unknown'])
    .execute()
  return new Set(rows.map(({ position }) => position))
}

async function* pagesOf(db: Db, { companyId }: Run, id: string) {
  const atOnce = 20
  for (let from = 0; ; from += atOnce) {
    const rows = await db
      .selectFrom('source_pages')
      .select(['number', 'outline', 'body', 'first_position', 'read_at', 'destination_endpoint', 'route'])
      .where('company_id', '=', companyId)
      .where('run_id', '=', id)
      .where('number', '>', from)
      .where('number', '<=', from + atOnce)
      .orderBy('number')
      .execute()
    if (rows.length === 0) return
    yield* rows
  }
}

/** Adds what one run sent to what newer ones did. */
async function addRun(known: Map<string, Known>, db: Db, run: Run, id: string): Promise<void> {
  const places = await placesSent(db, run, id)
  if (places.size === 0) return
  for await (const { number, outline, body, first_position, read_at, destination_endpoint, route } of pagesOf(db, run, id)) {
    const content = contentOf(outline, body, first_position)
    for (const delivery of deliveriesOf({ number, readAt: read_at, content })) {
      if (!delivery.positions().some((place) => places.has(place))) continue
      const sent = { chunk: chunkOf(delivery, destination_endpoint), key: delivery.key }
      for (const ordinal of delivery.ordinals) {
        const key = keyIn(route, content.keys[ordinal] ?? '')
        const before = known.get(key)
        if (!before) known.set(key, { run: id, page: number, sent: [sent] })
        // The record may have changed while it was read, and which of its contents the destination holds is not known.
        else if (before.run === id && before.page !== number) before.sent = null
        else if (before.run === id) before.sent?.push(sent)
      }
    }
  }
}

/** The keys of what the failed runs right before a run delivered, as far as it reads the same. */
export async function earlierKeysOf(db: Db, run: Run, reads: string): Promise<EarlierKeys> {
  const failed = await failedBefore(db, run, reads)
  const count = failed.reduce((sum, { records }) => sum + records, 0)
  if (count === 0) return noEarlierKeys
  if (count > earlierKeysMax) return { ...noEarlierKeys, note: tooMany }
  const known = new Map<string, Known>()
  for (const { id } of failed) await addRun(known, db, run, id)
  if (known.size === 0) return noEarlierKeys
  return {
    note: null,
    givenTo: (content, endpoint, route) => {
      const met = new Map<string, number>()
      const before = deliveriesOf({ number: 0, readAt: new Date(0), content }).map((delivery) => {
        const chunk = chunkOf(delivery, endpoint)
        // Of equal deliveries of one page each has its own key.
        const nth = met.get(chunk) ?? 0
        met.set(chunk, nth + 1)
        const keys = delivery.ordinals.map(
          (ordinal) =>
            known.get(keyIn(route, content.keys[ordinal] ?? ''))?.sent?.filter((it) => it.chunk === chunk)[nth]?.key ?? null,
        )
        return keys.includes(null) ? null : (keys[0] ?? null)
      })
      return before.some((key) => key !== null) ? { ...content, before } : content
    },
  }
}
