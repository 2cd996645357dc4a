/** Runs with records that failed, written as the engine writes them. */
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'

import type { GraphDocument } from '#contract/kit/graphql-document.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { remoteProblem } from '#server/engine/kinds/remote-problem.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { outlineOf, type PageContent, storedBodyOf } from '#server/records/ledger/page-content.repository.ts'
import { goodConfig, makeConnector, type TestServer, type Who } from '../kit/test-server.ts'

/** A connector of this person with one version that is live. */
export async function liveConnector(server: TestServer, as: Who = 'userA') {
  const { connector } = await makeConnector(server, as)
  const { db } = server.database
  await addVersion(db, {
    companyId: server.companies.A,
    connectorId: connector._id,
    config: goodConfig,
    authorId: server.ids[as],
  })
  await sql`update connectors set status = 'Active', live_version = 1 where id = ${connector._id}`.execute(db)
  return connector._id
}

export type Lost = {
  readonly key: string
  readonly status: 'failure' | 'unknown' | 'skipped' | 'success'
  /** What stands in the line itself. */
  readonly error?: Problem
  /** What stands in the attempt that ended it. */
  /** Milliseconds from the reading to the failure. */
  readonly tookMs?: number
  readonly attempt?: { readonly error: Problem; readonly status: number | null }
}

/** A run that has ended, of one page that was read at `at`. */
export async function addRun(
  server: TestServer,
  connectorId: string,
  at: Date,
  records: readonly Lost[],
  startedBy: Who | null = null,
) {
  const { db } = server.database
  const companyId = server.companies.A
  const runId = newId({ msecs: at.getTime() })
  const count = (status: Lost['status']) => records.filter((it) => it.status === status).length
  await sql`
    insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint, records_read,
      records_delivered, records_skipped, records_failed, records_unknown, created_at, started_at, ended_at, started_by)
    values (${runId}, ${companyId}, ${connectorId}, 1, ${startedBy === null ? 'schedule' : 'manual'}, 'succeeded', 'It has ended.', '', '{}',
      ${records.length}, ${count('success')}, ${count('skipped')}, ${count('failure')}, ${count('unknown')}, ${at}, ${at},
      ${new Date(at.getTime() + 1_000)}, ${startedBy && server.ids[startedBy]})`.execute(db)
  if (records.length === 0) return runId
  const texts = records.map(({ key }) => JSON.stringify({ key }))
  const content: PageContent = {
    ...{ keyPrefix: 'k', first: 0, size: 1, open: '', close: '', keys: records.map(({ key }) => key), indices: null },
    lengths: texts.map((it) => it.length),
    body: Buffer.from(texts.join('')),
  }
  await sql`
    insert into source_pages (company_id, connector_id, run_id, version, number, first_position, record_count, pending_records,
      source_startpoint, destination_endpoint, fingerprint, read_at, outline, body)
    values (${companyId}, ${connectorId}, ${runId}, 1, 1, 0, ${records.length}, 0, 's', 'd', 'f', ${at}, ${outlineOf(content)},
      ${storedBodyOf(content)})`.execute(db)
  await sql`
    insert into ledger_deltas (company_id, connector_id, minute, delivered, failed, skipped, unknown, took_ms)
    values (${companyId}, ${connectorId}, date_trunc('minute', ${at}::timestamptz), ${count('success')}, ${count('failure')}, ${count('skipped')},
      ${count('unknown')}, ${5 * count('success')})`.execute(db)
  for (const [position, { key, status, error, attempt, tookMs = 5 }] of records.entries()) {
    await sql`
      insert into transactions (company_id, run_id, position, page, delivery, status, took_ms, attempt, requests, record_key, error)
      values (${companyId}, ${runId}, ${position}, 1, ${position}, ${status}, ${tookMs}, ${attempt ? 1 : null}, 1, ${key},
        ${error ? JSON.stringify(error) : null}::jsonb)`.execute(db)
    if (attempt === undefined) continue
    const answer = attempt.status === null ? null : { status: attempt.status, headers: {}, body: 'no', bytes: 2 }
    await sql`
      insert into attempts (company_id, run_id, position, number, outcome, ends, started_at, ended_at, answer, error)
      values (${companyId}, ${runId}, ${position}, 1, 'refused', 'failed', ${at}, ${at},
        ${answer && JSON.stringify(answer)}::jsonb, ${JSON.stringify(attempt.error)}::jsonb)`.execute(db)
  }
  return runId
}

/** @param body what the destination answered. */
export const refusedBy = (message: string, body?: string, status = 422): Problem =>
  remoteProblem('destination/refused', {
    message,
    ...(body === undefined ? {} : { answer: { status, headers: {}, body, bytes: body.length } }),
  })

type Answer<R> = { data?: R | null; errors?: { extensions: Problem }[] }

/** Asks one document of the console; a refusal of the whole question is its only error. */
export async function ask<R extends object, V>(
  server: TestServer,
  document: GraphDocument<R, V>,
  variables: V,
  as: Who = 'userA',
) {
  const reply = await server.ask('POST', '/graphql', { as, body: { query: document.text, variables } })
  if (reply.statusCode === 500) throw new Error(reply.body)
  const answer = reply.json<Answer<R> & Problem>()
  return 'code' in answer ? ({ errors: [{ extensions: answer }] } as Answer<R>) : answer
}

export const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000)
