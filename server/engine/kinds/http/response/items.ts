/** How each record of a delivery fared, by the answer's own words: lists in order, entries that name their record, lists of failures. Pure. */
import { placesOfAll, placesOfSome } from './item-places.ts'
import { type Entry, isObject, type Says, saysFailure, saysOf, withoutEcho } from './item-verdict.ts'

/**
 * `unknown`: the answer contains results of other records only. `isOfAll`: the entry is the whole answer, whose errors name no records. `words`: the
 * reason, where the configuration says which member it is.
 */
export type Fare = {
  readonly says: Says | 'unknown'
  readonly entry: unknown
  readonly isOfAll?: true
  readonly words?: string
}

/** `unclear`: something went wrong, or may have, and it cannot be told for which record. */
export type Reading = { readonly whole: 'taken' | 'unclear' } | { readonly items: readonly Fare[] }

export type Answered = {
  readonly status: number
  readonly value: unknown
  /** How many records were sent, and the records, as far as they are known. */
  readonly count: number
  readonly sent: () => readonly unknown[]
}

const multiStatus = 207
const resultLists = [
  ...['items', 'results', 'data', 'responses', 'records', 'entries', 'operations', 'statuses', 'value', 'result', 'status'],
  ...['Results', 'Records', 'Successful'],
]
const failureLists = [
  ...['errors', 'failures', 'failed', 'rejected', 'failedItems', 'failedRecords', 'insertErrors', 'invalid'],
  ...['Errors', 'Failed', 'FailedRecords'],
]
const wrappers = ['data', 'result', 'response', 'body']
/** Of Elasticsearch: `{ index: { status } }`. */
const operations = new Set(['index', 'create', 'update', 'delete', 'insert', 'upsert'])

function unwrapped(entry: unknown): Entry | null {
  if (!isObject(entry)) return null
  const [name, ...more] = Object.keys(entry)
  const inner = name !== undefined && more.length === 0 && operations.has(name) ? entry[name] : null
  return isObject(inner) ? inner : entry
}

/** A list of objects under a name; null for anything else. */
function listOf(value: unknown): readonly Entry[] | null {
  if (!Array.isArray(value) || value.length === 0) return null
  const entries = value.map(unwrapped)
  return entries.every((entry) => entry !== null) ? entries : null
}

const holdersIn = (value: unknown): readonly Entry[] =>
  isObject(value) ? [value, ...wrappers.map((name) => value[name]).filter(isObject)] : []

function listsIn(value: unknown, names: readonly string[]): (readonly Entry[])[] {
  return holdersIn(value).flatMap((holder) => names.map((name) => listOf(holder[name])).filter((list) => list !== null))
}

/** From a list with an entry for each record; null when it does not tell them apart. */
function fromAll(entries: readonly Entry[], { status, count, sent }: Answered): readonly Fare[] | null {
  if (entries.length !== count) return null
  const said = entries.map(saysOf)
  // The usual answers, without a look at what was sent.
  if (said.every((says) => says === 'taken')) return entries.map((entry) => ({ says: 'taken', entry }))
  if (said.every((says) => says === null)) return null
  const places = placesOfAll(entries, sent(), count)
  if (!places) return null
  const fares = new Map<number, { readonly says: Says | null; readonly entry: Entry }>()
  for (const [at, entry] of entries.entries()) {
    const place = places[at] ?? at
    fares.set(place, { entry, says: saysOf(withoutEcho(entry, sent()[place])) })
  }
  const inOrder = Array.from({ length: count }, (_, at) => fares.get(at))
  const isSilent = (fare: (typeof inOrder)[number]) => fare === undefined || fare.says === null
  // Where failures are marked, what is not marked was taken. A multi-status says it of each.
  if (inOrder.every(isSilent) || (status === multiStatus && inOrder.some(isSilent))) return null
  return inOrder.map((fare) => ({ says: fare?.says ?? 'taken', entry: fare?.entry }))
}

/** An entry that names its records in a list, as `context.ids` of HubSpot does: one entry for each of them. */
function byRecord(entry: Entry): readonly Entry[] {
  const holder = isObject(entry['context']) ? entry['context'] : entry
  const ids = ['ids', 'id', 'objectIds', 'recordIds'].map((name) => holder[name]).find(Array.isArray)
  return ids && ids.length > 0 ? ids.map((id) => ({ ...entry, id })) : [entry]
}

/** From a list of failures: who is not in it was taken. */
function fromFailures(entries: readonly Entry[], { count, sent }: Answered): readonly Fare[] | null {
  const places = placesOfSome(entries, sent(), count)
  if (!places) return null
  const fares: Fare[] = Array.from({ length: count }, () => ({ says: 'taken', entry: undefined }))
  for (const [at, entry] of entries.entries()) {
    const place = places[at] ?? 0
    const says = saysOf(entry) ?? 'refused'
    // Several complaints about one record: a refusal stays one.
    if (fares[place]?.says !== 'refused') fares[place] = { says, entry }
  }
  return fares
}

