/** Deliveries that wait for their time. */
import { performance } from 'node:perf_hooks'

import type { StatusReason } from '../runs/run-leases.repository.ts'
import type { Item } from './outcome-classifier.ts'

export type Sleepers = {
  /** @param wait milliseconds. `standing` is what the run says of it meanwhile; null: nothing. */
  readonly add: (item: Item, wait: number, standing: StatusReason | null) => void
  readonly clear: () => void
  /** Of the one that wakes first, and in how many milliseconds it does. */
  readonly standing: () => { readonly standing: StatusReason; readonly wait: number } | null
}

type Sleeper = { readonly timer: NodeJS.Timeout; readonly at: number; readonly standing: StatusReason | null }

export function createSleepers(wake: (item: Item) => void): Sleepers {
  const sleeping = new Map<Item, Sleeper>()
  return {
    add: (item, wait, standing) => {
      const timer = setTimeout(() => {
        sleeping.delete(item)
        wake(item)
      }, wait)
      sleeping.set(item, { timer, at: performance.now() + wait, standing })
    },
    clear: () => {
      for (const { timer } of sleeping.values()) clearTimeout(timer)
      sleeping.clear()
    },
    standing: () => {
      let next: Sleeper | null = null
      for (const it of sleeping.values()) if (it.standing !== null && (next === null || it.at < next.at)) next = it
      return next?.standing ? { standing: next.standing, wait: Math.max(0, next.at - performance.now()) } : null
    },
  }
}
