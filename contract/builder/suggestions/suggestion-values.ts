/** What the values of examples look like, and whether one type can become another. */
import type { ShapeField } from '../../connectors/config/shape.ts'
import { textual } from './suggestion-terms.ts'

export const valueKinds = ['email', 'date', 'phone', 'url', 'uuid', 'currency', 'country', 'integer', 'number', 'flag'] as const
export type ValueKind = (typeof valueKinds)[number]

const currencies = new Set(
  'USD EUR GBP JPY CNY CAD AUD CHF SEK NOK DKK PLN CZK HUF RON BGN TRY INR BRL MXN ZAR SGD HKD NZD KRW THB IDR MYR PHP ILS AED SAR'.split(
    ' ',
  ),
)
const patterns: readonly (readonly [ValueKind, (text: string) => boolean])[] = [
  ['email', (text) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*\.[^\s@.]{2,}$/.test(text)],
  ['url', (text) => /^https?:\/\/\S+$/i.test(text)],
  ['uuid', (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)],
  ['date', (text) => /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d|$)/.test(text) || /^\d{1,2}[./]\d{1,2}[./]\d{4}$/.test(text)],
  ['phone', (text) => /^(\+|00)\d[\d\s().-]{6,18}$/.test(text) || /^\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}$/.test(text)],
  ['currency', (text) => currencies.has(text.toUpperCase())],
  ['country', (text) => /^[A-Z]{2}$/.test(text)],
  ['integer', (text) => /^-?\d{1,15}$/.test(text)],
  ['number', (text) => /^-?\d{1,15}\.\d+$/.test(text)],
]

/** What all values of a field are; null where they are of no kind, or of several. */
export function kindOf(values: readonly unknown[]): ValueKind | null {
  const kinds = new Set(values.filter((value) => value !== null && value !== undefined && value !== '').map(kindOfOne))
  if (kinds.size === 2 && kinds.has('integer') && kinds.has('number')) return 'number'
  const [kind, other] = kinds
  return other === undefined ? (kind ?? null) : null
}

function kindOfOne(value: unknown): ValueKind | null {
  if (typeof value === 'boolean') return 'flag'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value !== 'string' || value.length > 256) return null
  return patterns.find(([, fits]) => fits(value))?.[0] ?? null
}

/** Which kinds of value a concept is written with. */
const kindsOfConcept: Readonly<Record<string, readonly ValueKind[]>> = {
  email: ['email'],
  phone: ['phone', 'integer'],
  mobile: ['phone', 'integer'],
  fax: ['phone', 'integer'],
  website: ['url'],
  permalink: ['url'],
  url: ['url'],
  avatar: ['url'],
  source: ['url'],
  currency: ['currency'],
  birthday: ['date'],
  createdat: ['date', 'integer'],
  updatedat: ['date', 'integer'],
  closedat: ['date', 'integer'],
  dueat: ['date', 'integer'],
  startat: ['date', 'integer'],
  endat: ['date', 'integer'],
  seenat: ['date', 'integer'],
  quantity: ['integer', 'number'],
  price: ['integer', 'number'],
  saleprice: ['integer', 'number'],
  cost: ['integer', 'number'],
  total: ['integer', 'number'],
  subtotal: ['integer', 'number'],
  tax: ['integer', 'number'],
  discount: ['integer', 'number'],
  weight: ['integer', 'number'],
  completed: ['flag'],
  locked: ['flag'],
  taxable: ['flag'],
  taxincluded: ['flag'],
}

/** Of a field with these senses: whether such values are what it is for, what they cannot be, or neither. */
export function sensible(senses: readonly string[], kind: ValueKind | null): 'yes' | 'no' | 'unknown' {
  if (kind === null) return 'unknown'
  const fitting = senses.flatMap((sense) => kindsOfConcept[sense] ?? [])
  if (fitting.includes(kind)) return 'yes'
  const holdsText = senses.some((sense) => textual.has(sense))
  if (holdsText) return ['integer', 'number', 'flag', 'date', 'email', 'uuid'].includes(kind) ? 'no' : 'unknown'
  return fitting.length > 0 && senses.every((sense) => kindsOfConcept[sense] !== undefined) ? 'no' : 'unknown'
}

/** How likely a field feeds another, by their types. */
export type Likelihood = 'same' | 'convertible' | 'unknown' | 'unlikely' | 'wrong'

const plain = new Set(['string', 'number', 'integer', 'boolean', 'date'])

/** Whether values of the source are likely meant for the target; what the engine can convert is `fitOf` of the samples. */
export function likelihoodOf(source: ShapeField, target: ShapeField, kind: ValueKind | null): Likelihood {
  const [from, into] = [source.types, target.types]
  if (from.includes('any') || into.includes('any')) return 'unknown'
  if (from.some((type) => into.includes(type)) || (from.includes('integer') && into.includes('number'))) return 'same'
  // `tags[*].name` makes a list, and a list fills `labels[*].name`.
  if ((source.path.includes('[*]') && into.includes('array')) || (from.includes('array') && target.path.includes('[*]')))
    return 'convertible'
  if (from.includes('string') && into.includes('array')) return 'unlikely'
  const isPlain = (types: readonly string[]) => types.every((type) => plain.has(type))
  if (!isPlain(from) || !isPlain(into)) return 'wrong'
  if (into.includes('string')) return from.includes('boolean') ? 'wrong' : 'convertible'
  if (into.includes('number') || into.includes('integer')) {
    return kind === 'integer' || kind === 'number' || (from.includes('date') && into.includes('integer'))
      ? 'convertible'
      : 'wrong'
  }
  if (into.includes('date')) return kind === 'date' || kind === 'integer' ? 'convertible' : kind === null ? 'unknown' : 'wrong'
  return 'wrong'
}
