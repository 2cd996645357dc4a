/** The clock of this computer, and what this tab keeps of the filter of the dashboard. */
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

const storageKey = 'dashboard-filter'

/** Keeps in this tab what the filter of the dashboard asks for. */
export function keepFilter(place: Readonly<Record<string, string | null>>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(place))
  } catch {
    // Then it is as it always is at first.
  }
}

/** The named parts of what was kept; null for each that was not. */
export function readStoredFilter<Name extends string>(names: readonly Name[]): Readonly<Record<Name, string | null>> {
  let kept: Readonly<Record<string, unknown>> = {}
  try {
    kept = Object(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
  } catch {
    // Nothing that can be read was kept.
  }
  const text = (name: Name) => (typeof kept[name] === 'string' ? kept[name] : null)
  return Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string | null>
}
