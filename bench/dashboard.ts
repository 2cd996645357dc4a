/**
 * How long a person waits for figures and transactions of a company with a million records and ten thousand connectors, over HTTP.
 *
 *   npm run bench:dashboard -- [embedded | postgres | both] [transactions = 1000000] [connectors = 10000]
 *
 * The bars: 95 of 100 within 150 ms for the dashboard and the details, within 100 ms for a page of transactions.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { readProblems, readTimeline } from '#contract/connectors/details/details.graphql.ts'
import { connectorOverview, type OverviewVariables } from '#contract/connectors/list/connector-overview.graphql.ts'
import { everyConnector } from '#contract/connectors/list/connector-selection.ts'
import type { GraphDocument } from '#contract/kit/graphql-document.ts'
import { buildApp } from '#server/app.ts'
import { createEngine } from '#server/engine/engine.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { startCluster } from '#tests/kit/postgres-cluster.ts'
import { type Filled, fillCompany, password, people } from './company.ts'

const [which = 'both', transactions = '1000000', connectors = '10000'] = process.argv.slice(2)
const kinds = which === 'both' ? (['embedded', 'postgres'] as const) : ([which === 'postgres' ? 'postgres' : 'embedded'] as const)
/** Calls of each question, after some that warm up. */
const calls = 60
const warmUp = 5
const hour = 3_600_000
const day = 24 * hour
const pageBar = 100
const bar = 150

type Ask = (as: string, path: string, body?: object) => Promise<{ readonly took: number; readonly text: string }>

