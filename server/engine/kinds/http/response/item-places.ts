/** Which record of a delivery each entry of an answer belongs to. Pure. An entry that cannot be placed for sure is not placed. */
import { type Entry, fateNames, isObject } from './item-verdict.ts'

const countedFromZero = ['index', 'itemIndex', 'item_index', 'recordIndex', 'record_index', 'idx']
/** Counted from 0 here and from 1 there. */
const countedSomehow = ['position', 'row', 'rowNumber', 'row_number', 'line', 'lineNumber', 'line_number', 'recordNumber']
const pointerNames = ['pointer', 'instancePath', 'path', 'field', 'location']
/** `/3/email`, `/data/3`, `[3].email`, `items[3]`. */
const pointed = /^(?:#?\/(?:[A-Za-z_-]+\/)?(\d+)(?:\/|$)|(?:\$\.?)?[A-Za-z_-]*\[(\d+)\])/

const isPlace = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0

/** The places that a counting member names; null when it is not in every entry, or it is not clear from where it counts. */
function countedPlaces(entries: readonly Entry[], name: string, count: number): number[] | null {
  const places = entries.map((entry) => entry[name])
  if (!places.every(isPlace)) return null
  const [least, most] = [Math.min(...places), Math.max(...places)]
  if (least >= 1 && most === count) return places.map((place) => place - 1)
  if (most >= count) return null
  return least === 0 || countedFromZero.includes(name) ? places : null
}

function pointedPlace(entry: Entry): number | null {
  const source = entry['source']
  const texts = [isObject(source) ? source['pointer'] : undefined, ...pointerNames.map((name) => entry[name])]
  for (const text of texts) {
    const [, slashed, bracketed] = (typeof text === 'string' && pointed.exec(text)) || []
    const digits = slashed ?? bracketed
    if (digits !== undefined) return Number(digits)
  }
  return null
}

const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number'

/** Finds the one record that was sent with a value under a name; null when none or several were. */
function finder(sent: readonly unknown[]): (name: string, value: string) => number | null {
  const byName = new Map<string, Map<string, number | null>>()
  const index = (name: string) => {
    const places = new Map<string, number | null>()
    for (const [at, record] of sent.entries()) {
      const value = isObject(record) && Object.hasOwn(record, name) ? record[name] : undefined
      if (isScalar(value)) places.set(String(value), places.has(String(value)) ? null : at)
    }
    byName.set(name, places)
    return places
  }
  return (name, value) => (byName.get(name) ?? index(name)).get(value) ?? null
}

function namedPlace(entry: Entry, find: ReturnType<typeof finder>): number | null {
  const found = new Set<number>()
  for (const [name, value] of Object.entries(entry)) {
    const place = fateNames.has(name) || !isScalar(value) ? null : find(name, String(value))
    if (place !== null) found.add(place)
  }
  const [place] = found
  return place !== undefined && found.size === 1 ? place : null
}

/** The place of each entry that has one. */
function places(entries: readonly Entry[], sent: readonly unknown[], count: number): (number | null)[] {
  for (const name of [...countedFromZero, ...countedSomehow]) {
    const counted = countedPlaces(entries, name, count)
    if (counted) return counted
  }
  const find = finder(sent)
  return entries.map((entry) => {
    const place = pointedPlace(entry) ?? namedPlace(entry, find)
    return place !== null && place < count ? place : null
  })
}

/** Of a list with an entry for each record: the places of its entries, or null when they contradict each other. */
export function placesOfAll(entries: readonly Entry[], sent: readonly unknown[], count: number): number[] | null {
  const found = places(entries, sent, count)
  if (found.every((place, at) => place === null || place === at)) return entries.map((_, at) => at)
  const sure = found.filter((place) => place !== null)
  return new Set(sure).size === count ? sure : null
}

/** Of a list that speaks of some records only: the places of its entries, or null when one cannot be placed. */
export function placesOfSome(entries: readonly Entry[], sent: readonly unknown[], count: number): number[] | null {
  const found = places(entries, sent, count)
  return found.every((place) => place !== null) ? found : null
}
