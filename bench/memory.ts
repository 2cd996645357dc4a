/**
 * Whether memory stays flat: one run of many records, with what the engine and its database hold as it goes. The bar: from the first 10,000 records to
 * the end within ± 10 %.
 *
 *   npm run bench:memory -- [records = 1000000] [postgres | embedded]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { engineOn } from './contestants.ts'
import { startSims } from './sims-process.ts'
import { memoryByProcess } from './tree.ts'

const total = Number(process.argv[2] ?? 1_000_000)
const kind = process.argv[3] === 'embedded' ? 'embedded' : 'postgres'
const warmUp = 10_000
const megabyte = 1024 * 1024
const pause = 250

const sims = await startSims()
const folder = mkdtempSync(join(tmpdir(), 'datacrane-bench-'))
const engine = await engineOn(kind, folder)

type Look = { readonly records: number; readonly engine: number; readonly server: number }
const looks: Look[] = []
const complete = sims.begin(total)
const moved = engine.move({ mode: 'bulk of 100', total, origin: sims.origin, batchSize: 200 })
let over = false
const watching = (async () => {
  while (!over) {
    await sleep(pause)
    const records = await sims.progress()
    const byProcess = memoryByProcess(engine.pid)
    const own = byProcess.get(engine.pid) ?? 0
    const all = [...byProcess.values()].reduce((sum, it) => sum + it, 0)
    if (records >= warmUp) looks.push({ records, engine: own / megabyte, server: (all - own) / megabyte })
  }
})()
await complete
await moved
over = true
await watching

const tenths = Array.from({ length: 10 }, (_, at) => looks.filter(({ records }) => Math.ceil((records / total) * 10) === at + 1))
const mean = (values: readonly number[]) => values.reduce((sum, it) => sum + it, 0) / values.length
console.log(`${total} records in one run, ${kind}, deliveries of 200; MB of memory (PSS), mean of each tenth of the run`)
console.table(
  tenths.map((part) => ({
    records: part.at(-1)?.records,
    engine: Math.round(mean(part.map(({ engine: it }) => it))),
    'database server': Math.round(mean(part.map(({ server }) => server))),
  })),
)
const of = (part: readonly Look[] | undefined) => mean((part ?? []).map((it) => it.engine))
const [first, last] = [of(tenths[0]), of(tenths[9])]
const all = looks.map((it) => it.engine)
const change = (last / first - 1) * 100
console.log(
  `${Math.abs(change) <= 10 ? 'met ' : 'MISS'} engine: ${first.toFixed(0)} MB in the first tenth, ${last.toFixed(0)} MB in the last (${change.toFixed(1)} %, bar ± 10 %); highest ${Math.max(...all).toFixed(0)} MB`,
)
await engine.close()
sims.close()
rmSync(folder, { recursive: true, force: true })
