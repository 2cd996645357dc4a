/** Pages of the ledger with records as read and as mapped, written as the engine writes them. */
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'

import type { Problem } from '#contract/kit/problem.ts'
import { outlineOf, type PageContent, storedBodyOf } from '#server/records/ledger/page-content.repository.ts'
import { storedRecordsOf } from '#server/records/ledger/read-records.repository.ts'
import type { TestServer } from '../kit/test-server.ts'

export type SceneRecord = {
  readonly read: unknown
  /** Missing: it was never made. */
  readonly made?: unknown
  readonly key: string
  /** Missing: it waits. */
  readonly status?: 'success' | 'failure' | 'skipped' | 'unknown'
  readonly error?: Problem
  /** What the destination answered to the attempt that ended it. */
  readonly answered?: string
}

type Scene = {
  readonly connectorId: string
  readonly at: Date
  readonly endpoint?: string
  readonly records: readonly SceneRecord[]
  /** As before records were kept as they were read. */
  readonly isOld?: boolean
}

/** A run of one page that was read at `at`. @returns the id of the run. */
export async function addScene(
  server: TestServer,
  { connectorId, at, endpoint = 'https://crm.example.com/orders', ...scene }: Scene,
) {
  const { db } = server.database
  const companyId = server.companies.A
  const runId = newId({ msecs: at.getTime() })
  const { records } = scene
  const count = (status: SceneRecord['status']) => records.filter((it) => it.status === status).length
  await sql`
    insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint, records_read,
      records_delivered, records_skipped, records_failed, records_unknown, created_at, started_at, ended_at)
    values (${runId}, ${companyId}, ${connectorId}, 1, 'schedule', 'succeeded', '', '', '{}', ${records.length}, ${count('success')},
      ${count('skipped')}, ${count('failure')}, ${count('unknown')}, ${at}, ${at}, ${new Date(at.getTime() + 1_000)})`.execute(db)
  const made = [...records.entries()].filter(([, { made: it }]) => it !== undefined)
  const texts = made.map(([, { made: it }]) => Buffer.from(JSON.stringify(it)))
  const content: PageContent = {
    ...{ keyPrefix: 'k', first: 0, size: 1, open: '', close: '', keys: made.map(([, { key }]) => key) },
    indices: made.length === records.length ? null : made.map(([index]) => index),
    lengths: texts.map((it) => it.length),
    body: Buffer.concat(texts),
  }
  await sql`
    insert into source_pages (company_id, connector_id, run_id, version, number, first_position, record_count, pending_records,
      source_startpoint, destination_endpoint, fingerprint, read_at, outline, body)
    values (${companyId}, ${connectorId}, ${runId}, 1, 1, 0, ${records.length}, ${count(undefined)},
      'https://shop.example.com/orders?offset=0', ${endpoint}, 'f', ${at}, ${outlineOf(content)}, ${storedBodyOf(content)})`.execute(
    db,
  )
  if (scene.isOld !== true) {
    const { body, terms } = storedRecordsOf(
      records.map(({ read }) => read),
      content.body,
    )
    await sql`
      insert into read_pages (company_id, connector_id, run_id, number, read_at, body, terms)
      values (${companyId}, ${connectorId}, ${runId}, 1, ${at}, ${body}, ${terms})`.execute(db)
  }
  for (const [position, { key, status, error, answered, made: it }] of records.entries()) {
    if (status === undefined) continue
    const isTried = answered !== undefined
    await sql`
      insert into transactions (company_id, run_id, position, page, delivery, status, took_ms, attempt, requests, record_key, error)
      values (${companyId}, ${runId}, ${position}, 1, ${it === undefined ? null : position}, ${status}, 5, ${isTried ? 1 : null}, 1, ${key},
        ${error && !isTried ? JSON.stringify(error) : null}::jsonb)`.execute(db)
    if (!isTried) continue
    const answer = { status: 422, headers: {}, body: answered, bytes: answered.length }
    await sql`
      insert into attempts (company_id, run_id, position, number, outcome, ends, started_at, ended_at, answer, error)
      values (${companyId}, ${runId}, ${position}, 1, 'refused', 'failed', ${at}, ${at}, ${JSON.stringify(answer)}::jsonb,
        ${error ? JSON.stringify(error) : null}::jsonb)`.execute(db)
  }
  return runId
}
