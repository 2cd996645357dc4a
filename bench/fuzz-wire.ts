/**
 * Databases that send anything at all, against a product as it is started: every way in which a person or a run uses one, over and over. What is
 * measured is whether the process lives, and for how long everybody else waits meanwhile.
 *
 *   npm run fuzz:wire -- [--minutes 60] [--seed 1]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import type { Engine } from '#tests/engine/database/database-stage.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { attackOf, chanceOf } from '#tests/kit/wire/corpus.ts'
import { startMysqlWire } from '#tests/kit/wire/mysql.ts'
import { startPostgresqlWire } from '#tests/kit/wire/postgresql.ts'
import type { WireServer } from '#tests/kit/wire/wire.ts'
import { launch } from '#tests/server/kit/launched.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } } })
const seed = Number(values.seed)

/** Milliseconds. */
const stallBar = 100
const p99Bar = 50
const password = 'Fuzzing the wire 1'

const port = await freePort()
const folder = mkdtempSync(join(tmpdir(), 'datacrane-wire-'))
const product = launch({
  ...{ PORT: String(port), DATA_DIR: folder, DEMO_PASSWORD: password, EGRESS_ALLOW: '127.0.0.0/8' },
  ...{ RATE_LIMIT: '1000000', SIGN_IN_LIMIT: '1000000', LOG_LEVEL: 'fatal' },
})
await product.ready
const origin = `http://127.0.0.1:${port}`

let token = ''
async function ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: string }> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const given = body === undefined ? {} : { body: JSON.stringify(body) }
  const reply = await fetch(`${origin}${path}`, {
    method,
    headers: body === undefined ? { authorization: headers.authorization } : headers,
    ...given,
  })
  return { status: reply.status, body: await reply.text() }
}

async function signIn(): Promise<void> {
  const { body } = await ask('POST', '/api/auth/sign-in', { email: 'admin@demo.test', password })
  token = (JSON.parse(body) as { accessToken: string }).accessToken
}

function sidesOf(engine: Engine, server: WireServer) {
  const at = { engine, host: '127.0.0.1', port: server.port, database: 'shop', tls: 'disable' }
  const auth = { type: 'basic', username: 'a', password: 'secret-1' }
  const query = { type: 'database', databaseConfig: { ...at, query: 'select id, name from t' }, auth }
  const cursor = { type: 'database', databaseConfig: { ...at, table: 't', cursorColumn: 'name' }, auth }
  const destination = { type: 'database', databaseConfig: { ...at, table: 't' }, auth }
  const enrichment = {
    ...{ id: 'e1', title: 'Names', type: 'database', auth },
    databaseConfig: { ...at, query: 'select id, name from t where id = :id' },
    lookup: {
      ...{ per: 'record', parameters: [{ in: 'query', name: 'id', sourcePath: 'id' }] },
      ...{ resultPath: '', targetPath: 'found', notFound: 'null' },
    },
  }
  const list = {
    isList: true,
    listConfig: { type: 'batch', iterationPath: '', batchSize: 20, outputConfig: { strategy: 'bulk' } },
  }
  const config = {
    name: 'Wire',
    trigger: { type: 'manual' },
    source: { ...query, ...list },
    destination,
    dataMapping: [],
    enrichment: [],
  }
  return { query, cursor, destination, enrichment, config }
}

/** By the way of using it: how often, and what came of it. */
const uses = new Map<string, Map<string, number>>()
let attacks = 0

function note(use: string, end: string): void {
  const ends = uses.get(use) ?? new Map<string, number>()
  uses.set(use, ends.set(end, (ends.get(end) ?? 0) + 1))
}

