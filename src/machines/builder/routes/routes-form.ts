/** The destinations of a draft as the builder changes them. Pure; the first destination is `destination` and `dataMapping` of the configuration. */
import type { ConnectorConfig, Routes } from '#contract/connectors/config/config.ts'
import { productLimits } from '#contract/connectors/config/product-limits.ts'
import type { RecordFilter } from '#contract/connectors/config/records/record-filter.ts'
import { firstRoute, otherDestinations, withDestination } from '#contract/connectors/config/routes/routes.ts'
import type { Draft, DraftChange } from '../draft/draft.ts'

type Others = Routes['others']
/** Which records go to a destination: those that fulfil conditions, all, or what fits no other. */
export type RouteRule = { readonly only: RecordFilter | null; readonly isRest: boolean }
/** A destination in the list of them. */
export type RouteEntry = RouteRule & { readonly id: number; readonly name: string }

export type RouteEdit =
  /** `name`: of the destination that is added, where there is one only. */
  | { readonly type: 'user.choseFit'; readonly fit: Routes['fit']; readonly name: string }
  | { readonly type: 'user.added'; readonly name: string }
  | { readonly type: 'user.removed'; readonly id: number }
  | { readonly type: 'user.renamed'; readonly id: number; readonly name: string }
  | { readonly type: 'user.ruled'; readonly id: number; readonly rule: RouteRule }
  /** One place to the front, or to the end. */
  | { readonly type: 'user.moved'; readonly id: number; readonly by: -1 | 1 }

const ruleOf = ({ only, isRest }: RouteRule): Pick<Routes['first'], 'only' | 'otherwise'> =>
  isRest ? { otherwise: true } : only === null ? {} : { only }

const entryOf = (id: number, name: string, { only, otherwise }: Routes['first']): RouteEntry => ({
  ...{ id, name, only: only ?? null, isRest: otherwise === true },
})

/** The destinations in their order; of a draft with one destination none. @param firstName what the first one is called without a name of its own. */
export const entriesOf = ({ routes }: Pick<ConnectorConfig, 'routes'>, firstName: string): readonly RouteEntry[] =>
  routes === undefined
    ? []
    : [
        entryOf(firstRoute, routes.first.name ?? firstName, routes.first),
        ...routes.others.map((it) => entryOf(it.id, it.name, it)),
      ]

export const canAdd = (routes: Routes | undefined): boolean => (routes?.others.length ?? 0) < productLimits.routes - 1

/**
 * A number by chance that no destination of the draft has. Records that were not sent wait for their destination by its number, so one that was removed must
 * not give its number to the next.
 */
function freeId(others: Others): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  const id = 1 + (random % productLimits.routeIdMax)
  return others.some((it) => it.id === id) ? freeId(others) : id
}

const emptyDestination: Others[number]['destination'] = { type: 'http', requestMethod: 'POST' }

function added(routes: Routes | undefined, name: string): Routes {
  const before = routes ?? { fit: 'first', first: {}, others: [] }
  const made: Others[number] = { id: freeId(before.others), name, destination: emptyDestination, dataMapping: [] }
  return { ...before, others: [...before.others, made] }
}

function moved(others: Others, id: number, by: -1 | 1): Others {
  const at = others.findIndex((it) => it.id === id)
  const [one, other] = [others[at], others[at + by]]
  if (one === undefined || other === undefined) return others
  return others.map((it, place) => (place === at ? other : place === at + by ? one : it))
}

/** Undefined where one destination is left. */
export function editedRoutes(routes: Routes | undefined, event: RouteEdit): Routes | undefined {
  if (event.type === 'user.added') return canAdd(routes) ? added(routes, event.name) : routes
  if (event.type === 'user.choseFit') return { ...(routes ?? added(routes, event.name)), fit: event.fit }
  if (routes === undefined) return undefined
  const change = (id: number, of: <It extends Routes['first']>(it: It) => It): Routes =>
    id === firstRoute
      ? { ...routes, first: of(routes.first) }
      : { ...routes, others: routes.others.map((it) => (it.id === id ? of(it) : it)) }
  switch (event.type) {
    case 'user.removed': {
      const others = routes.others.filter(({ id }) => id !== event.id)
      return others.length === 0 ? undefined : { ...routes, others }
    }
    case 'user.renamed':
      return change(event.id, (it) => ({ ...it, name: event.name }))
    case 'user.ruled':
      return change(event.id, ({ only: _, otherwise: __, ...it }) => ({ ...it, ...ruleOf(event.rule) }) as never)
    case 'user.moved':
      return { ...routes, others: moved(routes.others, event.id, event.by) }
  }
}

/** The draft as if it had only one of its destinations: the first one where it does not have the one that is named. */
export function draftOf(draft: Draft, id: number): Draft {
  const route = otherDestinations(draft.config).find((it) => it.id === id)
  if (draft.config.routes === undefined) return draft
  if (route === undefined) return { ...draft, config: withDestination(draft.config, draft.config) }
  const { destination: _, ...shapes } = draft.shapes
  const shape = draft.shapes.destinations?.[String(id)]
  return {
    ...draft,
    config: withDestination(draft.config, route),
    shapes: shape === undefined ? shapes : { ...shapes, destination: shape },
  }
}

/** What a change to the draft of one destination is in the whole draft. */
export function changeOf(draft: Draft, id: number, { config = {}, shapes, ...rest }: DraftChange): DraftChange {
  const { destination, dataMapping, ...others } = config
  const { routes } = draft.config
  if (routes === undefined || !routes.others.some((it) => it.id === id)) return { config, ...(shapes && { shapes }), ...rest }
  const own = { ...(destination && { destination }), ...(dataMapping && { dataMapping }) }
  const next = { ...routes, others: routes.others.map((it) => (it.id === id ? { ...it, ...own } : it)) }
  const { destination: shape, ...otherShapes } = shapes ?? {}
  const known = shape === undefined ? {} : { destinations: { ...draft.shapes.destinations, [String(id)]: shape } }
  return { ...rest, config: { ...others, routes: next }, shapes: { ...otherShapes, ...known } }
}

/** The destination that an address names (`?route=3`). */
export function routeIn(search: string, { routes }: Pick<ConnectorConfig, 'routes'>): number {
  const id = Number(new URLSearchParams(search).get('route') ?? firstRoute)
  return routes?.others.some((it) => it.id === id) ? id : firstRoute
}
