/** The state of the installation and of a company: what is there is counted, once, and what is not known is not made up. */
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'

import type { CompanyState, PlatformState } from '#contract/admin/platform.ts'
import { prepareWeeks } from '#server/features/admin/maintenance-jobs.ts'
import { processId } from '#server/features/admin/process-report.ts'
import { reportProcess } from '#server/features/admin/processes.repository.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { sendRequest } from '../contract/matrix-help.ts'
import { createTestServer, makeConnector } from '../kit/test-server.ts'

const server = createTestServer()
const platform = async () => (await server.ask('GET', '/api/admin/platform', { as: 'superA' })).json<PlatformState>()
const company = async () => (await server.ask('GET', '/api/admin/company', { as: 'adminA' })).json<CompanyState>()
const levelOf = (state: PlatformState, id: string) => state.checks.find((check) => check.id === id)?.level

it('counts what is there, in all companies', async () => {
  const { connector } = await makeConnector(server)
  await makeConnector(server, 'adminB')
  const { db } = server.database
  const since = new Date()
  const whose = { connector_id: connector._id, company_id: server.companies.A }
  await db
    .insertInto('alarms')
    .values({ ...whose, kind: 'failing', state: 'raised', since, reason: '', next: '', figures: '[]' })
    .execute()
  const sums = { skipped: 0, unknown: 0, took_ms: 0, latencies: null }
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000)
  await db
    .insertInto('company_sums')
    .values({ company_id: server.companies.B, width: 60, at: hour, delivered: 90, failed: 10, ...sums })
    .execute()
  await db
    .insertInto('ledger_deltas')
    .values({ ...whose, minute: since, delivered: 5, failed: 0, ...sums })
    .execute()
  await prepareWeeks(db)
  const state = await platform()
  expect(state.customers).toEqual({ total: 2, needAttention: 1 })
  expect(state.connectors).toEqual({ total: 2, active: 0, alerts: 1, failed: 0 })
  expect(state.records).toEqual({ total: 105, failed: 10 })
  expect(state.api.calls).toBeGreaterThan(0)
  expect(state.database.tables.length).toBeGreaterThan(0)
  const [newest, ...older] = state.database.weeks
  expect(new Date(newest?.begins ?? '').getUTCDay()).toBe(1)
  expect([older.length > 0, state.database.weeks.every(({ bytes }) => bytes > 0)]).toEqual([true, true])
  expect(levelOf(state, 'backup')).toBe('unknown')
  expect(state.keyId).toBe(createVault(server.masterKey).keyId)
})

it('tells of processes that went silent, and of runs and messages that wait too long', async () => {
  const { db } = server.database
  const figures = {
    eventLoop: 1,
    memory: 1,
    runs: 0,
    pool: { open: 1, idle: 1, waiting: 0 },
    circuits: [],
    calls: { counts: [], errors: 0 },
  }
  await reportProcess(db, { id: 'other:1', role: 'worker', version: '0.0.1', startedAt: new Date(), figures }, 900)
  expect(levelOf(await platform(), 'versions')).toBe('warn')
  await db
    .updateTable('processes')
    .set({ seen_at: new Date(Date.now() - 120_000) })
    .execute()
  const message = { channel: 'email', recipient: 'a@example.test', subject: 'x', body: 'x', status: 'queued' } as const
  const hourAgo = new Date(Date.now() - 3_700_000)
  await db
    .insertInto('messages')
    .values({ id: uuid(), ...message, next_attempt_at: hourAgo, attempts: 0, created_at: hourAgo })
    .execute()
  const state = await platform()
  expect(state.processes.map(({ id, isSilent }) => [id, isSilent])).toEqual([
    [processId, false],
    ['other:1', true],
  ])
  expect([levelOf(state, 'versions'), levelOf(state, 'processes'), levelOf(state, 'outbox')]).toEqual(['ok', 'warn', 'bad'])
})

it('shows what waits for the operator and for an administrator', async () => {
  await sendRequest(server, 'userA')
  const state = await platform()
  expect(state.waiting).toMatchObject({ supportRequests: 1, newest: [{ subject: 'It fails', company: 'Company A' }] })
  const own = await company()
  expect(own.waiting.support).toBe(1)
  expect(own.people).toMatchObject({ active: 4, withSecondFactor: 0 })
})
