/** Bar F: one webhook connector takes at least 5,000 events a second from 32 senders, and each event that was answered with 202 is in the ledger once after kill -9. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { startDestination } from '#tests/engine/kit/dest-sim.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { type Launched, launch } from '#tests/server/kit/launched.ts'
import { percentile } from '../bars.ts'
import { cpuOf, openPlace, type Place, type Verdict } from './place.ts'
import { sendEvents, type Target } from './sockets.ts'

const senders = 32
/** Milliseconds of a round. */
const [warmUp, length] = [2_000, 6_000]
const wanted = 5_000

/** The product as a process of its own, with one webhook connector. `isFed`: a worker moves its events, otherwise they wait. */
async function openHook(place: Place, folder: string | undefined, destination: string) {
  const port = await freePort()
  const environment = {
    ...place.environment,
    ...{
      PORT: String(port),
      SECRET_KEY: 'the master key that every process of the benchmark has',
      LOG_LEVEL: 'warn',
      UNSAFE_DATABASE: 'true',
    },
    ...{ SEED_DEMO: 'true', DEMO_PASSWORD: 'correct horse', EGRESS_ALLOW: '127.0.0.0/8' },
    ...{ HOOK_RATE_LIMIT: '10000000', HOOK_BACKLOG: '10000000', RATE_LIMIT: '1000000' },
  }
  const start = (): Launched => launch(environment, [], folder)
  const product = start()
  process.once('exit', () => product.child.kill('SIGKILL'))
  await product.ready
  let token = ''
  const ask = async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`)
    return reply.json()
  }
  token = (await ask('POST', '/api/auth/sign-in', { email: 'admin@demo.test', password: 'correct horse' })).accessToken
  const config = {
    ...{ name: 'Intake', trigger: { type: 'webhook' }, source: { type: 'http' }, dataMapping: [], enrichment: [] },
    destination: { type: 'http', url: destination, requestMethod: 'POST' },
  }
  const { _id: connectorId } = (await ask('POST', '/api-connectors/', { connector: { name: 'Intake' }, config })).connector
  const { plainSecret: secret } = await ask('POST', `/api-connectors/${connectorId}/hook`)
  await ask('POST', `/api-connectors/${connectorId}/deploy`)
  for (let status = ''; status !== 'Active'; await sleep(100)) {
    status = (await ask('GET', `/api-connectors/${connectorId}`)).connector.status
    if (status === 'Failed') throw new Error('the connector could not be deployed')
  }
  const target: Target = { port, connectorId, secret }
  return { product, start, ask, target }
}

/** Events a second of a paused connector, so that nothing but the intake works. @param folder of another version of the program. */
export async function intakeRate(kind: Database['kind'], folder?: string): Promise<number> {
  const place = await openPlace(kind)
  const destination = await startDestination()
  const { product, ask, target } = await openHook(place, folder, destination.url)
  await ask('POST', `/api-connectors/pause/${target.connectorId}`)
  const round = (from: number, milliseconds: number) => {
    const until = performance.now() + milliseconds
    return sendEvents(target, senders, from, () => performance.now() > until)
  }
  await round(0, warmUp)
  const cpu = cpuOf(product.child.pid)
  const { accepted, statuses, took } = await round(10_000_000, length)
  const spent = (cpuOf(product.child.pid) - cpu) / accepted.length
  const rate = accepted.length / (length / 1_000)
  const refused = [...statuses].filter(([status]) => status !== 202).map(([status, count]) => `, ${count} × ${status}`)
  console.log(
    `     ${kind}${folder === undefined ? '' : ` (${folder})`}: ${rate.toFixed(0)} events/s, p50 ${percentile(took, 50).toFixed(1)} ms, p95 ${percentile(took, 95).toFixed(1)} ms, ${(spent * 1_000).toFixed(0)} µs of cpu an event${refused.join('')}`,
  )
  product.child.kill('SIGTERM')
  await product.ended
  await destination.close()
  await place.remove()
  return rate
}

/** Kills the product under 32 senders, starts it again, and compares what was answered with 202 with the ledger. */
async function killedIntake(
  kind: Database['kind'],
): Promise<{ readonly accepted: number; readonly lost: number; readonly twice: number }> {
  const place = await openPlace(kind)
  const destination = await startDestination()
  const { product, start, target } = await openHook(place, undefined, destination.url)
  let isOver = false
  const sending = sendEvents(target, senders, 0, () => isOver)
  await sleep(2_000)
  product.child.kill('SIGKILL')
  await product.ended
  isOver = true
  const { accepted } = await sending
  const next = start()
  await next.ready
  for (let before = -1, quiet = 0; quiet < 3; await sleep(1_000)) {
    quiet = destination.effects.size === before && destination.effects.size >= accepted.length ? quiet + 1 : 0
    before = destination.effects.size
  }
  next.child.kill('SIGTERM')
  await next.ended
  const database = await openDatabase({ url: place.url, dataDir: place.dataDir })
  const { rows } = await sql<{ events: number; ledger: number }>`
    select (select count(*) from hook_events where connector_id = ${target.connectorId})::int as events,
      (select count(*) from transactions where connector_id = ${target.connectorId})::int as ledger`.execute(database.db)
  await database.close()
  await destination.close()
  await place.remove()
  const missing = Math.abs((rows[0]?.events ?? 0) - (rows[0]?.ledger ?? 0))
  const lost = accepted.filter((n) => !destination.effects.has(n)).length + missing
  const twice = [...destination.effects.values()].filter((count) => count > 1).length
  return { accepted: accepted.length, lost, twice }
}

export async function intake(): Promise<Verdict[]> {
  const before = process.env['BEFORE']
  const rates: number[] = []
  for (const folder of before === undefined ? [undefined] : [before, undefined, before, undefined]) {
    const rate = await intakeRate('postgres', folder)
    if (folder === undefined) rates.push(rate)
  }
  await intakeRate('embedded')
  const best = Math.max(...rates)
  const verdicts = [
    { what: `intake of one webhook, ${senders} senders: ${best.toFixed(0)} events/s (bar ${wanted})`, isMet: best >= wanted },
  ]
  for (const kind of ['postgres', 'embedded'] as const) {
    const { accepted, lost, twice } = await killedIntake(kind)
    verdicts.push({
      what: `kill -9 under ${senders} senders, ${kind}: ${accepted} accepted, ${lost} not in the ledger, ${twice} delivered twice`,
      isMet: lost === 0 && twice === 0,
    })
  }
  return verdicts
}
