/** Calls that were refused because the company is in maintenance: kept apart from `api-client.ts`, which makes every call. */

const refusals = new EventTarget()

export const tellRefusal = () => refusals.dispatchEvent(new Event('refused'))

/** Until the returned function is called. */
export function watchRefusals(tell: () => void): () => void {
  refusals.addEventListener('refused', tell)
  return () => refusals.removeEventListener('refused', tell)
}
