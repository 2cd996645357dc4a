/** Unsaved changes of a form, in the tab: a reload, another page and a sign-in in between do not lose them. `auth/tab.storage.ts` says whose they are. */

type Changes = Readonly<Record<string, unknown>>

const keyOf = (name: string) => `settings:${name}`

/** @param secrets fields that are not kept. */
export function keepInTab(name: string, changes: Changes, secrets: readonly string[] = []): void {
  const kept = Object.entries(changes).filter(([field]) => !secrets.includes(field))
  try {
    if (kept.length === 0) sessionStorage.removeItem(keyOf(name))
    else sessionStorage.setItem(keyOf(name), JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // A full or forbidden storage costs the changes a reload, and nothing else.
  }
}

export function readTabChanges(name: string): Changes | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null')
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Changes) : null
  } catch {
    return null
  }
}
