/**
 * The answer of HubSpot's batch endpoints: `{ status, results: […], numErrors, errors: [{ context: { ids: […] } }] }`. Results are in no order, and each
 * names its record by its id, by `objectWriteTraceId`, by the property that was sent as `idProperty`, or by its properties alone.
 */
import { scalarText } from '#server/platform/json/raw-json.ts'
import { type Entry, isObject } from '../item-verdict.ts'
import type { Fare } from '../items.ts'
import { type AnswerReader, type Read, unclear } from './reader.ts'

/** HubSpot writes email addresses in lower case. */
const keyed = (kind: string, value: unknown): string | null => {
  const text = scalarText(value)?.trim().toLowerCase() ?? ''
  return text === '' ? null : `${kind}\n${text}`
}

const inList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])
const objectsIn = (value: unknown): readonly Entry[] => inList(value).filter(isObject)
const propertiesOf = (entry: unknown): Entry => (isObject(entry) && isObject(entry['properties']) ? entry['properties'] : {})

/** Records that are compared by all of their properties: HubSpot takes 100 at once. */
const comparedMax = 200

type Places = { readonly named: ReadonlyMap<string, number | null>; readonly idProperties: ReadonlySet<string> }

/** Where each record was sent that has a name of its own; null under a name that two records have. */
function placesOf(sent: readonly unknown[]): Places {
  const named = new Map<string, number | null>()
  const idProperties = new Set<string>()
  const add = (key: string | null, at: number) => {
    if (key !== null) named.set(key, named.has(key) && named.get(key) !== at ? null : at)
  }
  for (const [at, record] of sent.entries()) {
    if (!isObject(record)) continue
    add(keyed('trace', record['objectWriteTraceId']), at)
    add(keyed('id', record['id']), at)
    const property = scalarText(record['idProperty'])
    if (property === null) continue
    idProperties.add(property)
    add(keyed(`property ${property}`, record['id']), at)
  }
  return { named, idProperties }
}

function placeOf(keys: readonly (string | null)[], { named }: Places): number | null {
  for (const key of keys) {
    const place = key === null ? undefined : named.get(key)
    if (place !== undefined) return place
  }
  return null
}

/** The only record that was sent with these properties. */
function alikePlace(properties: Entry, sent: readonly unknown[]): number | null {
  if (sent.length > comparedMax) return null
  const fitting = sent.flatMap((record, at) => {
    const shared = Object.entries(propertiesOf(record)).filter(([name]) => Object.hasOwn(properties, name))
    return shared.length > 0 && shared.every(([name, value]) => keyed('', value) === keyed('', properties[name])) ? [at] : []
  })
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

function resultPlace(entry: Entry, places: Places, sent: readonly unknown[]): number | null {
  const properties = propertiesOf(entry)
  const own = [...places.idProperties].map((name) => keyed(`property ${name}`, properties[name]))
  const place = placeOf([keyed('trace', entry['objectWriteTraceId']), ...own, keyed('id', entry['id'])], places)
  return place ?? alikePlace(properties, sent)
}

/** The records that an error is about; null where it names none, or one that was not sent. */
function errorPlaces(entry: Entry, places: Places): readonly number[] | null {
  const context = isObject(entry['context']) ? entry['context'] : {}
  const traces = inList(context['objectWriteTraceId']).map((id) => [keyed('trace', id)])
  const ids = ['ids', 'id'].flatMap((name) => inList(context[name])).map((id) => [keyed('id', id)])
  const found = (traces.length > 0 ? traces : ids).map((keys) => placeOf(keys, places))
  return found.length > 0 && found.every((place) => place !== null) ? found : null
}

type Verdicts = { readonly taken: Map<number, Entry>; readonly failed: Map<number, Entry>; readonly unplaced: readonly Entry[] }

function verdictsIn(results: readonly Entry[], errors: readonly Entry[], sent: readonly unknown[]): Verdicts {
  const places = placesOf(sent)
  const failed = new Map<number, Entry>()
  const unplaced: Entry[] = []
  for (const entry of errors) {
    const found = errorPlaces(entry, places)
    if (found === null) unplaced.push(entry)
    else for (const at of found) failed.set(at, entry)
  }
  const taken = new Map<number, Entry>()
  for (const entry of results) {
    const at = resultPlace(entry, places, sent)
    if (at !== null) taken.set(at, entry)
  }
  return { taken, failed, unplaced }
}

/** What became of the records that nothing names: told by the numbers of results and errors, where they add up. */
function restOf({ taken, failed, unplaced }: Verdicts, results: number, errors: number, count: number): Fare {
  if (unplaced.length === 0 && results + failed.size === count) return { says: 'taken', entry: undefined }
  const [entry] = unplaced
  if (entry === undefined || taken.size !== results || results + Math.max(errors, failed.size) !== count)
    return { says: 'unknown', entry: undefined }
  return unplaced.length === 1 ? { says: 'refused', entry } : { says: 'refused', entry: unplaced, isOfAll: true }
}

export const hubspotBatch: AnswerReader = ({ answer, value, count, sent, wantsEntries }: Read) => {
  // Archiving answers so.
  if (answer.status === 204) return { whole: 'taken' }
  if (!isObject(value) || (value['status'] !== 'COMPLETE' && value['status'] !== undefined)) return unclear
  const [results, errors] = [objectsIn(value['results']), objectsIn(value['errors'])]
  const declared = typeof value['numErrors'] === 'number' ? value['numErrors'] : errors.length
  if (results.length === count && declared === 0 && wantsEntries !== true) return { whole: 'taken' }
  if (results.length === 0 && errors.length === 0) return unclear
  const told = verdictsIn(results, errors, sent())
  const rest = restOf(told, results.length, declared, count)
  const items = Array.from({ length: count }, (_, at): Fare => {
    const error = told.failed.get(at)
    if (error !== undefined) return told.taken.has(at) ? { says: 'unknown', entry: error } : { says: 'refused', entry: error }
    return told.taken.has(at) ? { says: 'taken', entry: told.taken.get(at) } : rest
  })
  return { items }
}
