/** What a formula, a filter and a group cost a record: the mapping of the benchmark with and without them, interleaved. `npm run bench` prints it last. */
import type { MappingEdge } from '#contract/connectors/config/config.ts'
import type { RecordFilter } from '#contract/connectors/config/records/record-filter.ts'
import type { RecordGroup } from '#contract/connectors/config/records/record-group.ts'
import { compileGroup, createMarks } from '#server/engine/group/compiled-group.ts'
import type { GroupState } from '#server/engine/kit/grouping.ts'
import type { MapRecord, MapRun } from '#server/engine/kit/plan.ts'
import { compileMapping } from '#server/engine/mapping/compile.ts'
import { compileFilter } from '#server/engine/mapping/record-filter.ts'
import { mapping, pageOf } from '../orders.ts'

const rounds = 9
const records = 50_000

const text = 'round(total * 1.21 * (1 - 0.05), 2)'
const line: MappingEdge = {
  ...{ id: 'formula', source: '', target: 'gross', sourcePath: '', targetPath: 'gross' },
  rule: { type: 'formula', name: 'gross', text },
}
const only: RecordFilter = { all: [{ path: 'total', is: 'atLeast', to: 0 }] }

const group: RecordGroup = {
  by: ['customer.email'],
  lines: [
    { target: 'total', do: 'sum', path: 'total' },
    { target: 'orders', do: 'count' },
  ],
}

/** Adds a record to its group as a run does, without the database. The groups of a page are in memory. */
function foldOf(config: RecordGroup): (record: unknown) => void {
  const compiled = compileGroup({ records: { group: config }, enrichment: [] })
  if (compiled === null || 'errors' in compiled) throw new Error('the group does not compile')
  const { keyOf, begin, add } = compiled.group
  const states = new Map<string, GroupState>()
  const markOf = createMarks('')
  return (record) => {
    const found = keyOf(record)
    if (typeof found === 'string') throw new Error(found)
    const mark = markOf(found.name)
    const state = states.get(mark) ?? begin(found.keys)
    states.set(mark, state)
    add(state, record, '1')
  }
}

function mapOf(lines: readonly MappingEdge[]) {
  const compiled = compileMapping(lines)
  if ('errors' in compiled) throw new Error('the mapping does not compile')
  return compiled.map
}

function filterOf(filter: RecordFilter) {
  const compiled = compileFilter(filter)
  if ('errors' in compiled) throw new Error('the filter does not compile')
  return compiled.filter.judge
}

/** Median of what one record costs more than in the plain mapping, in microseconds of CPU. */
function costOf(more: MapRecord): number {
  const { items } = JSON.parse(pageOf(0, 1_000, 1_000)) as { readonly items: readonly unknown[] }
  const run: MapRun = { now: new Date(), hash: () => '' }
  const costs: number[] = []
  for (let round = -2; round < rounds; round += 1) {
    const [plain = 0, computed = 0] = [mapOf(mapping), more].map((map) => {
      const startedAt = process.cpuUsage()
      for (let at = 0; at < records; at += 1) map(items[at % items.length], run)
      return process.cpuUsage(startedAt).user / records
    })
    if (round >= 0) costs.push(computed - plain)
  }
  return costs.toSorted((one, other) => one - other)[rounds >> 1] ?? Number.NaN
}

function print(name: string, cost: number, limit: number): void {
  console.log(`${cost <= limit ? 'met  ' : 'MISS '} ${name}: ${cost.toFixed(2)} µs a record (bar ${limit} µs)`)
}

export function printRuleCosts(): void {
  print(`a formula, ${text}`, costOf(mapOf([...mapping, line])), 2)
  const map = mapOf(mapping)
  const judge = filterOf(only)
  const filtered: MapRecord = (record, run) => (judge(record, 0) === null ? map(record, run) : null)
  print('a filter of one condition', costOf(filtered), 0.5)
  const fold = foldOf(group)
  const grouped: MapRecord = (record, run) => {
    fold(record)
    return map(record, run)
  }
  print('a group with a sum and a count, without the database', costOf(grouped), 5)
}

if (import.meta.main) printRuleCosts()
