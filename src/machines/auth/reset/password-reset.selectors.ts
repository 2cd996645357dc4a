import { faultAt } from '../../kit/field-fault.ts'
import type { PasswordResetEvent, PasswordResetSnapshot } from './password-reset.machine.ts'

export const selectStage = (snapshot: PasswordResetSnapshot) => snapshot.value
export const selectPassword = (snapshot: PasswordResetSnapshot) => snapshot.context.password
export const selectIsPasswordShown = (snapshot: PasswordResetSnapshot) => snapshot.context.isPasswordShown
export const selectProblem = (snapshot: PasswordResetSnapshot) => snapshot.context.problem
export const selectFault = (snapshot: PasswordResetSnapshot) => faultAt(snapshot.context.problem, '/password/new')
export const selectIsBusy = (snapshot: PasswordResetSnapshot) => snapshot.hasTag('busy')

const selectCan = (event: PasswordResetEvent) => (snapshot: PasswordResetSnapshot) => snapshot.can(event)

export const selectCanWrite = selectCan({ type: 'user.wrote', text: '' })
export const selectCanSubmit = selectCan({ type: 'user.submitted' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
