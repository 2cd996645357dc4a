/**
 * Where a cell stands in a row of a narrow screen: the name and the state are the first line, two facts the second,
 * buttons with words the third. What is left is shown when the row is expanded.
 */
export type PhonePlace = 'choice' | 'name' | 'state' | 'menu' | 'fact' | 'plain' | 'actions' | 'rest'

type Placed = { readonly id: string; readonly onPhone?: PhonePlace }

const factsMax = 2
const usual: ReadonlyMap<string, PhonePlace> = new Map([
  ['chosen', 'choice'],
  ['status', 'state'],
  ['state', 'state'],
  ['actions', 'menu'],
  ['action', 'menu'],
  ['act', 'menu'],
])

/** The places of columns, in their order. Columns say their own; the others get the usual one of their id, or the next that is free. */
export function phonePlaces(columns: readonly Placed[]): readonly PhonePlace[] {
  const places = columns.map(({ id, onPhone }) => onPhone ?? usual.get(id))
  const firstFree = places.includes('name') ? -1 : places.indexOf(undefined)
  // A table of which only a state is known by its id is named by its first column.
  const name = firstFree === -1 && !places.includes('name') ? 0 : firstFree
  const named = places.map((place, index) => (index === name ? 'name' : place))
  const hasFacts = named.some((place) => place === 'fact' || place === 'plain')
  const free = named.flatMap((place, index) => (place === undefined ? [index] : []))
  const wanted = hasFacts ? 0 : factsMax
  // One value alone is not worth a button that shows it.
  const facts = free.slice(0, free.length === wanted + 1 ? wanted + 1 : wanted)
  return named.map((place, index) => place ?? (facts.includes(index) ? 'fact' : 'rest'))
}
