/**
 * `npm run bench:routes`: what a destination that is away costs the other one of its connector (bar 5 % of its pace). Each record goes to both. The
 * second one takes its records, or answers 503 until the first one has everything; beside it a connector with the first one alone, which writes half of
 * the lines. One interleaved run, medians.
 *
 *   node bench/destination-away.ts [records = 5000] [rounds = 7]
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { openDatabase } from '#server/platform/database/database.ts'
import { startCluster } from '#tests/kit/postgres-cluster.ts'
import { addPlace, beginRun, configOf, endOfRun, engineOn } from './engine-place.ts'
import { startSims } from './sims-process.ts'

const records = Number(process.argv[2] ?? 5_000)
const rounds = Number(process.argv[3] ?? 7)
/** Rounds until the compilers of JavaScript have settled. */
const warmUps = 2

const cluster = await startCluster(['shared_buffers=64MB'])
const database = await openDatabase({ url: cluster.url, dataDir: '' })
const engine = await engineOn(database)
const place = await addPlace(database)
const sims = await startSims()
let isAway = false
const other = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(isAway ? 503 : 201, { 'content-type': 'application/json' }).end('{}'))
}).listen(0, '127.0.0.1')
await once(other, 'listening')
const second = `http://127.0.0.1:${(other.address() as AddressInfo).port}/import`

type Mode = 'alone' | 'both' | 'away'

/** Records a second that the first destination got. */
async function paceOf(mode: Mode): Promise<number> {
  isAway = mode === 'away'
  const complete = sims.begin(records)
  const config = configOf(sims.origin, 'one by one')
  const destination = { type: 'http', url: second } as const
  const others = [{ id: 1, name: 'B', destination, dataMapping: config.dataMapping }]
  const runId = await beginRun(database, place, {
    ...config,
    ...(mode === 'alone' ? {} : { routes: { fit: 'all', first: { name: 'A' }, others } }),
  })
  const before = performance.now()
  engine.wake()
  await complete
  const pace = (records / (performance.now() - before)) * 1_000
  isAway = false
  await endOfRun(database, place, runId, mode === 'alone' ? records : 2 * records)
  return pace
}

const median = (of: readonly number[]) => of.toSorted((a, b) => a - b)[of.length >> 1] ?? Number.NaN
const paces: Record<Mode, number[]> = { alone: [], both: [], away: [] }
for (let round = -warmUps; round < rounds; round += 1)
  for (const mode of ['alone', 'both', 'away'] as const) {
    const pace = await paceOf(mode)
    if (round >= 0) paces[mode].push(pace)
  }
const [alone, both, away] = [median(paces.alone), median(paces.both), median(paces.away)]
const cost = (1 - away / both) * 100
const figures = `${both.toFixed(0)} records a second with both there, ${away.toFixed(0)} with the other one away, ${alone.toFixed(0)} alone`
console.log(`${cost <= 5 ? 'met  ' : 'MISS '} ${figures}: one that is away costs ${cost.toFixed(1)} % (bar 5 %)`)
sims.close()
other.close()
await engine.stop()
await database.close()
await cluster.stop()
