/**
 * Records per second and CPU per record of the engine, on the embedded database and on PostgreSQL with durable commits, against a bare loop that
 * fetches, maps and posts and keeps nothing. One interleaved run, medians; source and destination are another process.
 *
 *   node bench/throughput.ts [records = 10000] [rounds = 5]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'

import { openDatabase } from '../server/store/database.ts'
import { type Cluster, startCluster } from '../tests/postgres-cluster.ts'
import { bareLoop, type Contestant, clusterCpu, engineOn, type Mode, ownCpu } from './contestants.ts'
import { pageOf } from './orders.ts'

const total = Number(process.argv[2] ?? 10_000)
const rounds = Number(process.argv[3] ?? 5)

type Measured = { readonly rate: number; readonly cpu: number }

async function measure({ move, cpu }: Contestant, mode: Mode): Promise<Measured> {
  const cpuBefore = cpu()
  const before = performance.now()
  await move(mode)
  return { rate: total / ((performance.now() - before) / 1_000), cpu: (cpu() - cpuBefore) / total }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const sims = fork(new URL('./sims.ts', import.meta.url).pathname, [String(total)])
const [port] = (await once(sims, 'message')) as [number]
const origin = `http://127.0.0.1:${port}`
const folder = mkdtempSync(join(tmpdir(), 'datacrane-bench-'))
const contestants = [await bareLoop(origin, total)]
contestants.push(await engineOn('engine, embedded', await openDatabase({ url: null, dataDir: folder }), origin, total, ownCpu))
const cluster: Cluster | null = await startCluster(['shared_buffers=64MB']).catch((thrown: unknown) => {
  console.log(`PostgreSQL is left out: ${thrown instanceof Error ? thrown.message : thrown}`)
  return null
})
if (cluster) {
  const cpu = () => ownCpu() + clusterCpu(cluster.pid)
  contestants.push(
    await engineOn('engine, PostgreSQL', await openDatabase({ url: cluster.url, dataDir: '' }), origin, total, cpu),
  )
}

const modes: readonly Mode[] = ['one by one', 'bulk of 100']
const results = new Map<string, Measured[]>()
for (let round = 0; round <= rounds; round += 1) {
  for (const mode of modes) {
    for (const contestant of contestants) {
      const measured = await measure(contestant, mode)
      // The first round warms up.
      if (round > 0) results.set(`${contestant.name}/${mode}`, [...(results.get(`${contestant.name}/${mode}`) ?? []), measured])
    }
  }
}

const bytes = pageOf(0, 100, 100).length / 100
console.log(`${total} records of ${Math.round(bytes)} bytes, ${rounds} rounds, ${cpus().length} cores, Node ${process.version}`)
for (const mode of modes) {
  const of = (name: string) => {
    const all = results.get(`${name}/${mode}`) ?? []
    return { rate: median(all.map(({ rate }) => rate)), cpu: median(all.map(({ cpu }) => cpu)) }
  }
  const bare = of(contestants[0]?.name ?? '')
  console.log(`\n${mode}`)
  console.table(
    Object.fromEntries(
      contestants.map(({ name }) => {
        const { rate, cpu } = of(name)
        return [
          name,
          {
            'records/s': Math.round(rate),
            'of the bare loop': `${(rate / bare.rate).toFixed(2)} ×`,
            'CPU µs/record': Math.round(cpu),
            'CPU of the bare loop': `${(cpu / bare.cpu).toFixed(2)} ×`,
          },
        ]
      }),
    ),
  )
}
for (const contestant of contestants) await contestant.close()
await cluster?.stop()
sims.kill()
rmSync(folder, { recursive: true, force: true })
