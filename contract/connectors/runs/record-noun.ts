/** What a connector's records are called: "customers" where its source has a list of that name, otherwise "records". Server and console read it. */
import type { SourceConfig } from '../config/config.ts'
import { readPathOf } from '../config/seen-lists.ts'

export type RecordNoun = { readonly one: string; readonly other: string }

export const plainNoun: RecordNoun = { one: 'record', other: 'records' }

/** Names that lists of anything have, and nouns that are no plural although they end like one. */
const sayNothing = new Set([
  ...['items', 'records', 'results', 'rows', 'entries', 'hits', 'docs', 'documents', 'objects', 'elements', 'values', 'contents'],
  ...['resources', 'nodes', 'edges', 'lists', 'pages', 'files', 'lines', 'members', 'responses', 'datas', 'collections'],
  ...['news', 'status', 'series', 'sales', 'analytics', 'details', 'settings', 'exports', 'changes', 'updates', 'apis', 'https'],
])
const longest = 30

/** The words of a name, in small letters: "sales_orders", "salesOrders" and "sales-orders" are two. Null for what is no name. */
function partsOfName(name: string): readonly string[] | null {
  if (name.length > longest || !/^[A-Za-z][A-Za-z_-]*$/.test(name)) return null
  const parted = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return parted.split(/[ _-]/).filter((word) => word !== '')
}

function singularOf(word: string): string | null {
  if (word === 'people') return 'person'
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return null
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:ss|x|ch|sh|zz)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

function nounNamed(name: string | undefined): RecordNoun | null {
  const words = name === undefined ? null : partsOfName(name)
  const last = words?.at(-1)
  if (!words || last === undefined || sayNothing.has(last)) return null
  const singular = singularOf(last)
  if (singular === null) return null
  const before = words.slice(0, -1)
  return { one: [...before, singular].join(' '), other: [...before, last].join(' ') }
}

/** Of a path of names joined by dots or slashes. */
const lastOf = (path: string, separator: '.' | '/') =>
  path
    .split(separator)
    .filter((part) => part !== '')
    .at(-1)

/** "https://shop.example/v2/customers.json?page=1" has "customers" last; its host alone names nothing. */
function lastOfUrl(url: string): string | undefined {
  const [before = ''] = url.split(/[?#]/)
  const path = before.split('://').at(-1) ?? ''
  const at = path.indexOf('/')
  return at < 0 ? undefined : lastOf(path.slice(at), '/')?.replace(/\.[a-z]{2,5}$/, '')
}

type Source = Pick<SourceConfig, 'type' | 'url' | 'isList' | 'listPath' | 'listConfig' | 'databaseConfig'>

/** By the name of the list in the response, the last name of the URL, or the table. */
export function recordNounOf(source: Source | undefined, isHook = false): RecordNoun {
  if (source === undefined || isHook) return plainNoun
  const { type, url = '', databaseConfig } = source
  if (type === 'database') return nounNamed(lastOf(databaseConfig?.table ?? '', '.')) ?? plainNoun
  if (type !== 'http') return plainNoun
  return nounNamed(lastOf(readPathOf(source), '.')) ?? nounNamed(lastOfUrl(url)) ?? plainNoun
}

export const nounFor = (noun: RecordNoun, count: number): string => (count === 1 ? noun.one : noun.other)

/** "1 customer", "1,204 customers". */
export const countedNoun = (noun: RecordNoun, count: number): string => `${count.toLocaleString('en')} ${nounFor(noun, count)}`
