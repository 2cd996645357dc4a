/**
 * `npm run bench`: the engine on PostgreSQL and on the embedded database, with the full ledger and durable commits, against a bare loop that keeps
 * nothing and against Node-RED, which keeps nothing either. One interleaved run, medians; each contestant is a process tree of its own.
 *
 *   node bench/throughput.ts [records = 10000] [rounds = 5] [names = bare,postgres,embedded,node-red] [folder of another checkout]
 *
 * With a folder, `postgres-before` and `embedded-before` are its engines, and the CPU per record is compared with theirs.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'

import { bareLoop, type Contestant, engineBefore, engineOn, type Mode, modes } from './contestants.ts'
import { printRuleCosts } from './mapping/record-rules.ts'
import { startNodeRed } from './node-red.ts'
import { pageOf } from './orders.ts'
import { type Measured, printBars, printMode } from './report.ts'
import { startSims } from './sims-process.ts'
import { cpuOf, watchMemory } from './tree.ts'

const records = Number(process.argv[2] ?? 10_000)
const rounds = Number(process.argv[3] ?? 5)
const names = (process.argv[4] ?? 'bare,postgres,embedded,node-red').split(',')
const otherTree = process.argv[5] ?? ''

/** The kernel counts CPU in ticks of 10 ms, and a record in bulk takes a few microseconds: so many more of them are moved. */
const totals: Readonly<Record<Mode, number>> = { 'one by one': records, 'bulk of 100': records * 5 }
/** Rounds until the compilers of JavaScript have settled. */
const warmUps = 2

const sims = await startSims()
const folder = mkdtempSync(join(tmpdir(), 'datacrane-bench-'))

async function measure(contestant: Contestant, mode: Mode): Promise<Measured> {
  const total = totals[mode]
  const complete = sims.begin(total)
  const peak = watchMemory(contestant.pid)
  const cpuBefore = cpuOf(contestant.pid)
  const before = performance.now()
  const moved = contestant.move({ mode, total, origin: sims.origin })
  const { p50, twice, requests } = await complete
  await moved
  const seconds = (performance.now() - before) / 1_000
  const cpu = (cpuOf(contestant.pid) - cpuBefore) / total
  const expected = mode === 'one by one' ? total : total / 100
  if (twice > 0 || requests !== expected) throw new Error(`${contestant.name}: ${requests} requests, ${twice} records twice`)
  return { rate: total / seconds, cpu, p50, memory: await peak() }
}

const start: Record<string, () => Promise<Contestant>> = {
  bare: () => bareLoop(sims.origin),
  postgres: () => engineOn('postgres', folder),
  embedded: () => engineOn('embedded', folder),
  'postgres-before': () => engineBefore('postgres', folder, otherTree),
  'embedded-before': () => engineBefore('embedded', join(folder, 'before'), otherTree),
  'node-red': () => startNodeRed(join(folder, 'node-red')),
}

const contestants: Contestant[] = []
for (const name of names) {
  try {
    const it = await start[name]?.()
    if (it) contestants.push(it)
  } catch (thrown) {
    console.log(`${name} is left out: ${thrown instanceof Error ? thrown.message : thrown}`)
  }
}

const results = new Map<string, Measured[]>()
for (let round = -warmUps; round < rounds; round += 1) {
  for (const mode of modes) {
    for (const contestant of contestants) {
      const measured = await measure(contestant, mode)
      const key = `${contestant.name}/${mode}`
      if (round >= 0) results.set(key, [...(results.get(key) ?? []), measured])
    }
  }
}

const bytes = pageOf(0, 100, 100).length / 100
console.log(
  `${records} records of ${Math.round(bytes)} bytes (in bulk five times as many), eight fields mapped, medians of ${rounds} rounds, ${cpus().length} cores, Node ${process.version}.
CPU: user and system of the process tree, database server included. Memory: the highest PSS of the tree, looked at every 200 ms.
p50: from the end of the source's answer with a record's page to the end of the destination's answer to its delivery, at full load.
n8n is not compared: version 2.41.3 wants @n8n/agents 0.26.2 and 2.40 wants cssomnom, and the registry had neither (November 2026).`,
)
for (const mode of modes) printMode(mode, contestants, results)
printBars(results)
printRuleCosts()

for (const contestant of contestants) await contestant.close()
sims.close()
rmSync(folder, { recursive: true, force: true })
