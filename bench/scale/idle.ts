/** Bar H: what the embedded database does while nobody uses the product, and how much memory the product took at most. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#tests/kit/free-port.ts'
import { launch } from '#tests/server/kit/launched.ts'
import { memoryEnvironment, memoryFlags } from '../../scripts/memory.mjs'
import { cpuOf, openPlace, type Verdict } from './place.ts'

const limits = { queries: 3, cpu: 2, memory: 350 }
/** Milliseconds: until the start has settled, and of the measurement. */
const [settling, length] = [45_000, 60_000]

type Counts = ReadonlyMap<string, number>

async function countsOf(pid: number, file: string): Promise<Counts> {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  while (!existsSync(file) || !readFileSync(file, 'utf8').endsWith(']')) await sleep(20)
  return new Map(JSON.parse(readFileSync(file, 'utf8')))
}

const root = join(import.meta.dirname, '../..')

/** The files of an empty database, which the first start copies. */
function prepareCluster() {
  if (existsSync(join(root, 'dist/cluster.version'))) return
  const make = ['--liftoff-only', 'server/platform/database/embedded/make-cluster.ts', 'dist/cluster']
  execFileSync(process.execPath, make, { cwd: root, stdio: 'inherit' })
}

/** The most memory that a process ever had, in MB. */
const peakOf = (pid: number) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

export async function idle(): Promise<Verdict[]> {
  const place = await openPlace('embedded')
  const file = join(place.dataDir, 'statements.json')
  const environment = {
    ...place.environment,
    ...{ PORT: String(await freePort()), LOG_LEVEL: 'warn', STATEMENTS_FILE: file, SEED_DEMO: 'true' },
    DEMO_PASSWORD: 'correct horse',
  }
  // As `npm start` does it: what the build makes is there, and its flags and limits of the allocator are set.
  prepareCluster()
  const flags = [...memoryFlags, '--import', join(import.meta.dirname, '../statement-count.ts')]
  const product = launch({ ...memoryEnvironment, ...environment }, flags)
  process.once('exit', () => product.child.kill('SIGKILL'))
  await product.ready
  const pid = product.child.pid ?? 0
  await sleep(settling)
  const [before, cpu] = [await countsOf(pid, file), cpuOf(pid)]
  await sleep(length)
  const spent = cpuOf(pid) - cpu
  const after = await countsOf(pid, file)
  const peak = peakOf(pid)
  product.child.kill('SIGTERM')
  await product.ended
  await place.remove()
  const made = [...after].map(([text, count]) => ({ text, count: count - (before.get(text) ?? 0) })).filter((it) => it.count > 0)
  for (const { text, count } of made.toSorted((a, b) => b.count - a.count).slice(0, 30)) console.log(`     ${count} × ${text}`)
  const queries = made.reduce((sum, { count }) => sum + count, 0) / (length / 1_000)
  const part = (spent / length) * 100
  return [
    { what: `embedded, idle: ${queries.toFixed(1)} statements/s (bar ${limits.queries})`, isMet: queries <= limits.queries },
    { what: `embedded, idle: ${part.toFixed(1)} % of a core (bar ${limits.cpu})`, isMet: part <= limits.cpu },
    { what: `embedded, peak memory: ${peak.toFixed(0)} MB (bar ${limits.memory})`, isMet: peak <= limits.memory },
  ]
}
