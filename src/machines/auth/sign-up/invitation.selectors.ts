import { faultAt } from '../../kit/field-fault.ts'
import type { InvitationEvent, InvitationField, InvitationSnapshot } from './invitation.machine.ts'

export const selectStage = (snapshot: InvitationSnapshot) => snapshot.value
export const selectInvitation = (snapshot: InvitationSnapshot) => snapshot.context.invitation
export const selectWritten = (snapshot: InvitationSnapshot) => snapshot.context.written
export const selectIsPasswordShown = (snapshot: InvitationSnapshot) => snapshot.context.isPasswordShown
export const selectProblem = (snapshot: InvitationSnapshot) => snapshot.context.problem
export const selectIsBusy = (snapshot: InvitationSnapshot) => snapshot.hasTag('busy')

/** What the server said of a field; undefined when nothing. */
export const selectFault = (field: InvitationField) => (snapshot: InvitationSnapshot) =>
  faultAt(snapshot.context.problem, `/${field}`)

const selectCan = (event: InvitationEvent) => (snapshot: InvitationSnapshot) => snapshot.can(event)

export const selectCanWrite = selectCan({ type: 'user.wrote', field: 'firstName', text: '' })
export const selectCanSubmit = selectCan({ type: 'user.submitted' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
