/** Whom a problem affects: the values that its records have and most delivered records do not, and since when they were created. */
import { type Affected, affectedValuesMax } from '#contract/connectors/problems/cause-evidence.ts'
import { type Values, valuesOf } from './differences.ts'

/** Fewer records have something in common by chance. */
const lostMin = 3
/** Of the delivered records at most this share may have one of the values, or be as young. */
const shareOfDelivered = 0.6
/** Characters of a value that is shown. */
const valueMax = 40

/** Names of fields by which people group records, the usual ones first; the last name of a path in small letters. */
const groupNames = [
  ...[
    'country',
    'countrycode',
    'region',
    'market',
    'state',
    'city',
    'language',
    'locale',
    'currency',
    'type',
    'status',
    'category',
  ],
  ...['segment', 'plan', 'channel', 'source', 'store', 'shop', 'brand', 'department', 'group', 'kind', 'role'],
]
/** Names of times at which a record came into being, likewise. */
const timeNames = [
  'createdat',
  'created',
  'createdon',
  'creationdate',
  'datecreated',
  'orderdate',
  'date',
  'updatedat',
  'updated',
]

const nameOf = (path: string) => (path.split('.').at(-1) ?? '').toLowerCase().replace(/[^a-z]/g, '')

/** Paths of those names, in their order. */
function pathsNamed(records: readonly Values[], names: readonly string[]): readonly string[] {
  const paths = [...new Set(records.flatMap((values) => [...values.keys()]))].filter((path) => names.includes(nameOf(path)))
  return paths.toSorted((a, b) => names.indexOf(nameOf(a)) - names.indexOf(nameOf(b)) || (a < b ? -1 : 1))
}

const textOf = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length <= valueMax
    ? value
    : typeof value === 'boolean'
      ? String(value)
      : null

const shareOf = (records: readonly Values[], test: (values: Values) => boolean) =>
  records.length === 0 ? 0 : records.filter(test).length / records.length

function commonValues(lost: readonly Values[], delivered: readonly Values[], path: string): Affected['values'] {
  const counts = new Map<string, number>()
  for (const values of lost) {
    const text = textOf(values.get(path))
    if (text === null) return null
    counts.set(text, (counts.get(text) ?? 0) + 1)
    if (counts.size > affectedValuesMax) return null
  }
  if (shareOf(delivered, (values) => counts.has(textOf(values.get(path)) ?? '')) > shareOfDelivered) return null
  const found = [...counts].map(([value, count]) => ({ value, count }))
  return { path, counts: found.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)) }
}

/** Milliseconds; null for what is no date with at least a day. */
function instantOf(value: unknown): number | null {
  if (typeof value !== 'string' || value.length > valueMax || !/^\d{4}-\d\d-\d\d/.test(value)) return null
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : at
}

function commonSince(lost: readonly Values[], delivered: readonly Values[], path: string): Affected['since'] {
  const times = lost.map((values) => instantOf(values.get(path)))
  if (times.includes(null)) return null
  const first = Math.min(...times.flatMap((at) => at ?? []))
  const isAsYoung = (values: Values) => (instantOf(values.get(path)) ?? Number.POSITIVE_INFINITY) >= first
  return shareOf(delivered, isAsYoung) > shareOfDelivered ? null : { path, at: new Date(first).toISOString() }
}

/** Null where nothing sets the lost records apart from the delivered ones, or there are too few of either. */
export function affectedOf(lostRecords: readonly unknown[], deliveredRecords: readonly unknown[]): Affected | null {
  if (lostRecords.length < lostMin || deliveredRecords.length < lostMin) return null
  const [lost, delivered] = [lostRecords.map(valuesOf), deliveredRecords.map(valuesOf)]
  const values = pathsNamed(lost, groupNames)
    .map((path) => commonValues(lost, delivered, path))
    .find((found) => found !== null)
  const since = pathsNamed(lost, timeNames)
    .map((path) => commonSince(lost, delivered, path))
    .find((found) => found !== null)
  return values === undefined && since === undefined ? null : { values: values ?? null, since: since ?? null }
}
