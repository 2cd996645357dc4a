import type { OneTimeCodeSnapshot } from './one-time-code.machine.ts'

export const selectIsExpired = (snapshot: OneTimeCodeSnapshot) => snapshot.matches('expired')
export const selectIsVerifying = (snapshot: OneTimeCodeSnapshot) => snapshot.matches({ open: { entry: 'verifying' } })
export const selectIsResending = (snapshot: OneTimeCodeSnapshot) => snapshot.matches({ open: { sending: 'resending' } })
export const selectIsPausing = (snapshot: OneTimeCodeSnapshot) => snapshot.matches({ open: { sending: 'pausing' } })
export const selectCanWrite = (snapshot: OneTimeCodeSnapshot) => snapshot.can({ type: 'user.wroteCode', code: '' })
export const selectCanSubmit = (snapshot: OneTimeCodeSnapshot) => snapshot.can({ type: 'user.submitted' })
export const selectCanRequest = (snapshot: OneTimeCodeSnapshot) => snapshot.can({ type: 'user.requestedAgain' })
