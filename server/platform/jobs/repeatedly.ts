/**
 * Does something again and again, with a pause after each time, and never twice at once. What it throws is told and ends nothing.
 * @param pause in milliseconds, also before the first time unless `first` is given.
 * @returns what ends it, and waits for what is under way.
 */
export function repeatedly(
  pause: number,
  action: () => Promise<void>,
  fault: (thrown: unknown) => void,
  first = pause,
): () => Promise<void> {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let work = Promise.resolve()
  const look = async () => {
    await action().catch(fault)
    if (!isOver) later(pause)
  }
  const later = (after: number) => {
    timer = setTimeout(() => {
      work = look()
    }, after)
    timer.unref()
  }
  later(first)
  return async () => {
    isOver = true
    clearTimeout(timer)
    await work
  }
}
