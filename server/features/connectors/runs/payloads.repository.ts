/** The records of a listing as they were delivered, up to a budget: what they come to is not known before, and a thousand of them may be gigabytes. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import { contentOf, type PageContent, recordBytes } from '#server/records/ledger/page-content.repository.ts'
import { withinRuns } from '#server/records/runs/run-bounds.repository.ts'

type Db = Kysely<Tables>

/** Bytes of payload text in one listing. */
const budgetBytes = 8_000_000
/** Bytes of bodies, as they are kept, that are read at once. They are opened one after another all the same. */
const readBytes = 2_000_000

export type Payload = { readonly payload: unknown; readonly payloadLeftOut?: true; readonly payloadNotKept?: true }

/** What a listing has used. A record that is alone larger than the budget is shown when it is the first. */
export type Budget = { used: number; isSpent: boolean }
export const newBudget = (): Budget => ({ used: 0, isSpent: false })

/** A record of a page; `ordinal` is null when it was never made. */
export type Wanted = {
  readonly runId: string
  readonly page: number
  readonly ordinal: number | null
  /** Of the page's body, as it is kept. */
  readonly kept: number
}

const nameOf = (runId: string, page: number) => `${runId}/${page}`
const none: Payload = { payload: null }
const payloadNotStored: Payload = { payload: null, payloadNotKept: true }
const leftOut: Payload = { payload: null, payloadLeftOut: true }

/** The payloads of some records, in their order; those of one page stand together. */
export async function payloadsOf(db: Db, companyId: string, records: readonly Wanted[], budget: Budget): Promise<Payload[]> {
  const made: Payload[] = []
  for (const part of partsOf(records)) {
    const bodies = budget.isSpent ? new Map<string, StoredPayload>() : await bodiesOf(db, companyId, part)
    let open: StoredPayload | undefined
    let content: PageContent | null = null
    for (const { runId, page, ordinal } of part) {
      const name = nameOf(runId, page)
      if (ordinal === null) made.push(none)
      else if (budget.isSpent) made.push(leftOut)
      else {
        const kept = bodies.get(name)
        if (kept !== open) content = kept ? contentOf(kept.outline, kept.body, kept.first_position) : null
        open = kept
        made.push(content ? (content.isPrivate ? payloadNotStored : taken(content, ordinal, budget)) : none)
      }
    }
  }
  return made
}

function taken(content: PageContent, ordinal: number, budget: Budget): Payload {
  const bytes = content.lengths[ordinal] ?? 0
  if (budget.used > 0 && budget.used + bytes > budgetBytes) {
    budget.isSpent = true
    return leftOut
  }
  budget.used += bytes
  return { payload: parseExactly(recordBytes(content, ordinal).toString('utf8')) }
}

/** Records of as many pages as are read at once. */
function* partsOf(records: readonly Wanted[]): Generator<Wanted[]> {
  let part: Wanted[] = []
  let bytes = 0
  let last = ''
  for (const record of records) {
    const name = nameOf(record.runId, record.page)
    if (name !== last) {
      if (part.length > 0 && bytes + record.kept > readBytes) {
        yield part
        part = []
        bytes = 0
      }
      bytes += record.kept
      last = name
    }
    part.push(record)
  }
  if (part.length > 0) yield part
}

type StoredPayload = { run_id: string; number: number; first_position: number; outline: string; body: Buffer }

async function bodiesOf(db: Db, companyId: string, records: readonly Wanted[]): Promise<Map<string, StoredPayload>> {
  const made = records.filter(({ ordinal }) => ordinal !== null)
  const keys = new Map(made.map(({ runId, page }) => [nameOf(runId, page), { r: runId, n: page }]))
  if (keys.size === 0) return new Map()
  const { rows } = await sql<StoredPayload>`
    select p.run_id, p.number, p.first_position, p.outline, p.body
    from json_to_recordset(${JSON.stringify([...keys.values()])}::json) as k(r uuid, n int)
    join source_pages p on p.run_id = k.r and p.number = k.n
    where ${withinRuns('p.run_id', [...keys.values()])} and p.company_id = ${companyId}`.execute(db)
  return new Map(rows.map((row) => [nameOf(row.run_id, row.number), row]))
}
