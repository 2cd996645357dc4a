/** What a formula costs a record: the mapping of the benchmark with and without one, interleaved. `npm run bench` prints it last. */
import type { MappingEdge } from '#contract/connectors/config/config.ts'
import { compileMapping } from '#server/engine/mapping/compile.ts'
import { mapping, pageOf } from '../orders.ts'

/** Microseconds a record. */
const limit = 2
const rounds = 9
const records = 50_000

const text = 'round(total * 1.21 * (1 - 0.05), 2)'
const line: MappingEdge = {
  ...{ id: 'formula', source: '', target: 'gross', sourcePath: '', targetPath: 'gross' },
  rule: { type: 'formula', name: 'gross', text },
}

function mapOf(lines: readonly MappingEdge[]) {
  const compiled = compileMapping(lines)
  if ('errors' in compiled) throw new Error('the mapping does not compile')
  return compiled.map
}

/** Prints the median of what one record costs more. */
export function printFormulaCost(): void {
  const { items } = JSON.parse(pageOf(0, 1_000, 1_000)) as { readonly items: readonly unknown[] }
  const run = { now: new Date(), hash: () => '' }
  const contestants = [mapOf(mapping), mapOf([...mapping, line])]
  const costs: number[] = []
  for (let round = -2; round < rounds; round += 1) {
    const [plain = 0, computed = 0] = contestants.map((map) => {
      const startedAt = process.cpuUsage()
      for (let at = 0; at < records; at += 1) map(items[at % items.length], run)
      return process.cpuUsage(startedAt).user / records
    })
    if (round >= 0) costs.push(computed - plain)
  }
  const cost = costs.toSorted((one, other) => one - other)[rounds >> 1] ?? Number.NaN
  const said = `a formula, ${text}: ${cost.toFixed(2)} µs a record (bar ${limit} µs)`
  console.log(`${cost <= limit ? 'met  ' : 'MISS '} ${said}`)
}

if (import.meta.main) printFormulaCost()
