/** The way out of one party, such as a company: its requests wait together, and take turns with those of the others. */
import type { Outbound } from './outbound.ts'

export const inParty = (outbound: Outbound, party: string): Outbound => ({
  ...outbound,
  request: (it) => outbound.request({ ...it, party }),
  open: (it) => outbound.open({ ...it, party }),
  place: (it) => outbound.place({ ...it, party }),
})

/** The way out of one lane within its party, such as a run. */
export const inLane = (outbound: Outbound, lane: string): Outbound => ({
  ...outbound,
  request: (it) => outbound.request({ ...it, lane }),
  open: (it) => outbound.open({ ...it, lane }),
})
