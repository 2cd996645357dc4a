/** What of the address stands after the question mark, for what moves along with it without being a link. */

/** The named parts of the address; null for each that is not there. */
export function readAddress<Name extends string>(names: readonly Name[]): Readonly<Record<Name, string | null>> {
  const params = new URLSearchParams(location.search)
  return Object.fromEntries(names.map((name) => [name, params.get(name)])) as Record<Name, string | null>
}

/** Changes some of it; null takes a part out. With `isSame` the present place has another address, and otherwise it is a new one to go back from. */
export function moveAddress(changes: Readonly<Record<string, string | null>>, isSame: boolean): void {
  const params = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name)
    else params.set(name, value)
  }
  const search = params.size === 0 ? '' : `?${params}`
  if (search === location.search) return
  const address = `${location.pathname}${search}${location.hash}`
  if (isSame) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
}

/** As the router tells them, besides the browser's own Back and Forward. */
const moves = ['popstate', 'pushState', 'replaceState'] as const

/** Tells every change of the address while the path is the same, and whether Back or Forward led there, until the returned function is called. */
export function watchAddress(tell: (isTravelled: boolean) => void): () => void {
  const path = location.pathname
  const hear = ({ type }: Event) => {
    if (location.pathname === path) tell(type === 'popstate')
  }
  for (const move of moves) addEventListener(move, hear)
  return () => {
    for (const move of moves) removeEventListener(move, hear)
  }
}
