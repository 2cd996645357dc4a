/** What the browser keeps of a session between visits. It knows nothing of its form: that is checked where it is read. */

const key = 'session'

/** What was kept, as text; null when there is nothing or the browser keeps nothing. */
export function readKept(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Storage that is full or forbidden costs the next visit its session, not this one. */
export function keep(session: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(session))
  } catch {
    forgetKept()
  }
}

export function forgetKept(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing could be kept, so nothing is left.
  }
}

/** What somebody types while a connector is built, without its secrets. */
const typed = /^(?:draft|creation|look-up|list-processing|publication|config-text):/
const typist = 'typist'

/**
 * What was begun in this tab, such as a registration, is for nobody who comes after. What was typed into a connector and is not saved waits for the
 * same person: a sign-out loses it as little as a session that ends.
 */
export function leaveTab(userId: string): void {
  forgetInTab((key) => !typed.test(key))
  try {
    if (sessionStorage.length > 0) sessionStorage.setItem(typist, userId)
  } catch {
    // Nothing could be kept, so nothing is left.
  }
}

/** Whoever comes in finds what they typed themselves, and nothing of anybody else. */
export function enterTab(userId: string): void {
  try {
    const before = sessionStorage.getItem(typist)
    if (before !== null && before !== userId) forgetInTab((key) => typed.test(key))
    sessionStorage.removeItem(typist)
  } catch {
    // Nothing could be kept, so nothing is left.
  }
}

function forgetInTab(isOver: (key: string) => boolean): void {
  try {
    const keys = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '')
    for (const key of keys.filter(isOver)) sessionStorage.removeItem(key)
  } catch {
    // Nothing could be kept, so nothing is left.
  }
}

/** Tells what other tabs keep or, with null, forget. Listens until the returned function is called. */
export function watchKept(tell: (kept: string | null) => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === key || event.key === null) tell(event.key === null ? null : event.newValue)
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

/** Tells each time that the tab comes to the front, until the returned function is called. */
export function watchFront(tell: () => void): () => void {
  const hear = () => {
    if (document.visibilityState === 'visible') tell()
  }
  document.addEventListener('visibilitychange', hear)
  return () => document.removeEventListener('visibilitychange', hear)
}
