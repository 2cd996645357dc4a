/** The fault list, row by row: each has a test that begins with its number, or a reason why not. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Rows without a test of their own here, and why. */
const reasons: Readonly<Record<number, string>> = {
  41: 'Mapping is a closed set of rules, and formulas have no loops and a bound of cost, so no input makes them loop; tests/engine/mapping/mapping-properties.test.ts and formula-properties.test.ts. Long documents are parsed in threads with a bounded heap and time: F14, tests/engine/read/long-pages.test.ts.',
}

const title = /(?<!tell\(\s*)['"`](F\d+(?:, F\d+)*)(?=[ '"`])/g

/** The files in which each row has a test. */
function rows(): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>()
  for (const path of globSync('tests/**/*.{test,spec}.{ts,tsx}')) {
    for (const [, names = ''] of readFileSync(path, 'utf8').matchAll(title)) {
      for (const name of names.split(', ')) {
        const row = Number(name.slice(1))
        found.set(row, (found.get(row) ?? new Set()).add(path))
      }
    }
  }
  return found
}

const all = Array.from({ length: 44 }, (_, at) => at + 1)

it('every row of the fault list has a test, or a reason why not', () => {
  const tested = rows()
  expect(all.filter((row) => !tested.has(row) && reasons[row] === undefined)).toEqual([])
  // A reason that is out of date says what is not so.
  expect(Object.keys(reasons).filter((row) => tested.has(Number(row)))).toEqual([])
  expect([...tested.keys()].filter((row) => !all.includes(row))).toEqual([])
  for (const row of all) {
    process.stdout.write(`F${row} ${tested.has(row) ? [...(tested.get(row) ?? [])].join(', ') : `no test: ${reasons[row]}`}\n`)
  }
})
