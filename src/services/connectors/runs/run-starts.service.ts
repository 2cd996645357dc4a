const starts = new EventTarget()

/** Says that the server has queued a run of this page. */
export const reportStart = () => void starts.dispatchEvent(new Event('started'))

/** Calls `hear` whenever this page started a run, until the returned function is called. */
export function onRunStarted(hear: () => void): () => void {
  starts.addEventListener('started', hear)
  return () => starts.removeEventListener('started', hear)
}
