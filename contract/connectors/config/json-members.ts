/** Members of parsed JSON, and the paths that name them. */

/** Names that reach into JavaScript's own objects: no path may hold them (threat T-PP). */
export const refusedNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

type Json = Readonly<Record<string, unknown>>
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value)

/** A number that a double cannot hold, as the API client keeps it. */
export const isRawNumber = (value: object) => 'isRawJSON' in JSON && (JSON.isRawJSON as (it: unknown) => boolean)(value)

/** The path of a member, in the form in which mappings name it. */
export function memberPath(path: string, name: string): string {
  if (/[.[\]]/.test(name)) return `${path}[${JSON.stringify(name)}]`
  return path === '' ? name : `${path}.${name}`
}
