/** README's table of environment variables and what `server/platform/config` reads are the same list. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'server/platform/config')

/** Ends the process on purpose, for tests of crashes. */
const forTests = ['CRASH_AT']

const sorted = (names: Iterable<string>) => [...new Set(names)].sort()

it('names every variable that is read, and no other', () => {
  const code = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const read = code.flatMap((text) => [...text.matchAll(/'([A-Z][A-Z0-9_]{2,})'/g)].map(([, name = '']) => name))
  const rows = readFileSync(join(root, 'README.md'), 'utf8').split('\n')
  const firstCells = rows.filter((row) => row.startsWith('| `')).map((row) => row.split(' | ')[0] ?? '')
  const documented = firstCells.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name))
  expect(sorted(documented)).toEqual(sorted(read).filter((name) => !forTests.includes(name)))
})
