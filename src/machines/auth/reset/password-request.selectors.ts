import { faultAt } from '../../kit/field-fault.ts'
import type { PasswordRequestEvent, PasswordRequestSnapshot } from './password-request.machine.ts'

export const selectEmail = (snapshot: PasswordRequestSnapshot) => snapshot.context.email
export const selectProblem = (snapshot: PasswordRequestSnapshot) => snapshot.context.problem
export const selectFault = (snapshot: PasswordRequestSnapshot) => faultAt(snapshot.context.problem, '/email')
export const selectIsKept = (snapshot: PasswordRequestSnapshot) => snapshot.context.isKept
export const selectIsBusy = (snapshot: PasswordRequestSnapshot) => snapshot.hasTag('busy')
export const selectIsRequested = (snapshot: PasswordRequestSnapshot) => snapshot.matches('requested')

const selectCan = (event: PasswordRequestEvent) => (snapshot: PasswordRequestSnapshot) => snapshot.can(event)

export const selectCanWrite = selectCan({ type: 'user.wrote', text: '' })
export const selectCanSubmit = selectCan({ type: 'user.submitted' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
