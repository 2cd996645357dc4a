import { type InvestigatedEvent, type InvestigatedSnapshot, textOf } from './investigated.machine.ts'

/** Null until it was read. */
export const selectInvestigated = ({ context }: InvestigatedSnapshot) => context.investigated
export const selectView = ({ context }: InvestigatedSnapshot) => context.view
export const selectIsWayOpen = ({ context }: InvestigatedSnapshot) => context.isWayOpen
export const selectProblem = ({ context }: InvestigatedSnapshot) => context.problem
export const selectIsBusy = (snapshot: InvestigatedSnapshot) => snapshot.hasTag('busy')
/** What the payload card shows now; null where there is nothing to show. */
export const selectText = ({ context: { investigated, view } }: InvestigatedSnapshot) => textOf(investigated, view)

const selectCan = (event: InvestigatedEvent) => (snapshot: InvestigatedSnapshot) => snapshot.can(event)
export const selectCanCopy = selectCan({ type: 'user.copied' })
export const selectCanRetry = selectCan({ type: 'user.retried' })
