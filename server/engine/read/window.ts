/** How much of a run is in its outbox: no page is added while that is too much (`faults.md` F28). */

import type { Delivery } from '../../records/ledger/delivery.repository.ts'
import type { Attempt } from '../deliver/attempts.repository.ts'
import type { EngineLimits } from '../limits.ts'

export type Window = {
  readonly add: (delivery: Delivery) => void
  readonly settled: (attempt: Attempt) => void
  readonly hasRoom: () => boolean
  readonly isEmpty: () => boolean
  /** About how many requests are left to make for it. */
  readonly requests: () => number
}

const bytesOf = ({ page }: Delivery, ordinals: readonly number[]) => {
  let bytes = 0
  for (const ordinal of ordinals) bytes += page.content.lengths[ordinal] ?? 0
  return bytes
}

/** The records that ended with an attempt. A delivery that went well at once lists none: all of it is settled. */
export const settledBy = ({ delivery, ends, settled }: Attempt): readonly number[] =>
  ends === 'delivered' && settled.length === 0 ? delivery.ordinals : settled.map(({ ordinal }) => ordinal)

export function createWindow({ windowRecords, windowBytes }: EngineLimits): Window {
  let records = 0
  let bytes = 0
  const added = { records: 0, deliveries: 0 }
  return {
    add: (delivery) => {
      added.records += delivery.count
      added.deliveries += 1
      records += delivery.count
      bytes += bytesOf(delivery, delivery.ordinals)
    },
    settled: (attempt) => {
      const { delivery } = attempt
      const ordinals = settledBy(attempt)
      records -= ordinals.length
      bytes -= bytesOf(delivery, ordinals)
    },
    hasRoom: () => records === 0 || (records < windowRecords && bytes < windowBytes),
    isEmpty: () => records === 0,
    requests: () => (records === 0 ? 0 : Math.ceil((records * added.deliveries) / added.records)),
  }
}
