/** What becomes of the records of a page where a connector has several destinations: a page of the outbox for each of them (decision 0116). */
import { firstRoute, noRoute } from '#contract/connectors/config/routes/routes.ts'
import { problem } from '#contract/kit/problem.ts'
import { type PageContent, positionOf, recordBytes, recordsIn } from '../../records/ledger/page-content.repository.ts'
import type { EndedRecord } from '../../records/ledger/source-pages.repository.ts'
import { Listless } from '../kinds/hook/hook-source.ts'
import type { Verdict } from '../kit/enriching.ts'
import { everythingIsNew, type Identities } from '../kit/identities.ts'
import { Unreadable } from '../kit/kind.ts'
import type { MapRun, Plan } from '../kit/plan.ts'
import { keyIn } from '../kit/record-key.ts'
import { type Packed, pack } from '../mapping/packing.ts'
import { isUnsendable } from '../read/replay-source.ts'

/** A page of the outbox: some lines of a page of the source, of one destination. */
export type Slice = {
  readonly route: number
  readonly records: readonly unknown[]
  readonly verdicts: readonly Verdict[] | null
  readonly packed: Packed
}

export type Slices = {
  readonly slices: readonly Slice[]
  /** Records of the page that were packed; what is left goes into pages of its own. */
  readonly taken: number
  /** Lines that they became: more than records where one goes to several destinations. */
  readonly lines: number
}

type Slicing = {
  readonly plan: Plan
  readonly run: MapRun
  readonly keyPrefix: string
  /** The place in the run of the first line. */
  readonly first: number
  readonly seen: Identities
  readonly verdicts: readonly Verdict[] | null
  readonly poison: number | null
  /** For each record, the destination that it is sent to once more; null: as the rules say. Absent outside of replays. */
  readonly routes: readonly (number | null)[] | null
  /** Lines keep the order of the records, because others refer to their places: the events of a webhook, the plan of a replay. */
  readonly isInOrder: boolean
}

export const nothingFits: Verdict = {
  leftOut: problem('record/left-out', {
    message: 'Left out: no destination fits.',
    errors: [{ path: '/routes', message: 'no destination fits' }],
  }),
}

const severalFit: Verdict = {
  failed: problem('mapping/failed', {
    message: "This record fits several destinations, so it can't be replayed. Run the connector again.",
  }),
}

const isGone: Verdict = {
  skipped: problem('record/left-out', { message: 'Skipped: the destination no longer exists in this connector.' }),
}

type Line = { readonly at: number; readonly route: number; readonly verdict: Verdict }

/** Packs the records of a page, those of each destination by themselves. */
export function sliced(page: readonly unknown[], slicing: Slicing): Slices {
  const { plan, routes, isInOrder, poison } = slicing
  // A replay can hold records of a destination that was removed, also where one destination is left.
  const hasOthers = routes?.some((it) => it !== null && it > firstRoute) === true
  if (plan.routing === null && !hasOthers) return whole(page, slicing)
  const now = Date.now()
  const linesOf = lineMaker(slicing, now)
  let until = page.length
  for (;;) {
    const lines = page.slice(0, until).flatMap((record, at) => linesOf(record, at, routes?.[at] ?? null))
    const groups = isInOrder ? segmentsOf(lines) : groupsOf(lines, plan)
    let first = slicing.first
    let cut = until
    const made: Slice[] = []
    for (const group of groups) {
      const route = group[0]?.route ?? noRoute
      const records = group.map(({ at }) => page[at])
      const verdicts = group.map(({ verdict }) => verdict)
      const packed = pack(records, {
        ...{ plan: planOf(plan, route), run: slicing.run, keyPrefix: slicing.keyPrefix, first, verdicts },
        ...{ seen: everythingIsNew, poison: poison === null ? null : first },
      })
      // Each page is bounded by what is made of it, and all of them end with the same record.
      if (packed.taken < group.length) cut = Math.min(cut, group[packed.taken]?.at ?? cut)
      made.push({ route, records, verdicts, packed })
      first += group.length
    }
    if (cut === until) {
      const slices = made.map((it) => ({ ...it, packed: withoutRepeated(it, slicing.seen) }))
      return { slices: slices.length > 0 ? slices : whole([], slicing).slices, taken: until, lines: lines.length }
    }
    until = Math.max(1, cut)
  }
}

