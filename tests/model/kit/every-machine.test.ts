/** A chart that nobody walks is a chart that nobody tested. */
import { existsSync, globSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'

const machines = globSync('src/machines/*/*.machine.ts').map((path) => basename(path, '.machine.ts'))

it('finds the machines', () => expect(machines.length).toBeGreaterThanOrEqual(5))

it.each(machines)('%s has a rig and a table that was agreed', (name) => {
  expect(existsSync(`tests/model/${name}.test.tsx`)).toBe(true)
  expect(existsSync(`tests/model/charts/${name}.md`)).toBe(true)
})
