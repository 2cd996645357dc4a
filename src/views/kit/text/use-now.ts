import { useSyncExternalStore } from 'react'

const step = 1_000

/** The local clock in milliseconds, in whole seconds, for ages that grow while they are looked at. */
export const useNow = () => useSyncExternalStore(everySecond, () => Math.floor(Date.now() / step) * step)

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all ages of a page: a list of connectors has dozens of them. */
function everySecond(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const it of listeners) it()
  }, step)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
