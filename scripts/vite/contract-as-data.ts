/** In the browser the contract is plain data: its modules are run at build time, and what remains is what the console's services read. */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** What only the server and the description need. */
const leftOut = new Set([
  ...['summary', 'access', 'scope', 'audit', 'forbidden', 'aliases', 'params', 'query', 'body', 'isHeavy', 'isOpenInMaintenance'],
])
/** A schema that is shorter than this is cheaper to repeat than to name. */
const shortest = 60
/** A module that takes nothing of these builds no schema: it may hold functions and goes into the bundle as it is. */
const buildsSchemas = /^import (?!type )[^']*? from '(typebox|(#contract\/|(\.\.?\/)+)(kit\/)?(schemas|endpoint)\.ts)'/m

/**
 * Replaces each module of `contract/` that builds schemas by its exports as JSON. `typebox/schema` holds answers against them as
 * they are, so that the builder stays out of the bundle and nothing is evaluated there.
 */
export function contractAsData(): Plugin {
  return {
    name: 'contract-as-data',
    enforce: 'pre',
    async load(id) {
      const [path = ''] = id.split('?')
      if (!/\/contract\/.*\.ts$/.test(path) || !buildsSchemas.test(readFileSync(path, 'utf8'))) return null
      const module: Record<string, unknown> = await import(pathToFileURL(path).href)
      return { code: asCode(module), moduleType: 'js' }
    },
    handleHotUpdate({ file, server }) {
      if (/\/contract\/.*\.ts$/.test(file)) server.restart()
    },
  }
}

function asCode(module: Readonly<Record<string, unknown>>): string {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()
  const shared: string[] = []
  const plain = Object.entries(module)
    .filter(([name, value]) => name !== 'default' && typeof value !== 'function')
    .map(([name, value]) => [name, withoutServersPart(JSON.parse(JSON.stringify(value)))] as const)
  for (const [, value] of plain) count(value, seen)

  const write = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value)
    const text = JSON.stringify(value)
    if ((seen.get(text) ?? 0) < 2 || text.length < shortest) return inner(value)
    const known = names.get(text)
    if (known !== undefined) return known
    const name = `s${names.size}`
    names.set(text, name)
    shared.push(`const ${name}=${inner(value)}`)
    return name
  }
  const inner = (value: object): string =>
    Array.isArray(value)
      ? `[${value.map(write).join(',')}]`
      : `{${Object.entries(value)
          .map(([key, it]) => `${JSON.stringify(key)}:${write(it)}`)
          .join(',')}}`

  const exported = plain.map(([name, value]) => `export const ${name}=${write(value)}`)
  return [...shared, ...exported].join('\n')
}

/** Counts every object by its text, once for each place that it stands in. */
function count(value: unknown, seen: Map<string, number>): void {
  if (typeof value !== 'object' || value === null) return
  const text = JSON.stringify(value)
  const times = (seen.get(text) ?? 0) + 1
  seen.set(text, times)
  if (times === 1) for (const it of Object.values(value)) count(it, seen)
}

function withoutServersPart(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const isEndpoint = 'method' in value && 'path' in value && 'reply' in value
  const entries = Object.entries(value).filter(([key]) => !isEndpoint || !leftOut.has(key))
  return Object.fromEntries(entries.map(([key, it]) => [key, isEndpoint ? it : withoutServersPart(it)]))
}
