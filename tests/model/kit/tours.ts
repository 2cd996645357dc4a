/** Walks that take many edges each: from where an edge leads, on to the nearest one that was not walked yet. */
import type { AnyFixture } from './fixture.ts'
import type { Edge } from './journeys.ts'
import { keyOf, nameState } from './naming.ts'

type Leg = Edge['legs'][number]

export type Tour = {
  readonly given: string
  readonly from: Edge['from']
  readonly legs: readonly Leg[]
  /** The edges that are walked for the first time, by the index of the leg that walks them. */
  readonly firsts: ReadonlyMap<number, Edge>
}

/** An edge out of a state, and the key of the state that it leads to. */
type Way = { readonly id: string; readonly leg: Leg; readonly to: string }

/** A tour longer than that tells a reader nothing, and what breaks early costs all that follows. */
const longestTour = 40
/** How many edges that were walked before may be walked again to reach one that was not: further away, a new page is as quick. */
const longestDetour = 4

/**
 * Tours that take each wanted edge at least once; the first one of a tour by the shortest path. What has no edges is a tour without legs.
 * @param edges all that may be taken on the way.
 */
export function toursOver(edges: readonly Edge[], fixture: AnyFixture, wanted = edges): Tour[] {
  const openingOf = new Map(edges.filter(({ legs }) => legs.length === 0).map(({ given, from }) => [given, from]))
  const waysFrom = new Map<string, Way[]>()
  const unwalked = new Map(
    wanted.flatMap((edge) => edge.legs.slice(-1).map((leg) => [idOf(keyOf(edge.from, fixture), leg), edge])),
  )
  for (const edge of edges) {
    const leg = edge.legs.at(-1)
    if (!leg) continue
    const from = keyOf(edge.from, fixture)
    const way = { id: idOf(from, leg), leg, to: keyOf(leg.state, fixture) }
    waysFrom.set(from, [...(waysFrom.get(from) ?? []), way])
  }

  /** The shortest path over walked edges and the unwalked one at its end; one that ends the story is taken when there is no other. */
  function toNearestUnwalked(start: string): Way[] | null {
    const met = new Set([start])
    let front: { readonly state: string; readonly path: Way[] }[] = [{ state: start, path: [] }]
    for (let length = 0; length < longestDetour; length += 1) {
      const next: typeof front = []
      for (const { state, path } of front) {
        const ways = waysFrom.get(state) ?? []
        const candidates = ways.filter(({ id }) => unwalked.has(id))
        const chosen = candidates.find(({ to }) => waysFrom.has(to)) ?? candidates[0]
        if (chosen) return [...path, chosen]
        for (const way of ways) {
          if (met.has(way.to)) continue
          met.add(way.to)
          next.push({ state: way.to, path: [...path, way] })
        }
      }
      front = next
    }
    return null
  }

  function tourThrough({ given, from, legs: shortest }: Edge): Tour {
    const legs: Leg[] = []
    const firsts = new Map<number, Edge>()
    const opening = openingOf.get(given)
    let state = opening ? keyOf(opening, fixture) : ''
    const take = (leg: Leg): void => {
      const id = idOf(state, leg)
      const edge = unwalked.get(id)
      if (edge) firsts.set(legs.length, edge)
      unwalked.delete(id)
      legs.push(leg)
      state = keyOf(leg.state, fixture)
    }
    for (const leg of shortest) take(leg)
    for (;;) {
      const path = toNearestUnwalked(state)
      if (!path || legs.length + path.length > longestTour) return { given, from, legs, firsts }
      for (const { leg } of path) take(leg)
    }
  }

  const tours: Tour[] = []
  for (const edge of wanted) {
    const leg = edge.legs.at(-1)
    if (leg && unwalked.has(idOf(keyOf(edge.from, fixture), leg))) tours.push(tourThrough(edge))
  }
  const begun = new Set(tours.map(({ given }) => given))
  return [...tours, ...wanted.filter(({ given, legs }) => legs.length === 0 && !begun.has(given)).map(alone)]
}

/** A walk that is for one edge only. */
export const alone = (edge: Edge): Tour => ({ ...edge, firsts: new Map() })

/** The title of a tour: what it begins with, how much it takes, and where it ends. */
export function tellTour({ given, from, legs, firsts }: Tour, fixture: AnyFixture): string {
  const first = [...firsts.values()][0]?.legs.at(-1)?.move.story
  const end = nameState(legs.at(-1)?.state ?? from, fixture)
  return `${[`given ${given}`, ...(first ? [first, `${firsts.size} edges in ${legs.length} steps`] : [])].join(' → ')} ⇒ ${end}`
}

const idOf = (from: string, { move }: Leg): string => `${from} ${move.story}`
