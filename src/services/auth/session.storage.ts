/** What the browser keeps of a session between visits. It knows nothing of its form: that is checked where it is read. */

const key = 'session'

/** What was kept, as text; null when there is nothing or the browser keeps nothing. */
export function readStoredSession(): string | null {
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
    removeStoredSession()
  }
}

export function removeStoredSession(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing could be kept, so nothing is left.
  }
}

/** Tells what other tabs keep or, with null, forget: that is a sign-out. Listens until the returned function is called. */
export function watchStoredSession(tell: (kept: string | null) => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === key || event.key === null) tell(event.key === null ? null : event.newValue)
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

/** Tells each time that the tab comes to the front, until the returned function is called. */
export const watchFront = (tell: () => void): (() => void) => watchShown((isShown) => isShown && tell())

/** Tells each time that the tab is shown or hidden, until the returned function is called. */
export function watchShown(tell: (isShown: boolean) => void): () => void {
  const hear = () => tell(document.visibilityState === 'visible')
  document.addEventListener('visibilitychange', hear)
  return () => document.removeEventListener('visibilitychange', hear)
}
