/** What of the address stands after the question mark, for what moves along with it without being a link; and the clock of this computer. */
const minute = 60_000

/** The end of the minute that is running, in milliseconds since 1970: until then every whole minute is looked at. */
export const endOfMinute = () => Math.ceil(Date.now() / minute) * minute

/** Tells each minute's end until the returned function is called. */
export function watchMinutes(tell: (now: number) => void): () => void {
  const timer = setInterval(() => tell(endOfMinute()), minute)
  return () => clearInterval(timer)
}

/** The zone that the person or their company chose, else that of this computer, by its IANA name; of one that does not know its own, UTC. */
export function zoneHere(): string {
  const chosen = document.documentElement.dataset['zone']
  if (chosen !== undefined) return chosen
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

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

const keptKey = 'dashboard-filter'

/** Keeps in this tab what the filter of the dashboard asks for. */
export function keepFilter(place: Readonly<Record<string, string | null>>): void {
  try {
    sessionStorage.setItem(keptKey, JSON.stringify(place))
  } catch {
    // Then it is as it always is at first.
  }
}

/** The named parts of what was kept; null for each that was not. */
export function readKeptFilter<Name extends string>(names: readonly Name[]): Readonly<Record<Name, string | null>> {
  let kept: Readonly<Record<string, unknown>> = {}
  try {
    kept = Object(JSON.parse(sessionStorage.getItem(keptKey) ?? 'null'))
  } catch {
    // Nothing that can be read was kept.
  }
  const text = (name: Name) => (typeof kept[name] === 'string' ? kept[name] : null)
  return Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string | null>
}