/** What the lists say, each by itself; a list that tells nothing apart is left out. */
function fromLists(answered: Answered): (readonly Fare[])[] {
  const { value } = answered
  const root = listOf(value)
  const results = root ? [root] : listsIn(value, resultLists)
  const found = [
    ...results.map((list) => fromAll(list, answered)),
    ...listsIn(value, failureLists).map((list) => fromFailures(list.flatMap(byRecord), answered)),
  ]
  return found.filter((fares) => fares !== null)
}

/** A single record: the answer itself is its entry. */
function fromRoot({ status, value, count, sent }: Answered): readonly Fare[] | null {
  if (count !== 1 || !isObject(value)) return null
  // What was sent is read only when it may explain a failure.
  if (status !== multiStatus && !isBad(saysOf(value))) return null
  const says = saysOf(withoutEcho(value, sent()[0]))
  return says === null ? null : [{ says, entry: value }]
}

/** Counts and lists of failures that show how many records failed. */
function failuresIn(value: unknown): number {
  if (!isObject(value)) return 0
  const list = failureLists.map((name) => value[name]).find(Array.isArray)
  return typeof value['numErrors'] === 'number' ? value['numErrors'] : (list?.length ?? 0)
}

function onlyFailure(value: unknown): Entry | null {
  const [list, ...others] = listsIn(value, failureLists)
  return others.length === 0 && list?.length === 1 ? (list[0] ?? null) : null
}

/**
 * From a list of the records that were taken, where the failures cannot be placed: each of them is known by what it was sent with. The others were
 * refused where there are as many failures, else nothing is known of them.
 */
function fromTaken(answered: Answered): readonly Fare[] | null {
  const { value, count, sent } = answered
  for (const entries of listsIn(value, resultLists)) {
    if (entries.length >= count || entries.some((entry) => isBad(saysOf(entry)))) continue
    const places = placesOfSome(entries, sent(), count)
    if (!places || new Set(places).size !== entries.length) continue
    const rest = failuresIn(value) === count - entries.length ? 'refused' : 'unknown'
    // A single failure is about the single record that is left.
    const only = rest === 'refused' && entries.length === count - 1 ? onlyFailure(value) : null
    const other: Fare = only === null ? { says: rest, entry: value, isOfAll: true } : { says: rest, entry: only }
    return Array.from({ length: count }, (_, at) => (places.includes(at) ? { says: 'taken', entry: value } : other))
  }
  return null
}

/** The entry of each record, of an answer that lists one for each and says that all were taken; null where it does not tell them apart. */
export function entriesInOrder({ value, count, sent }: Answered): readonly unknown[] | null {
  const root = listOf(value)
  const entries = (root ? [root] : listsIn(value, resultLists)).find((list) => list.length === count)
  const places = entries === undefined ? null : placesOfAll(entries, sent(), count)
  if (entries === undefined || places === null) return null
  const placed = new Map(places.map((place, at) => [place, entries[at]]))
  return Array.from({ length: count }, (_, at) => placed.get(at))
}

/** The single entry of an answer that lists the result of one record; null if there is none. */
export function onlyEntry(value: unknown): Entry | null {
  const list = Array.isArray(value) ? listOf(value) : isObject(value) ? (listsIn(value, resultLists)[0] ?? null) : null
  return list?.length === 1 ? (list[0] ?? null) : null
}

/** Entries of a list that could not be used, of which so many are looked at. */
const lookedAt = 50

function isAlarming({ value, count, sent }: Answered): boolean {
  const only = () => (count === 1 ? sent()[0] : undefined)
  if (holdersIn(value).some((holder) => saysFailure(holder) && saysFailure(withoutEcho(holder, only())))) return true
  const lists = Array.isArray(value) ? [listOf(value) ?? []] : listsIn(value, [...resultLists, ...failureLists])
  const bad = lists.flat().filter((entry) => isBad(saysOf(entry)))
  return bad.slice(0, lookedAt).some((entry) => !sent().some((record) => !isBad(saysOf(withoutEcho(entry, record)))))
}

const isBad = (says: Says | null) => says === 'refused' || says === 'again'

/** Reads the answer to a delivery that was accepted as such (2xx). */
export function readItems(answered: Answered): Reading {
  const told = fromLists(answered)
  const root = told.length === 0 ? fromRoot(answered) : null
  const items = [...told, ...(root ? [root] : [])].find((fares) => fares.some(({ says }) => says !== 'taken'))
  if (items) return { items }
  // Every list says that all was taken; the answer around them may still speak of a failure.
  const isTold = told.length > 0 || root !== null
  if (!isAlarming(answered) && (answered.status !== multiStatus || isTold)) return { whole: 'taken' }
  const known = isTold ? null : fromTaken(answered)
  return known ? { items: known } : { whole: 'unclear' }
}
