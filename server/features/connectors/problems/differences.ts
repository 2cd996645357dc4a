/** What some records have in common and others do not, found value by value. */
import { type Difference, differencesMax, type ValueTrait } from '#contract/connectors/problems/cause-evidence.ts'

/** Names in a path, and paths of one record, that are looked at. */
const depthMax = 6
const pathsMax = 300
/** Characters of a value that is told. */
const valueMax = 80
/** A trait tells records apart when at least this share of the lost ones has it, and at most the other share of the delivered ones. */
const shareOfLost = 0.9
const shareOfDelivered = 0.1

export type Values = ReadonlyMap<string, unknown>

/** The values of a record by their paths; lists are values. */
export function valuesOf(record: unknown): Values {
  const found = new Map<string, unknown>()
  const walk = (value: unknown, path: string, depth: number) => {
    if (found.size >= pathsMax) return
    if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === depthMax) {
      found.set(path, value)
      return
    }
    for (const [name, inner] of Object.entries(value)) walk(inner, path === '' ? name : `${path}.${name}`, depth + 1)
  }
  walk(record, '', 0)
  found.delete('')
  return found
}

export const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)
const isText = (value: unknown): value is string => typeof value === 'string'

/** The most frequent type of delivered values, and their longest text. */
function habitsOf(values: readonly unknown[]) {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(typeOf(value), (counts.get(typeOf(value)) ?? 0) + 1)
  const [type = null] = [...counts].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
  return { type, longest: Math.max(0, ...values.filter(isText).map(({ length }) => length)) }
}

type Test = (has: boolean, value: unknown) => boolean

/** Signs whose presence may make a value what it is: no letters, digits or spaces. */
const signs = /[^\p{L}\p{N}\s]/gu
/** Texts shorter or longer than this are looked at up to here. */
const signsWithin = 200

/** The sign that nearly all delivered texts contain, the first in them; none where they have none in common. */
function testsOfSign(delivered: readonly Values[], path: string): [ValueTrait, Test, string][] {
  const texts = delivered.map((values) => values.get(path)).filter(isText)
  if (texts.length === 0 || texts.length < shareOfLost * delivered.length) return []
  const candidates = new Set(texts[0]?.slice(0, signsWithin).match(signs))
  const sign = [...candidates].find((it) => texts.filter((text) => text.includes(it)).length >= shareOfLost * texts.length)
  return sign === undefined ? [] : [['without', (_, value) => isText(value) && value !== '' && !value.includes(sign), sign]]
}

/** The traits of a path, the plainest first: what is missing is not also of another type. */
function testsOf(lost: readonly Values[], delivered: readonly Values[], path: string): [ValueTrait, Test, string][] {
  const { type, longest } = habitsOf(delivered.flatMap((values) => (values.has(path) ? [values.get(path)] : [])))
  const first = lost.find((values) => values.has(path))?.get(path)
  // What one record has alone is common to nothing.
  const isTold = lost.length > 1 && typeOf(first) !== 'object' && typeOf(first) !== 'list'
  const tests: [ValueTrait, Test, string][] = [
    ['missing', (has) => !has, ''],
    ['null', (has, value) => has && value === null, ''],
    ['empty', (_, value) => value === '' || (Array.isArray(value) && value.length === 0), ''],
    ['other-type', (has, value) => has && value !== null && type !== null && typeOf(value) !== type, ''],
    ...testsOfSign(delivered, path),
    ['space', (_, value) => isText(value) && /\s/.test(value), ''],
    ['longer', (_, value) => isText(value) && longest > 0 && value.length > longest, ''],
  ]
  if (isTold) tests.push(['same', (has, value) => has && value === first, String(first).slice(0, valueMax)])
  return tests
}

/** The paths that most of the records have. No other can tell them apart: what is missing from the lost ones, nearly all delivered ones have. */
function frequentIn(records: readonly Values[]): string[] {
  const counts = new Map<string, number>()
  for (const values of records) for (const path of values.keys()) counts.set(path, (counts.get(path) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= shareOfLost * records.length).map(([path]) => path)
}

/** @param hint what the destination said: a field that it names comes first. */
export function differencesOf(
  lostRecords: readonly unknown[],
  deliveredRecords: readonly unknown[],
  hint: string,
): Omit<Difference, 'from' | 'fixed'>[] {
  if (lostRecords.length === 0 || deliveredRecords.length === 0) return []
  const lost = lostRecords.map(valuesOf)
  const delivered = deliveredRecords.map(valuesOf)
  const said = hint.toLowerCase()
  const found: (Omit<Difference, 'from' | 'fixed'> & { readonly rank: number })[] = []
  for (const path of new Set([...frequentIn(lost), ...frequentIn(delivered)])) {
    const count = (records: readonly Values[], test: Test) =>
      records.filter((values) => test(values.has(path), values.get(path))).length
    for (const [order, [trait, test, value]] of testsOf(lost, delivered, path).entries()) {
      const counts = { lost: count(lost, test), delivered: count(delivered, test) }
      const shares = { lost: counts.lost / lost.length, delivered: counts.delivered / delivered.length }
      if (shares.lost < shareOfLost || shares.delivered > shareOfDelivered) continue
      const isNamed = said.includes((path.split('.').at(-1) ?? '').toLowerCase())
      found.push({ path, trait, value, ...counts, rank: (isNamed ? 100 : 0) + 10 * (shares.lost - shares.delivered) - order })
      break
    }
  }
  return found
    .toSorted((a, b) => b.rank - a.rank || (a.path < b.path ? -1 : 1))
    .slice(0, differencesMax)
    .map(({ rank: _, ...difference }) => difference)
}

/** What a mapping can do against a trait; null where it depends on what a person wants. */
const remedies: Readonly<Partial<Record<ValueTrait, (value: unknown, typeOfDelivered: string | null) => unknown>>> = {
  // A mapping can split a text at its spaces, and no transform takes one out of its middle.
  space: (value) => (isText(value) && !/\s/.test(value.trimEnd()) ? value.trimEnd() : value),
  'other-type': (value, type) => {
    if (type === 'string' && typeof value === 'number') return String(value)
    if (type === 'number' && isText(value) && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
    return type === 'boolean' && (value === 'true' || value === 'false') ? value === 'true' : value
  },
}

/** How many of the lost records have no trait in the field any more once the remedy was tried on each of them; null where there is none. */
export function fixedBy(
  lostRecords: readonly unknown[],
  deliveredRecords: readonly unknown[],
  { path, trait }: Pick<Difference, 'path' | 'trait'>,
): number | null {
  const remedy = remedies[trait]
  if (remedy === undefined) return null
  const lost = lostRecords.map(valuesOf)
  const delivered = deliveredRecords.map(valuesOf)
  const { type } = habitsOf(delivered.flatMap((values) => (values.has(path) ? [values.get(path)] : [])))
  const changed = lost.map((values) => new Map(values).set(path, remedy(values.get(path), type)))
  const tests = testsOf(changed, delivered, path).filter(([name, test]) => {
    const count = delivered.filter((values) => test(values.has(path), values.get(path))).length
    return name !== 'same' && count <= shareOfDelivered * delivered.length
  })
  return changed.filter((values) => !tests.some(([, test]) => test(true, values.get(path)))).length
}
