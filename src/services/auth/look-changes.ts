/** Saves after which the page looks another way: apart from what shows it, so that a form loads nothing of it. */

const saves = new EventTarget()

export const tellLookChanged = () => void saves.dispatchEvent(new Event('saved'))

/** Until the returned function is called. */
export function watchLookChanges(tell: () => void): () => void {
  saves.addEventListener('saved', tell)
  return () => saves.removeEventListener('saved', tell)
}
