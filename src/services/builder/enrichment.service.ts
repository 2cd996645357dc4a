const keyOf = (connectorId: string, id: string) => `look-up:${connectorId}:${id}`

/** What this tab kept of an enrichment that was not complete, whatever it is; null when there is nothing or the browser keeps nothing. */
export function readTyped(connectorId: string, id: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(connectorId, id)) ?? 'null')
  } catch {
    return null
  }
}

/** Storage that is full or forbidden costs the next load what was typed, not this one. */
export function keepTyped(connectorId: string, id: string, written: object | null): void {
  try {
    if (written === null) sessionStorage.removeItem(keyOf(connectorId, id))
    else sessionStorage.setItem(keyOf(connectorId, id), JSON.stringify(written))
  } catch {
    // What is typed stays on the page.
  }
}

/** 64 random bits in hex: two tabs that add an enrichment add two. `crypto.randomUUID` is missing where the page is served without TLS. */
export const newEnrichmentId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')
