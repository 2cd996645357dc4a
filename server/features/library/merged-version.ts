/** Takes what a new version of a definition changes over into a configuration that was started from an earlier one. */
import { isDeepStrictEqual as isEqual } from 'node:util'

type Json = Readonly<Record<string, unknown>>
export type Merged = { readonly value: unknown; readonly kept: readonly string[] }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const at = (value: Json, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined)
/** What has another type is another thing: its members are not mixed. */
const isSameKind = (one: Json, other: Json) => at(one, 'type') === at(other, 'type')
/** Of the connector itself. */
const own = new Set(['/name', '/_id', '/integrationId', '/userId', '/revision', '/status'])

/** Places that both have changed stay as they are here. Lists are taken or kept as a whole. */
export function mergedVersion(before: unknown, after: unknown, here: unknown): Merged {
  const kept: string[] = []
  function merge(path: string, base: unknown, next: unknown, current: unknown): unknown {
    if (own.has(path) || isEqual(base, next) || isEqual(current, next)) return current
    // The whole is looked into, for what is the connector's own.
    if (path !== '' && isEqual(base, current)) return next
    if (isObject(base) && isObject(next) && isObject(current) && isSameKind(base, next) && isSameKind(base, current)) {
      const keys = new Set([...Object.keys(current), ...Object.keys(next)])
      const entries = [...keys].map((key): [string, unknown] => [
        key,
        merge(`${path}/${key}`, at(base, key), at(next, key), at(current, key)),
      ])
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
    }
    kept.push(path)
    return current
  }
  return { value: merge('', before, after, here), kept }
}
