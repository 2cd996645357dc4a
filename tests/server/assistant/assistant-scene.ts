/** Three connectors of company A with runs, lost records and alerts, and one of company B that must never be told. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Answer } from '#contract/assistant/assistant.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { outlineOf, type PageContent, storedBodyOf } from '#server/records/ledger/page-content.repository.ts'
import { addDeltas, addPages } from '../kit/ledger-pages.ts'
import { goodConfig, type TestServer, type Who } from '../kit/test-server.ts'

const hour = 3_600_000

type Named = {
  readonly name: string
  readonly as: Who
  readonly status?: string
  /** Addresses; those of `goodConfig` where they are left out. */
  readonly from?: string
  readonly to?: string
}

export async function addConnector(server: TestServer, { name, as, status = 'Active', from, to }: Named): Promise<string> {
  const { source, destination } = goodConfig
  const sides = {
    source: from === undefined ? source : { ...source, url: from },
    destination: to === undefined ? destination : { ...destination, url: to },
  }
  const reply = await server.ask('POST', '/api-connectors/', {
    as,
    body: { connector: { name }, config: { ...goodConfig, ...sides, name } },
  })
  const id = reply.json<{ connector: { _id: string } }>().connector._id
  const companyId = as === 'adminB' ? server.companies.B : server.companies.A
  await addVersion(server.database.db, { companyId, connectorId: id, config: goodConfig, authorId: server.ids[as] })
  await sql`update connectors set status = ${status}, status_before = ${status}, live_version = 1 where id = ${id}`.execute(
    server.database.db,
  )
  return id
}

type Pages = {
  readonly connectorId: string
  readonly company: 'A' | 'B'
  readonly hoursAgo: number
  readonly of: readonly [number, number, number]
}

/** What was delivered and what failed: a phone number with blanks never arrives. */
async function addPayloads(server: TestServer, runId: string, [delivered, failed, skipped]: Pages['of']): Promise<void> {
  const count = delivered + failed + skipped
  const isFailed = (at: number) => at >= delivered && at < delivered + failed
  const texts = Array.from({ length: count }, (_, at) =>
    JSON.stringify({ id: at, phone: isFailed(at) ? `030 ${at}` : `030${at}` }),
  )
  const content: PageContent = {
    ...{ keyPrefix: 'k', first: 0, size: 1, open: '', close: '', keys: texts.map((_, at) => String(at)), indices: null },
    lengths: texts.map((it) => it.length),
    body: Buffer.from(texts.join('')),
  }
  await sql`update source_pages set outline = ${outlineOf(content)}, body = ${storedBodyOf(content)} where run_id = ${runId}`.execute(
    server.database.db,
  )
}

/** Pages with so many delivered, failed and skipped records, and a run for each. */
export async function addRecords(server: TestServer, all: readonly Pages[], now: number): Promise<void> {
  const { db } = server.database
  const lines = ([delivered, failed, skipped]: Pages['of']) => [
    ...Array.from({ length: delivered }, () => ({ status: 'success' as const, took: 100 })),
    ...Array.from({ length: failed }, () => ({ status: 'failure' as const, took: 50 })),
    ...Array.from({ length: skipped }, () => ({ status: 'skipped' as const, took: 1 })),
  ]
  const at = (hoursAgo: number) => new Date(now - hoursAgo * hour)
  const pages = all.map(({ connectorId, company, hoursAgo, of }) => ({
    ...{ companyId: server.companies[company], connectorId, readAt: at(hoursAgo), lines: lines(of) },
  }))
  const runs = await addPages(db, pages)
  await addDeltas(db, runs)
  for (const [place, { of }] of all.entries()) await addPayloads(server, runs[place] ?? '', of)
  for (const [place, { connectorId, company, hoursAgo, of }] of all.entries()) {
    const status = of[0] === 0 && of[1] > 0 ? 'failed' : 'succeeded'
    await sql`insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint,
        records_read, records_delivered, records_failed, records_skipped, created_at, started_at, ended_at, error)
      values (${runs[place]}, ${server.companies[company]}, ${connectorId}, 1, 'manual', ${status}, 'It ended.', '', '{}',
        ${of[0] + of[1] + of[2]}, ${of[0]}, ${of[1]}, ${of[2]}, ${at(hoursAgo)}, ${at(hoursAgo)}, ${at(hoursAgo)},
        ${status === 'failed' ? JSON.stringify({ code: 'run/nothing-delivered', message: 'None of the records could be delivered.' }) : null}::jsonb)`.execute(
      db,
    )
  }
}

export async function raise(server: TestServer, connectorId: string, company: 'A' | 'B', at: Date): Promise<void> {
  const { db } = server.database
  await sql`insert into alarm_events (id, company_id, connector_id, kind, at, state, reason)
    values (${uuid()}, ${server.companies[company]}, ${connectorId}, 'failing', ${at}, 'raised', 'Too many failures.')`.execute(
    db,
  )
}

/** A zone in which it is between noon and one: what happened some hours ago was today there, whenever the tests are played. */
export function noonZone(now = new Date()): string {
  const ahead = 12 - now.getUTCHours()
  // The sign of these names is turned round: Etc/GMT-3 is three hours before UTC.
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

export type Question = {
  readonly as?: Who
  readonly on?: string
  readonly history?: readonly string[]
  readonly timeZone?: string
}

export async function ask(
  server: TestServer,
  message: string,
  { as = 'adminA', on, history = [], timeZone = noonZone() }: Question = {},
): Promise<Answer> {
  // The limit of a minute is not what is looked at here.
  await sql`update assistant_messages set created_at = created_at - interval '2 minutes'`.execute(server.database.db)
  const context = { currentPage: 'dashboard', timeZone, ...(on === undefined ? {} : { integrationId: on }) }
  const conversationHistory = history.map((content) => ({ role: 'user', content }))
  const reply = await server.ask('POST', '/api/ai/chat', { as, body: { message, context, conversationHistory } })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<{ data: Answer }>().data
}

/** The value of the first fact with this label. */
export const factOf = ({ facts }: Answer, label: string) => facts.find((it) => it.label === label)?.value
