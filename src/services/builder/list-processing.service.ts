const keyOf = (connectorId: string) => `list-processing:${connectorId}`

/** What this tab kept of an open dialog, whatever it is; null when there is nothing or the browser keeps nothing. */
export function readTyped(connectorId: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(connectorId)) ?? 'null')
  } catch {
    return null
  }
}

/** Storage that is full or forbidden costs the next load what was typed, not this one. */
export function keepTyped(connectorId: string, typed: object | null): void {
  try {
    if (typed === null) sessionStorage.removeItem(keyOf(connectorId))
    else sessionStorage.setItem(keyOf(connectorId), JSON.stringify(typed))
  } catch {
    // What is typed stays on the page.
  }
}
