/** A chart that nobody walks is a chart that nobody tested. */
import { existsSync, globSync } from 'node:fs'
import { expect, it } from 'vitest'

const machines = globSync(['src/machines/**/*.machine.ts', 'server/**/*.machine.ts']).map((path) =>
  path.replaceAll('\\', '/').replace(/^(?:src\/machines|server)\/(.*)\.machine\.ts$/, '$1'),
)

it('finds the machines', () => expect(machines.length).toBeGreaterThanOrEqual(5))

it.each(machines)('%s has a fixture and a table that was agreed', (path) => {
  expect(['tsx', 'ts'].some((extension) => existsSync(`tests/model/${path}.test.${extension}`))).toBe(true)
  expect(existsSync(`tests/model/${path.replace(/([^/]+)$/, 'charts/$1')}.md`)).toBe(true)
})
