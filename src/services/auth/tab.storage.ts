/** Whose this tab is, and what of it goes with them. Apart from `session.storage.ts`, so that the sign-in page does not load it. */

/** Who is here, and after a sign-out whoever typed what still waits. */
const person = 'person'
/** What somebody types while a connector is built or settings are changed, without secrets. */
const typed = /^(?:draft|creation|look-up|list-processing|publication|config-text|settings):/
/** What a provider proved is for whoever signs in next. */
const provider = /^oauth-/

/**
 * What was begun in this tab, such as a registration, is for nobody who comes after. What was typed into a connector and is not saved waits for the
 * same person: a sign-out loses it as little as a session that ends.
 */
export function leaveTab(): void {
  inTab((storage) => {
    forget(storage, (key) => key !== person && !typed.test(key))
    if (storage.length === 1) storage.removeItem(person)
  })
}

/** Whoever comes in finds what is their own, and nothing of anybody else: nor of somebody who is not known. */
export function enterTab(userId: string): void {
  inTab((storage) => {
    if (storage.getItem(person) !== userId) forget(storage, (key) => !provider.test(key))
    storage.setItem(person, userId)
  })
}

function forget(storage: Storage, isOver: (key: string) => boolean): void {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
  for (const key of keys.filter(isOver)) storage.removeItem(key)
}

function inTab(work: (storage: Storage) => void): void {
  try {
    work(sessionStorage)
  } catch {
    // Nothing could be kept, so nothing is left.
  }
}
