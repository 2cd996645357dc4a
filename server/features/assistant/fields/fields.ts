/** Fields of kept records with the values that they hold, by which the words of a question are known as conditions. */

import { typeOf, valuesOf } from '../../connectors/problems/differences.ts'
import type { KeptRecord } from '../../connectors/runs/kept-records.ts'

/** Texts of one record by the path of their field, and its numbers. */
export type RecordFields = {
  readonly texts: ReadonlyMap<string, readonly string[]>
  readonly numbers: ReadonlyMap<string, number>
}
/** What the records of a connector hold. */
export type Fields = {
  /** Of each text in lower case, the paths at which it stands. */
  readonly pathsOf: ReadonlyMap<string, ReadonlySet<string>>
  /** Of each text in lower case, how it is written. */
  readonly written: ReadonlyMap<string, string>
  readonly textPaths: ReadonlySet<string>
  readonly numberPaths: ReadonlySet<string>
}

/** Characters of a text that is looked for, and elements of a list that are looked at. */
const textMax = 80
const elementsMax = 20

const numberOf = (value: unknown): number | null => {
  if (typeof value === 'number') return value
  if (JSON.isRawJSON(value)) return Number(value.rawJSON)
  return typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(value) ? Number(value) : null
}

/** @returns what a record holds, in lists of records as well. */
export function fieldsOf({ values }: Pick<KeptRecord, 'values'>): RecordFields {
  const texts = new Map<string, string[]>()
  const numbers = new Map<string, number>()
  const add = (path: string, value: unknown) => {
    const number = numberOf(value)
    if (number !== null && !numbers.has(path)) numbers.set(path, number)
    const text = typeof value === 'string' || typeof value === 'boolean' ? String(value).trim() : ''
    if (text !== '' && text.length <= textMax) texts.set(path, [...(texts.get(path) ?? []), text])
  }
  for (const value of values) {
    for (const [path, inner] of valuesOf(value)) {
      if (typeOf(inner) !== 'list') add(path, inner)
      else for (const element of (inner as readonly unknown[]).slice(0, elementsMax)) addElement(element, path, texts)
    }
  }
  return { texts, numbers }
}

/** Numbers of lists have no single value; their texts narrow. */
function addElement(element: unknown, path: string, texts: Map<string, string[]>): void {
  const inner = typeof element === 'object' && element !== null ? valuesOf(element) : new Map([['', element]])
  for (const [name, value] of inner) {
    const at = name === '' ? path : `${path}.${name}`
    if (typeof value === 'string' && value.length <= textMax) texts.set(at, [...(texts.get(at) ?? []), value.trim()])
  }
}

/** What some records hold together. */
export function fieldsOfAll(all: readonly RecordFields[]): Fields {
  const pathsOf = new Map<string, Set<string>>()
  const written = new Map<string, string>()
  const numberPaths = new Set<string>()
  const textPaths = new Set<string>()
  for (const { texts, numbers } of all) {
    for (const path of numbers.keys()) numberPaths.add(path)
    for (const [path, found] of texts) {
      textPaths.add(path)
      for (const own of found) {
        const text = own.toLowerCase()
        written.set(text, own)
        const paths = pathsOf.get(text) ?? new Set()
        paths.add(path)
        pathsOf.set(text, paths)
      }
    }
  }
  return { pathsOf, written, textPaths, numberPaths }
}

/** The last name of a path in words: "customer.createdAt" is "created at". */
export const fieldLabel = (path: string): string =>
  (path.split('.').at(-1) ?? path)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
