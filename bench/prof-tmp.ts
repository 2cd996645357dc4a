import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openDatabase } from '../server/store/database.ts'
import { startCluster } from '../tests/postgres-cluster.ts'
import { bareLoop, clusterCpu, engineOn, ownCpu } from './contestants.ts'
import { Session } from 'node:inspector/promises'
import { writeFileSync } from 'node:fs'
const total = 10000
const sims = fork(new URL('./sims.ts', import.meta.url).pathname, [String(total)])
const [port] = (await once(sims, 'message')) as [number]
const origin = `http://127.0.0.1:${port}`
const cluster = await startCluster(['shared_buffers=64MB', ...(process.env.LZ4 ? ['default_toast_compression=lz4'] : [])])
const pg = await engineOn('pg', await openDatabase({ url: cluster.url, dataDir: '' }), origin, total, ownCpu)
const bare = await bareLoop(origin, total)
for (const mode of ['one by one', 'bulk of 100'] as const) {
  await bare.move(mode); await pg.move(mode)
  for (let i = 0; i < 3; i++) {
  let c = ownCpu(); await bare.move(mode); const b = (ownCpu() - c) / total
  c = ownCpu(); let d = clusterCpu(cluster.pid); await pg.move(mode)
  console.log(mode, 'bare', b.toFixed(1), 'engine node', ((ownCpu() - c) / total).toFixed(1), 'postgres', ((clusterCpu(cluster.pid) - d) / total).toFixed(1))
  }
  const s = new Session(); s.connect(); await s.post('Profiler.enable'); await s.post('Profiler.setSamplingInterval', { interval: 200 }); await s.post('Profiler.start')
  await pg.move(mode)
  const { profile } = await s.post('Profiler.stop')
  s.disconnect()
  const self = new Map<string, number>()
  const dt = profile.timeDeltas ?? []
  const byId = new Map(profile.nodes.map((n) => [n.id, n]))
  profile.samples?.forEach((id, i) => { const n = byId.get(id); if (!n) return; const k = `${n.callFrame.functionName || '(anon)'} ${n.callFrame.url.split('/').slice(-2).join('/')}:${n.callFrame.lineNumber + 1}`; self.set(k, (self.get(k) ?? 0) + (dt[i] ?? 0)) })
  console.log([...self].sort((a, b) => b[1] - a[1]).slice(0, 45).map(([k, v]) => `${(v / total).toFixed(2)} us  ${k}`).join('\n'))
}
await bare.close(); await pg.close(); await cluster.stop(); sims.kill()
