import { faultAt } from '../kit/field-fault.ts'
import type { PublicationEvent, PublicationSnapshot } from './publication.machine.ts'
import type { PublicationField } from './written.ts'

export const selectIsNew = (snapshot: PublicationSnapshot) => snapshot.context.own === null
export const selectConnectorId = (snapshot: PublicationSnapshot) => snapshot.context.connectorId
export const selectWritten = (snapshot: PublicationSnapshot) => snapshot.context.written
/** What somebody else saved meanwhile; null unless that has to be decided. */
export const selectTheirs = (snapshot: PublicationSnapshot) => (snapshot.matches('comparing') ? snapshot.context.theirs : null)
/** Of what was published; null before. */
export const selectTemplateId = (snapshot: PublicationSnapshot) => snapshot.context.templateId
/** Whether the operator decides first before others find it. */
export const selectIsWaiting = (snapshot: PublicationSnapshot) => snapshot.context.isWaiting
export const selectProblem = (snapshot: PublicationSnapshot) => snapshot.context.problem
export const selectIsBusy = (snapshot: PublicationSnapshot) => snapshot.hasTag('busy')
export const selectFault = (field: PublicationField) => (snapshot: PublicationSnapshot) =>
  faultAt(snapshot.context.problem, `/${field}`)

const selectCan = (event: PublicationEvent) => (snapshot: PublicationSnapshot) => snapshot.can(event)

export const selectCanWrite = selectCan({ type: 'user.wrote', field: 'name', text: '' })
export const selectCanSubmit = selectCan({ type: 'user.submitted' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