async function attackWith(engine: Engine, number: number): Promise<void> {
  const server = await (engine === 'postgresql' ? startPostgresqlWire() : startMysqlWire())
  const chance = chanceOf(seed * 1_000 + number)
  const { query, cursor, destination, enrichment, config } = sidesOf(engine, server)
  const record = { id: 1 }
  const probes: readonly (readonly [string, string, unknown])[] = [
    ['test of a source', 'test-connection', { side: 'source', config: query }],
    ['test of a destination', 'test-connection', { side: 'destination', config: destination }],
    ['test of an enrichment', 'test-connection', { side: 'enrichment', config: enrichment, record }],
    ['sample of a source', 'sample', { side: 'source', config: cursor }],
    ['sample of an enrichment', 'sample', { side: 'enrichment', config: enrichment, record }],
    ['paging', 'try-paging', { side: 'source', config: query }],
    ['dry run', 'dry-run', { config: { ...config, enrichment: [enrichment] } }],
  ]
  const made = await ask('POST', '/api-connectors/', { connector: { name: `Wire ${engine} ${number}` }, config })
  const { connector } = JSON.parse(made.body) as { connector?: { _id: string } }
  if (!connector) throw new Error(`no connector: ${made.body}`)
  const id = connector._id
  await ask('POST', `/api-connectors/connectors/${id}/deploy`)

  async function run(): Promise<void> {
    const started = await ask('POST', `/api-connectors/${id}/runs`)
    const { runId } = JSON.parse(started.body) as { runId?: string }
    if (runId === undefined) return note('run', `refused ${started.status}`)
    for (let looks = 0; looks < 40; looks += 1) {
      const { body } = await ask('GET', `/api-connectors/${id}/runs/${runId}`)
      const { status = '' } = JSON.parse(body) as { status?: string }
      if (['succeeded', 'failed', 'cancelled'].includes(status)) return note('run', status)
      await sleep(250)
      // Another attack at each try.
      server.attack = attackOf(engine, chance)
    }
    note('run', 'tries again')
    await ask('POST', `/api-connectors/${id}/runs/${runId}/cancel`)
  }

  while (performance.now() < until) {
    server.attack = attackOf(engine, chance)
    if (chance.number(15) === 0) await run()
    else {
      const [name, path, body] = chance.one(probes)
      const { status, body: told } = await ask('POST', `/api-connectors/${path}`, body)
      note(name, status === 200 ? (/"problem":\{/.test(told) ? 'a problem is told' : 'answered') : `status ${status}`)
    }
  }
  attacks += server.attacks()
  server.stop()
}

/** Of an hour there are more than a call takes as arguments. */
const largest = (times: readonly number[]) => times.reduce((a, b) => Math.max(a, b), 0)

const waits: number[] = []
async function watch(): Promise<void> {
  await sleep(warmUp)
  while (performance.now() < until) {
    const began = performance.now()
    const reply = await fetch(`${origin}/healthz`)
    await reply.arrayBuffer()
    waits.push(performance.now() - began)
    await sleep(10)
  }
}

/** The longest that the event loop of the product stood still between two looks, as it says itself. */
const lags: number[] = []
async function lag(): Promise<void> {
  await sleep(warmUp)
  // It begins anew each time it is asked for.
  await fetch(`${origin}/metrics`)
  while (performance.now() < until) {
    const reply = await fetch(`${origin}/metrics`)
    const found = /eventloop_lag_max_seconds ([\d.e-]+)/.exec(await reply.text())
    if (found) lags.push(Number(found[1]) * 1_000)
    await sleep(1_000)
  }
}

let isDead = false
void product.ended.then(() => {
  isDead = true
})
await signIn()
/** What is loaded when a database is asked for the first time is no stall of an attack. */
const warmUp = 10_000
const until = performance.now() + warmUp + Number(values.minutes) * 60_000
const telling = setInterval(() => {
  const times = [...uses.values()].flatMap((them) => [...them.values()]).reduce((a, b) => a + b, 0)
  process.stderr.write(
    `${times} uses, ${waits.length} looks, longest ${Math.round(largest(waits))} ms, lag ${Math.round(largest(lags))} ms\n`,
  )
}, 10_000)
const renewing = setInterval(() => void signIn().catch(() => {}), 300_000)
const lanes = (['postgresql', 'mysql', 'postgresql', 'mysql'] as const).map(attackWith)
const ends = await Promise.allSettled([...lanes, watch(), lag()])
clearInterval(renewing)
clearInterval(telling)
const died = isDead
product.child.kill('SIGTERM')
await product.ended
rmSync(folder, { recursive: true, force: true })

const sorted = waits.toSorted((a, b) => a - b)
const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
const stalls = lags.filter((it) => it > stallBar).length
console.table(
  [...uses].toSorted().map(([use, them]) => ({
    use,
    times: [...them.values()].reduce((a, b) => a + b, 0),
    ends: [...them].map((it) => it.join(' × ')).join(', '),
  })),
)
console.table({
  minutes: values.minutes,
  attacks,
  'process deaths': Number(died),
  [`stalls over ${stallBar} ms`]: stalls,
  'longest stall (ms)': Math.round(largest(lags)),
  '/healthz p50 (ms)': at(0.5).toFixed(1),
  [`/healthz p99 (ms, bar ${p99Bar})`]: at(0.99).toFixed(1),
  '/healthz longest (ms)': at(1).toFixed(1),
})
for (const end of ends) if (end.status === 'rejected') console.error(end.reason)
if (died) console.error(product.err())
process.exit(died || stalls > 0 || at(0.99) > p99Bar || ends.some(({ status }) => status === 'rejected') ? 1 : 0)
