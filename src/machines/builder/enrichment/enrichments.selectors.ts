import type { EnrichmentsEvent, EnrichmentsSnapshot } from './enrichments.machine.ts'

export const selectItems = (snapshot: EnrichmentsSnapshot) => snapshot.context.items
/** The one that was removed last; null when there is nothing to restore. */
export const selectRemoved = (snapshot: EnrichmentsSnapshot) => (snapshot.matches('removed') ? snapshot.context.removed : null)

const selectCan = (event: EnrichmentsEvent) => (snapshot: EnrichmentsSnapshot) => snapshot.can(event)

export const selectCanAdd = selectCan({ type: 'user.added' })
export const selectCanRestore = selectCan({ type: 'user.restored' })
