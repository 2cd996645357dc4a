/** `compose.yaml` passes every variable that the README lists, and none that the program does not read. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load, YAML11_SCHEMA } from 'js-yaml'
import { expect, it } from 'vitest'
import { readConfig } from '#server/platform/config/config.ts'

type Service = { readonly environment: Readonly<Record<string, string>>; readonly volumes: readonly string[] }

const { services, volumes } = load(readFileSync('compose.yaml', 'utf8'), { schema: YAML11_SCHEMA }) as {
  readonly services: Readonly<Record<'api' | 'worker', Service>>
  readonly volumes: Readonly<Record<string, unknown>>
}

const listed = readFileSync('README.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| `[A-Z]/.test(line))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name))

const folder = 'server/platform/config'
const read = new Set(
  readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g)].map(([, name = '']) => name),
  ),
)

it.each(['api', 'worker'] as const)('%s gets every variable of the README', (name) => {
  const passed = Object.keys(services[name].environment)
  expect(listed.length).toBeGreaterThan(30)
  expect(listed.filter((variable) => !passed.includes(variable))).toEqual([])
})

it.each(['api', 'worker'] as const)('%s gets no variable that the program does not read', (name) => {
  const passed = Object.keys(services[name].environment)
  expect(passed.filter((variable) => !read.has(variable) && !listed.includes(variable))).toEqual([])
})

it.each(['api', 'worker'] as const)(
  '%s starts with nothing but the two secrets: every default is one that the program takes',
  (name) => {
    const given: Readonly<Record<string, string>> = { POSTGRES_PASSWORD: 'p', SECRET_KEY: 'k'.repeat(64) }
    const fill = (text: string): string => {
      const filled = text.replace(
        /\$\{([A-Z_]+)(?::-([^${}]*)|:\?[^}]*)?\}/g,
        (_, variable: string, usual = '') => given[variable] ?? usual,
      )
      return filled === text ? text : fill(filled)
    }
    const environment = Object.fromEntries(Object.entries(services[name].environment).map(([key, value]) => [key, fill(value)]))
    const config = readConfig(environment)
    expect(config).toMatchObject({ role: name, publicUrl: 'http://localhost:3001', demo: { seed: false, password: null } })
    // Archives and backups outlive the container, and each process can serve what another wrote.
    expect(services[name].volumes).toEqual([`data:${environment['DATA_DIR']}`])
    expect(volumes).toHaveProperty('data')
  },
)