/** The product on a port of this machine, without a running engine. */
async function serve(database: Database): Promise<{ ask: Ask; close: () => Promise<void> }> {
  const outbound = createOutbound({})
  const masterKey = randomBytes(32).toString('base64')
  const log = pino({ level: 'warn' })
  const engine = createEngine({ database, outbound, vault: createVault(masterKey), log })
  const config = { ...readConfig({ RATE_LIMIT: '1000000', SIGN_IN_LIMIT: '1000' }), consoleDir: '/nowhere' }
  const app = await buildApp({ config, database, engine, masterKey, log, version: '0.0.0' })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const tokens = new Map<string, string>()
  let signedInAt = Number.NEGATIVE_INFINITY
  const signIn = async (email: string) => {
    const reply = await fetch(`${origin}/api/auth/sign-in`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email, password }) },
    })
    tokens.set(email, ((await reply.json()) as { accessToken: string }).accessToken)
  }
  const ask: Ask = async (as, path, body) => {
    // A token lives for a quarter of an hour.
    if (performance.now() - signedInAt > 600_000) {
      for (const email of people) await signIn(email)
      signedInAt = performance.now()
    }
    const headers = { authorization: `Bearer ${tokens.get(as)}`, 'content-type': 'application/json' }
    const begun = performance.now()
    const reply = await fetch(
      `${origin}${path}`,
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
    )
    const text = await reply.text()
    const took = performance.now() - begun
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`)
    return { took, text }
  }
  const close = async () => {
    await app.close()
    await outbound.close()
  }
  return { ask, close }
}

const [admin, user] = people
const presets = { '1h': hour, '1d': day, '7d': 7 * day, '30d': 30 * day, '3mo': 90 * day, '1y': 365 * day } as const

type Question = { readonly name: string; readonly limit: number; readonly ask: (ask: Ask, call: number) => ReturnType<Ask> }

function questionsOf({ largestId, smallId }: Filled): Question[] {
  const range = (span: number, before = 0) => {
    const to = Date.now() - before
    return { startDate: new Date(to - span).toISOString(), endDate: new Date(to).toISOString() }
  }
  const dashboard = (name: string, as: string, span: number, more: object = {}): Question => ({
    ...{ name: `dashboard ${name}`, limit: bar },
    ask: (ask) => ask(as, '/api/analytics/dashboard', { ...range(span), maxPoints: 900, zone: 'Europe/Berlin', ...more }),
  })
  const graph = <Variables extends object>(
    name: string,
    { text }: GraphDocument<unknown, Variables>,
    variables: Variables,
  ): Question => ({
    ...{ name, limit: bar },
    ask: async (ask) => {
      const reply = await ask(admin, '/graphql', { query: text, variables })
      if (!reply.text.startsWith('{"data":{"connector')) throw new Error(reply.text)
      return reply
    },
  })
  const list = (name: string, asked: Partial<OverviewVariables>) => {
    const usual: OverviewVariables = {
      ...everyConnector,
      sort: 'name',
      direction: 'ascending',
      limit: 50,
      offset: 0,
    }
    return graph(`connectors ${name}`, connectorOverview, { ...usual, ...asked })
  }
  const problems = (name: string, id: string, span: number | null) =>
    graph(`problems of ${name}`, readProblems, {
      ...{ id, from: span === null ? null : new Date(Date.now() - span).toISOString(), to: null },
    })
  const timeline = (name: string, id: string, at: number) =>
    graph(`timeline of ${name}`, readTimeline, { id, kinds: null, page: at, limit: 20 })
  const page = (name: string, id: string, query: (call: number) => string): Question => ({
    ...{ name: `transactions ${name}`, limit: pageBar },
    ask: (ask, call) => ask(admin, `/api/analytics/transactions/${id}?${query(call)}`),
  })
  const inRange = (span: number, before: number) => new URLSearchParams(range(span, before)).toString()
  return [
    ...Object.entries(presets).map(([name, span]) => dashboard(`${name}, all`, admin, span)),
    list('by name', {}),
    list('by name, page 100', { offset: 4_950 }),
    list('by status', { sort: 'status' }),
    list('by last run', { sort: 'lastRun', direction: 'descending' }),
    list('by throughput', { sort: 'throughput', direction: 'descending' }),
    list('that failed', { status: ['Failed'] }),
    list('found by address', { search: 'shop-77.' }),
    dashboard('30d, all, Kathmandu', admin, 30 * day, { zone: 'Asia/Kathmandu' }),
    dashboard('10y, all', admin, 3_600 * day),
    ...Object.entries(presets).map(([name, span]) => dashboard(`${name}, own 6000 of 10000`, user, span)),
    ...Object.entries(presets).map(([name, span]) => dashboard(`${name}, own 2000 of 10000`, people[2], span)),
    dashboard('1d, sandbox', admin, day, { environment: 'sandbox' }),
    dashboard('30d, production', admin, 30 * day, { environment: 'production' }),
    ...Object.entries(presets).map(([name, span]) =>
      dashboard(`${name}, the largest connector`, admin, span, { integrationIds: [largestId] }),
    ),
    { name: 'statistic, last day', limit: bar, ask: (ask) => ask(admin, `/api/analytics/statistic?integrationId=${largestId}`) },
    {
      ...{ name: 'statistic, a year', limit: bar },
      ask: (ask) => ask(admin, `/api/analytics/statistic?integrationId=${largestId}&${inRange(365 * day, 0)}`),
    },
    { name: 'connector', limit: bar, ask: (ask) => ask(admin, `/api-connectors/${largestId}`) },
    timeline('the largest', largestId, 1),
    timeline('the largest, page 20', largestId, 20),
    timeline('a small one', smallId, 1),
    problems('the largest, last day', largestId, day),
    problems('the largest, a year', largestId, 365 * day),
    problems('the largest', largestId, null),
    problems('a small one', smallId, null),
    { name: 'runs', limit: bar, ask: (ask) => ask(admin, `/api-connectors/${largestId}/runs?page=1&limit=20`) },
    { name: 'metrics of the last hour', limit: bar, ask: (ask) => ask(admin, `/api-connectors/${largestId}/metrics`) },
    page('first 100 of the largest', largestId, () => 'pageSize=100'),
    page('first 1000 of the largest', largestId, () => 'pageSize=1000'),
    page('a deep 100 of the largest', largestId, (call) => `pageSize=100&page=${1_000 + call * 10}`),
    page('a deep 1000 of the largest', largestId, (call) => `pageSize=1000&page=${100 + call}`),
    page('failures of the largest', largestId, () => 'pageSize=100&status=failure'),
    page('deep failures of the largest', largestId, (call) => `pageSize=100&status=failure&page=${20 + (call % 10)}`),
    page('successes of the largest', largestId, () => 'pageSize=100&status=success'),
    page('an hour of the largest', largestId, (call) => `pageSize=100&${inRange(hour, call * hour)}`),
    page('a month of the largest', largestId, (call) => `pageSize=100&page=3&${inRange(30 * day, call * day)}`),
    page('first 100 of a small one', smallId, () => 'pageSize=100'),
  ]
}

async function measure(kind: Database['kind'], database: Database, filled: Filled): Promise<void> {
  const { ask, close } = await serve(database)
  const lines: Record<string, object> = {}
  for (const { name, limit, ask: question } of questionsOf(filled)) {
    const times: number[] = []
    let begun = process.cpuUsage()
    let bytes = 0
    for (let call = -warmUp; call < calls; call += 1) {
      const { took, text } = await question(ask, Math.max(0, call))
      if (call >= 0) times.push(took)
      else begun = process.cpuUsage()
      bytes = text.length
    }
    const at = (part: number) => Math.round((times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? 0) * 10) / 10
    const { user: own, system } = process.cpuUsage(begun)
    const cpu = Math.round((own + system) / calls / 100) / 10
    lines[name] = {
      cpu,
      p50: at(0.5),
      p95: at(0.95),
      bar: limit,
      '': at(0.95) < limit ? 'met' : 'MISS',
      kB: Math.round(bytes / 1_000),
    }
  }
  // Where others use the machine as well, the processor's time says more than the clock.
  console.log(
    `\n${kind}: milliseconds of ${calls} calls each, one after another; cpu: of this process, client included, on average`,
  )
  console.table(lines)
  await close()
}

for (const kind of kinds) {
  const folder = mkdtempSync(join(tmpdir(), 'datacrane-bench-'))
  // Nothing is written while it is measured.
  const cluster = kind === 'postgres' ? await startCluster(['shared_buffers=256MB', 'fsync=off', 'max_wal_size=4GB']) : null
  const database = await openDatabase({ url: cluster?.url ?? null, dataDir: folder })
  const begun = performance.now()
  const told = (what: string) =>
    process.stderr.write(`${((performance.now() - begun) / 1_000).toFixed(0).padStart(5)} s  ${kind}: ${what}\n`)
  const filled = await fillCompany(database, Number(transactions), Number(connectors), told)
  await measure(kind, database, filled)
  await database.close()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
}
