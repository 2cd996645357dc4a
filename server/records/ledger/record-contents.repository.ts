/** Whether records of different runs were the same as they were read. What was read does not change, so it is opened once. */
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { type RecordPlace, recordsOf } from './read-records.repository.ts'

type Db = Kysely<Tables>

/** Digests that are remembered, of some 100 bytes each. */
const knownMax = 50_000

const known = new Map<string, string>()

export const nameOfPlace = ({ runId, position }: RecordPlace) => `${runId}/${position}`

const byPlace = (one: RecordPlace, other: RecordPlace) =>
  one.runId === other.runId ? one.position - other.position : one.runId < other.runId ? -1 : 1

function remember(place: RecordPlace, digest: string): void {
  const [oldest] = known.size < knownMax ? [] : known.keys()
  if (oldest !== undefined) known.delete(oldest)
  known.set(nameOfPlace(place), digest)
}

/** A digest of each record as it was read, by its place; without those that are not kept. */
export async function contentsOf(
  db: Db,
  companyId: string,
  places: readonly RecordPlace[],
): Promise<ReadonlyMap<string, string>> {
  const all = [...new Map(places.map((place) => [nameOfPlace(place), place])).values()]
  const found = new Map<string, string>()
  for (const place of all) {
    const digest = known.get(nameOfPlace(place))
    if (digest !== undefined) found.set(nameOfPlace(place), digest)
  }
  let left = all.filter((place) => !found.has(nameOfPlace(place))).toSorted(byPlace)
  while (left.length > 0) {
    const opened = await recordsOf(db, companyId, left)
    for (const [at, it] of opened.entries()) {
      const place = left[at]
      if (!place || it === null) continue
      const digest = createHash('sha1').update(JSON.stringify(it.record)).digest('base64url')
      found.set(nameOfPlace(place), digest)
      remember(place, digest)
    }
    left = left.slice(opened.length)
  }
  return found
}
