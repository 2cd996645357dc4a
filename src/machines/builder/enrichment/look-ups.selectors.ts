import type { LookUpsEvent, LookUpsSnapshot } from './look-ups.machine.ts'

export const selectItems = (snapshot: LookUpsSnapshot) => snapshot.context.items
/** The one that was removed last; null when there is nothing to restore. */
export const selectRemoved = (snapshot: LookUpsSnapshot) => (snapshot.matches('removed') ? snapshot.context.removed : null)

const selectCan = (event: LookUpsEvent) => (snapshot: LookUpsSnapshot) => snapshot.can(event)

export const selectCanAdd = selectCan({ type: 'user.added' })
export const selectCanRestore = selectCan({ type: 'user.restored' })
