/** Which connections of the list are shown, by what stands in the address. Pure. */
import { type ConnectionState, connectionStates } from '#contract/connections/connection.lifecycle.ts'
import type { ConnectionItem } from '#contract/connections/connection.ts'
import type { ConnectionKind } from '#contract/connections/connection-limits.ts'

export type ConnectionFilter = {
  readonly search: string
  readonly state: ConnectionState | 'all'
  readonly kind: ConnectionKind | 'all'
  /** The id of a person. */
  readonly owner: string
}

const isFound = ({ name, address, system, owner }: ConnectionItem, search: string) =>
  [name, address, system ?? '', owner?.name ?? ''].some((it) => it.toLowerCase().includes(search))

/** Those that fit everything but the status: of these each status is counted. */
const withoutState = (items: readonly ConnectionItem[], { search, kind, owner }: ConnectionFilter) =>
  items.filter(
    (it) =>
      (kind === 'all' || it.kind === kind) &&
      (owner === '' || it.owner?._id === owner) &&
      (search.trim() === '' || isFound(it, search.trim().toLowerCase())),
  )

/** What is shown, first what needs somebody, and how many each status would leave. */
export function filteredConnections(items: readonly ConnectionItem[], filter: ConnectionFilter) {
  const fitting = withoutState(items, filter)
  const of = (state: ConnectionState | 'all') => fitting.filter((it) => state === 'all' || it.state === state)
  const counts = { all: fitting.length, ...Object.fromEntries(connectionStates.map((state) => [state, of(state).length])) }
  const shown = of(filter.state)
  const first = needingAttention(shown)
  return {
    shown: [...first, ...shown.filter((it) => !first.includes(it))],
    counts: counts as Readonly<Record<ConnectionState | 'all', number>>,
  }
}

/** Owners of the listed connections, each once, by name. */
export function ownersOf(items: readonly ConnectionItem[]): readonly { readonly _id: string; readonly name: string }[] {
  const owners = new Map(items.flatMap(({ owner }) => (owner === null ? [] : [[owner._id, owner] as const])))
  return [...owners.values()].toSorted((one, other) => one.name.localeCompare(other.name))
}

/** Connections that need somebody: what they are used for does not work. */
export const needingAttention = (items: readonly ConnectionItem[]) =>
  items.filter(({ state }) => state === 'failing' || state === 'ended')
