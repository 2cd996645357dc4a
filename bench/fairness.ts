/**
 * How long company A waits for its calls and its runs while company B does all that it can, beside how long it waits when B is quiet: in turns,
 * within one life of the product. The bar is twice as long at the 95th percentile. B is a company of the plan Basic.
 *
 *   npm run bench:fairness -- [--rounds 6] [--seconds 10] [--attack calls,runs,samples] [--runs 8] [--postgres] [--as-shipped]
 *
 * Without `--as-shipped` the quota of calls is lifted: then B's share is measured, and not how soon it is refused.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { freePort } from '#tests/kit/free-port.ts'
import { startCluster } from '#tests/kit/postgres-cluster.ts'
import { launch } from '#tests/server/kit/launched.ts'
import { configOf } from './engine-place.ts'
import { startSims } from './sims-process.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '10' },
    attack: { type: 'string', default: 'calls,runs,samples' },
    runs: { type: 'string', default: '8' },
    postgres: { type: 'boolean', default: false },
    'as-shipped': { type: 'boolean', default: false },
  },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const bar = 2
const callers = 32
const kinds = values.attack.split(',')
const [recordsOfA, recordsOfB] = [100, 5_000]
const password = 'Fair shares for 2!'

const dataDir = mkdtempSync(join(tmpdir(), 'datacrane-fairness-'))
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const cluster = values.postgres ? await startCluster(['shared_buffers=256MB']) : null
const product = launch({
  ...{
    PORT: String(port),
    DATA_DIR: dataDir,
    SEED_DEMO: 'true',
    DEMO_PASSWORD: password,
    LOG_LEVEL: 'error',
    RATE_LIMIT: '1000000',
  },
  ...(values['as-shipped'] ? {} : { FREE_CALLS: '1000000' }),
  ...(cluster ? { DATABASE_URL: cluster.url } : {}),
  ...{ SIGN_IN_LIMIT: '1000', EGRESS_ALLOW: '127.0.0.0/8' },
})
await product.ready

type Json = Record<string, never> & { readonly [name: string]: unknown }
async function ask(method: string, path: string, token: string | null, body?: unknown): Promise<Json> {
  const reply = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text.slice(0, 200)}`)
  return JSON.parse(text) as Json
}

const signIn = async (email: string) => String((await ask('POST', '/api/auth/sign-in', null, { email, password }))['accessToken'])

async function liveConnector(token: string, of: string): Promise<string> {
  const plain = configOf(of, 'one by one')
  const source = { ...plain.source, requestMethod: 'GET', auth: { type: 'none' } }
  const destination = { ...plain.destination, requestMethod: 'POST', auth: { type: 'none' } }
  const body = { connector: { name: 'Orders' }, config: { ...plain, source, destination } }
  const made = (await ask('POST', '/api-connectors/', token, body)) as { connector: { _id: string } } & Json
  const id = made.connector._id
  await ask('POST', `/api-connectors/connectors/${id}/deploy`, token, {})
  for (;;) {
    const { status, error } = await ask('GET', `/api-connectors/connectors/${id}/deployment-status`, token)
    if (status === 'live') return id
    if (status === 'failed') throw new Error(`not deployed: ${JSON.stringify(error)}`)
    await sleep(100)
  }
}

async function run(token: string, id: string): Promise<void> {
  const { runId } = await ask('POST', `/api-connectors/${id}/runs`, token, {})
  for (;;) {
    const { endedAt } = await ask('GET', `/api-connectors/${id}/runs/${runId}`, token)
    if (endedAt) return
    await sleep(20)
  }
}

async function signUp(email: string): Promise<string> {
  const who = { email, password, firstName: 'Bea', lastName: 'Busy', companyName: 'Busy' }
  await ask('POST', '/api/registration', null, { ...who, productTier: 'Basic', paymentMethodId: null })
  const outbox = JSON.stringify(await ask('GET', `/api/outbox?to=${encodeURIComponent(email)}`, null))
  await ask('POST', '/api/users/confirm', null, { token: /confirm-account\?token=([\w-]+)/.exec(outbox)?.[1] })
  return signIn(email)
}

const a = await signIn('admin@demo.test')
const b = await signUp('busy@example.test')
// The systems of both live outside of the product, as they do in the world.
const [shopOfA, shopOfB] = [await startSims(), await startSims()]
void shopOfA.begin(recordsOfA)
void shopOfB.begin(recordsOfB)
const ofA = await liveConnector(a, shopOfA.origin)
const ofB: string[] = []
for (let n = 0; n < 8; n += 1) ofB.push(await liveConnector(b, shopOfB.origin))

/** Until told to stop: calls that read much, and runs of all its connectors one after another. */
function attack(): () => Promise<void> {
  let isOver = false
  const again = async (work: () => Promise<unknown>) => {
    while (!isOver) await work().catch(() => sleep(10))
  }
  const sample = {
    side: 'source',
    config: { ...configOf(shopOfB.origin, 'one by one').source, requestMethod: 'GET', auth: { type: 'none' } },
  }
  const of = (kind: string, count: number) => (kinds.includes(kind) ? count : 0)
  const all = [
    ...Array.from({ length: of('calls', callers) }, (_, n) =>
      again(() => ask('GET', n % 2 === 0 ? '/api-connectors/dashboard-user-query' : `/api-connectors/${ofB[n % 8]}`, b)),
    ),
    ...ofB.slice(0, of('runs', Number(values.runs))).map((id) => again(() => run(b, id))),
    ...Array.from({ length: of('samples', 2) }, () => again(() => ask('POST', '/api-connectors/sample', b, sample))),
  ]
  return async () => {
    isOver = true
    await Promise.all(all)
  }
}

