/** Prints what the model tests measured of each chart, for QA. Reads `reports/model/*.json`, which `npm run test:model` writes; machines that only prove the harness are left out. */
import { globSync, readFileSync } from 'node:fs'

type Numbers = { readonly machine: string } & Readonly<Record<(typeof columns)[number], number>>

const columns = ['states', 'edges', 'transitions', 'paths', 'steps', 'invariants'] as const

const rows = globSync('reports/model/*.json')
  .map((path) => JSON.parse(readFileSync(path, 'utf8')) as Numbers)
  .filter(({ machine }) => globSync(`src/machines/**/${machine}.machine.ts`).length > 0)
  .sort((one, other) => one.machine.localeCompare(other.machine))

if (rows.length === 0) {
  console.error('There are no numbers yet: the model tests write them to reports/model.')
  process.exit(1)
}
const table = [
  ['machine', ...columns],
  ...rows.map((row) => [row.machine, ...columns.map((column) => String(row[column]))]),
  ['all', ...columns.map((column) => String(rows.reduce((sum, row) => sum + row[column], 0)))],
]
const widths = ['machine', ...columns].map((_, index) => Math.max(...table.map((row) => row[index]?.length ?? 0)))
for (const row of table)
  console.log(
    row.map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0))).join('  '),
  )
