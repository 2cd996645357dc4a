import type { PasswordChangeSnapshot } from './password-change.machine.ts'

export const selectCanWrite = (snapshot: PasswordChangeSnapshot) => snapshot.can({ type: 'user.wrote', field: 'new', text: '' })
export const selectCanSubmit = (snapshot: PasswordChangeSnapshot) => snapshot.can({ type: 'user.submitted' })
export const selectCanDiscard = (snapshot: PasswordChangeSnapshot) => snapshot.can({ type: 'user.discarded' })