type Figures = { readonly calls: number[]; readonly runs: number[] }
async function measure(into: Figures): Promise<void> {
  const until = performance.now() + seconds * 1_000
  const timed = async (times: number[], work: () => Promise<unknown>, pause: number) => {
    while (performance.now() < until) {
      const before = performance.now()
      await work()
      times.push(performance.now() - before)
      await sleep(pause)
    }
  }
  await Promise.all([
    timed(into.calls, () => ask('GET', '/api-connectors/dashboard-user-query', a), 50),
    timed(into.runs, () => run(a, ofA), 200),
  ])
}

const p95 = (times: readonly number[]) => times.toSorted((x, y) => x - y)[Math.floor(times.length * 0.95)] ?? Number.NaN
const quiet: Figures = { calls: [], runs: [] }
const busy: Figures = { calls: [], runs: [] }
// Warm, so that neither part has the first calls.
await measure({ calls: [], runs: [] })
for (let round = 0; round < rounds; round += 1) {
  await measure(quiet)
  const stop = attack()
  await sleep(500)
  await measure(busy)
  await stop()
}

const row = (name: keyof Figures) => ({
  'p95 quiet, ms': Math.round(p95(quiet[name])),
  'p95 attacked, ms': Math.round(p95(busy[name])),
  times: Number((p95(busy[name]) / p95(quiet[name])).toFixed(2)),
  'measured quiet': quiet[name].length,
  'measured attacked': busy[name].length,
})
const table = { calls: row('calls'), runs: row('runs') }
console.table(table)
console.log(
  `${cluster ? 'PostgreSQL' : 'embedded database'}, ${values['as-shipped'] ? 'quotas as shipped' : 'no quota of calls'}`,
)
console.log(
  `load of the machine: ${loadavg()
    .map((it) => it.toFixed(1))
    .join(' ')}; the attacker and both clients share its cores`,
)
product.child.kill('SIGTERM')
await product.ended
await cluster?.stop()
for (const it of [shopOfA, shopOfB]) it.close()
rmSync(dataDir, { recursive: true, force: true })
process.exit(table.calls.times <= bar && table.runs.times <= bar ? 0 : 1)
