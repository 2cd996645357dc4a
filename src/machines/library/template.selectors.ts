import { faultAt } from '../kit/field-fault.ts'
import type { TemplateEvent, TemplateSnapshot } from './template.machine.ts'

export const selectName = (snapshot: TemplateSnapshot) => snapshot.context.name
export const selectProblem = (snapshot: TemplateSnapshot) => snapshot.context.problem
export const selectFault = (snapshot: TemplateSnapshot) => faultAt(snapshot.context.problem, '/name')
/** The draft that was made; null before. */
export const selectConnectorId = (snapshot: TemplateSnapshot) => snapshot.context.connectorId
export const selectIsBusy = (snapshot: TemplateSnapshot) => snapshot.hasTag('busy')

const selectCan = (event: TemplateEvent) => (snapshot: TemplateSnapshot) => snapshot.can(event)

export const selectCanWrite = selectCan({ type: 'user.wrote', text: '' })
export const selectCanSubmit = selectCan({ type: 'user.submitted' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
