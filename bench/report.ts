/** What the benchmark says: figures, ratios, and the bars that were set, met or missed. */
import { bare, before, type Contestant, type Mode, modes, nodeRed, onEmbedded, onPostgres } from './contestants.ts'

/** Records a second, CPU microseconds a record, milliseconds, bytes. */
export type Measured = { readonly rate: number; readonly cpu: number; readonly p50: number; readonly memory: number }
type Results = ReadonlyMap<string, readonly Measured[]>

const megabyte = 1024 * 1024

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

function of(results: Results, name: string, mode: Mode): Measured | null {
  const all = results.get(`${name}/${mode}`)
  if (!all) return null
  const by = (field: keyof Measured) => median(all.map((it) => it[field]))
  const memory = Math.max(...all.map((it) => it.memory))
  return { rate: by('rate'), cpu: by('cpu'), p50: by('p50'), memory }
}

const ratio = (a: number, b: number | undefined) => (b === undefined ? '–' : `${(a / b).toFixed(2)} ×`)

export function printMode(mode: Mode, contestants: readonly Contestant[], results: Results): void {
  const reference = of(results, bare, mode)
  const red = of(results, nodeRed, mode)
  console.log(`\n${mode}`)
  const lines = contestants.flatMap(({ name }) => {
    const it = of(results, name, mode)
    if (!it) return []
    const line = {
      'records/s': Math.round(it.rate),
      '… of bare': ratio(it.rate, reference?.rate),
      'CPU µs/record': Math.round(it.cpu),
      'CPU of bare': ratio(it.cpu, reference?.cpu),
      'CPU of Node-RED': ratio(it.cpu, red?.cpu),
      'p50 ms': Math.round(it.p50 * 10) / 10,
      'peak MB': Math.round(it.memory / megabyte),
    }
    return [[name, line]]
  })
  console.table(Object.fromEntries(lines))
}

/** The bars of the issue. */
export function printBars(results: Results): void {
  const lines: string[] = []
  const bar = (what: string, value: number | undefined, limit: number, unit: string) => {
    const isMet = value !== undefined && value <= limit
    const said = value === undefined ? 'not measured' : `${value.toFixed(2)} ${unit}`
    lines.push(`${value === undefined ? '  –  ' : isMet ? 'met  ' : 'MISS '} ${what}: ${said} (bar ${limit} ${unit})`)
  }
  const cpu = (name: string, mode: Mode, to: string) => {
    const [a, b] = [of(results, name, mode), of(results, to, mode)]
    return a && b ? a.cpu / b.cpu : undefined
  }
  for (const name of [onPostgres, onEmbedded])
    for (const mode of modes) bar(`${name}, CPU ${mode}`, cpu(name, mode, `${name}${before}`), 1.05, '× the other checkout')
  const limits = { [onPostgres]: [1.7, 3], [onEmbedded]: [2.5, 6] } as const
  for (const [name, [single, bulk]] of Object.entries(limits)) {
    bar(`${name}, CPU one by one`, cpu(name, 'one by one', bare), single, '× bare loop')
    bar(`${name}, CPU in bulk`, cpu(name, 'bulk of 100', bare), bulk, '× bare loop')
    bar(`${name}, CPU one by one`, cpu(name, 'one by one', nodeRed), 0.2, `× ${nodeRed}`)
    bar(`${name}, CPU in bulk`, cpu(name, 'bulk of 100', nodeRed), 0.5, `× ${nodeRed}`)
    bar(`${name}, p50 one by one`, of(results, name, 'one by one')?.p50, 50, 'ms')
  }
  const memory = modes.flatMap((mode) => of(results, onPostgres, mode)?.memory ?? [])
  bar(`${onPostgres}, peak memory, server included`, memory.length > 0 ? Math.max(...memory) / megabyte : undefined, 250, 'MB')
  console.log(`\n${lines.join('\n')}`)
}
