/** The way out of one party, such as a company: its requests wait together, and take turns with those of the others. */
import type { Outbound } from './outbound.ts'

export const forTenant = (outbound: Outbound, party: string): Outbound => ({
  ...outbound,
  request: (it) => outbound.request({ ...it, party }),
  open: (it) => outbound.open({ ...it, party }),
  place: (it) => outbound.place({ ...it, party }),
  watch: (it, cut) => outbound.watch({ ...it, party }, cut),
  closed: (url, on) => outbound.closed(url, { ...on, party }),
  closedNow: (url, on) => outbound.closedNow(url, { ...on, party }),
})

/** The way out through a gateway of the party; without an id as before. */
export const throughGateway = (outbound: Outbound, gateway: string | undefined): Outbound =>
  gateway === undefined
    ? outbound
    : {
        ...outbound,
        request: (it) => outbound.request({ ...it, gateway }),
        open: (it) => outbound.open({ ...it, gateway }),
        place: (it) => outbound.place({ ...it, gateway }),
        watch: (it, cut) => outbound.watch({ ...it, gateway }, cut),
      }

/** The way out of one lane within its party, such as a run. */
export const inQueue = (outbound: Outbound, lane: string): Outbound => ({
  ...outbound,
  request: (it) => outbound.request({ ...it, lane }),
  open: (it) => outbound.open({ ...it, lane }),
})
