import { useSyncExternalStore } from 'react'

const step = 1_000

/** The local clock in milliseconds, in whole seconds, for ages that grow while they are looked at. */
export const useNow = () => useSyncExternalStore(everySecond, () => Math.floor(Date.now() / step) * step)

function everySecond(tell: () => void) {
  const timer = setInterval(tell, step)
  return () => clearInterval(timer)
}
