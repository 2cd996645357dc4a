/** A dry run of a connector with several destinations: where each record would go, and what each destination would be sent (decision 0116). */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { firstRoute, noRoute, otherDestinations, withDestination } from '#contract/connectors/config/routes/routes.ts'
import { type Delivery, deliveriesOf } from '../../records/ledger/delivery.repository.ts'
import type { Verdict } from '../kit/enriching.ts'
import type { Identities } from '../kit/identities.ts'
import { Unreadable } from '../kit/kind.ts'
import type { Making, MapRun } from '../kit/plan.ts'
import { keyIn } from '../kit/record-key.ts'
import { type Packed, pack } from '../mapping/packing.ts'
import { routingOf } from '../plan/routing.ts'
import { nothingFits } from '../runs/page-slices.ts'

export type MakingOf = (config: ConnectorConfig) => Making

type Made<Row> = { readonly rows: (Row & { readonly routes: number[] })[]; readonly deliveries: Delivery[] }

type Line = { readonly run: MapRun; readonly seen: Identities; readonly keyPrefix: string }

/** What is made of each record by the first of its destinations, and the deliveries of all of them. Null of a connector with one destination. */
export function severalOf<Row>(
  config: ConnectorConfig,
  makingOf: MakingOf,
  rowsOf: (page: readonly unknown[], verdicts: readonly Verdict[], packed: Packed) => readonly Row[],
) {
  const routing = routingOf(config)
  if (routing === null) return null
  const makings = new Map<number, Making>([[firstRoute, makingOf(withDestination(config, config))]])
  for (const route of otherDestinations(config)) makings.set(route.id, makingOf(withDestination(config, route)))

  return (page: readonly unknown[], given: readonly Verdict[] | null, { run, seen, keyPrefix }: Line): Made<Row> => {
    const now = Date.now()
    const verdicts = page.map((record, at): Verdict => given?.[at] ?? { record })
    const chosen = page.map((record, at) => {
      const verdict = verdicts[at]
      if (!verdict || !('record' in verdict) || record instanceof Unreadable) return [firstRoute]
      return routing.choose(verdict.record, now)
    })
    const rows: Made<Row>['rows'] = []
    const deliveries: Delivery[] = []
    for (const route of [...makings.keys()].toReversed().concat(noRoute)) {
      const indices = [...chosen.keys()].filter((at) => chosen[at]?.includes(route))
      const records = indices.map((at) => page[at])
      const own = indices.map((at): Verdict => (route === noRoute ? nothingFits : (verdicts[at] ?? { record: page[at] })))
      const plan = makings.get(route) ?? makings.get(firstRoute)
      if (!plan) continue
      const packed = pack(records, { plan, run, keyPrefix, first: 0, seen: inRoute(seen, route), verdicts: own, poison: null })
      for (const [at, row] of rowsOf(records, own, packed).entries()) {
        const index = indices[at] ?? 0
        const routes = (chosen[index] ?? []).filter((it) => it !== noRoute)
        rows[index] = { ...row, routes: verdicts[index] && 'record' in verdicts[index] ? routes : [] }
      }
      if (route !== noRoute) deliveries.push(...deliveriesOf({ number: 0, route, readAt: new Date(), content: packed.content }))
    }
    return { rows, deliveries }
  }
}

/** Each destination has records of its own. */
const inRoute = (seen: Identities, route: number): Identities => ({
  ...seen,
  sift: (keys, texts, owned) =>
    seen.sift(
      keys.map((key) => keyIn(route, key)),
      texts,
      owned,
    ),
})
