import type { HookEvent, HookSnapshot } from './hook.machine.ts'

export const selectStage = (snapshot: HookSnapshot) => snapshot.value
export const selectHook = (snapshot: HookSnapshot) => snapshot.context.hook
/** In clear, after it was made on this page; null otherwise. */
export const selectSecret = (snapshot: HookSnapshot) => snapshot.context.secret
export const selectIsCopied = (snapshot: HookSnapshot) => snapshot.context.isCopied
export const selectTaken = (snapshot: HookSnapshot) => snapshot.context.taken
export const selectProblem = (snapshot: HookSnapshot) => snapshot.context.problem

const selectCan = (event: HookEvent) => (snapshot: HookSnapshot) => snapshot.can(event)

export const selectCanRetry = selectCan({ type: 'user.retried' })
export const selectCanRenew = selectCan({ type: 'user.renewed' })
export const selectCanCopy = selectCan({ type: 'user.copied' })
export const selectCanSend = selectCan({ type: 'user.sent' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
export const selectIsOld = (snapshot: HookSnapshot) => snapshot.context.isOld