function whole(records: readonly unknown[], { plan, run, keyPrefix, first, seen, verdicts, poison }: Slicing): Slices {
  const packed = pack(records, { plan, run, keyPrefix, first, seen, verdicts, poison })
  return { slices: [{ route: 0, records, verdicts, packed }], taken: packed.taken, lines: packed.taken }
}

export const planOf = (plan: Plan, route: number): Plan => plan.others.find(({ id }) => id === route)?.plan ?? plan

const lineMaker =
  ({ plan, verdicts, isInOrder, routes }: Slicing, now: number) =>
  (record: unknown, at: number, again: number | null): readonly Line[] => {
    const verdict: Verdict = verdicts?.[at] ?? { record }
    const nowhere = (it: Verdict): readonly Line[] => [{ at, route: noRoute, verdict: it }]
    // What cannot be read or sent has no fields: it ends for a reason of its own.
    if (!('record' in verdict) || record instanceof Unreadable || record instanceof Listless || isUnsendable(record))
      return nowhere(verdict)
    const isKnown = again === 0 || plan.others.some(({ id }) => id === again)
    if (again !== null && again !== noRoute) return isKnown ? [{ at, route: again, verdict }] : nowhere(isGone)
    const found = plan.routing?.choose(verdict.record, now) ?? [0]
    if (found[0] === noRoute) return nowhere(nothingFits)
    if (routes !== null && isInOrder && found.length > 1) return nowhere(severalFit)
    return found.map((route) => ({ at, route, verdict }))
  }

/** One page for each destination, in their order, and one for what goes to none. */
function groupsOf(lines: readonly Line[], plan: Plan): readonly (readonly Line[])[] {
  const byRoute = Map.groupBy(lines, ({ route }) => route)
  return [noRoute, 0, ...plan.others.map(({ id }) => id)].flatMap((route) => {
    const group = byRoute.get(route)
    return group ? [group] : []
  })
}

/** Lines that follow each other and go the same way. */
function segmentsOf(lines: readonly Line[]): readonly (readonly Line[])[] {
  const segments: Line[][] = []
  for (const line of lines) {
    const last = segments.at(-1)
    if (last?.[0]?.route === line.route) last.push(line)
    else segments.push([line])
  }
  return segments
}

/** Without the records that an earlier page held for the same destination (F18). */
function withoutRepeated({ route, packed }: Omit<Slice, 'verdicts'>, seen: Identities): Packed {
  const { content, owned } = packed
  if (seen === everythingIsNew || !owned.includes(true)) return packed
  const texts = content.keys.map((_, ordinal) => recordBytes(content, ordinal).toString('utf8'))
  const { kept, identities } = seen.sift(
    content.keys.map((key) => keyIn(route, key)),
    texts,
    owned,
  )
  if (kept === null) return { ...packed, identities }
  const left = [...content.keys.keys()].filter((ordinal) => kept[ordinal])
  const repeated = content.keys.flatMap((key, ordinal): EndedRecord[] =>
    kept[ordinal] ? [] : [{ position: positionOf(content, ordinal), key, status: 'skipped', error: problem('record/repeated') }],
  )
  const rest: PageContent = {
    ...content,
    ...recordsIn(content, left),
    indices: left.map((ordinal) => content.indices?.[ordinal] ?? ordinal),
  }
  return { ...packed, content: rest, identities, owned: owned.filter((_, at) => kept[at]), ended: [...packed.ended, ...repeated] }
}
