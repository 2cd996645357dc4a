import { faultAt } from '../../kit/field-fault.ts'
import type { SsoStartEvent, SsoStartSnapshot } from './sso-start.machine.ts'

export const selectFault = (snapshot: SsoStartSnapshot) => faultAt(snapshot.context.problem, '/email')

const selectCan = (event: SsoStartEvent) => (snapshot: SsoStartSnapshot) => snapshot.can(event)

export const selectCanWrite = selectCan({ type: 'user.wrote', text: '' })
export const selectCanSubmit = selectCan({ type: 'user.submitted' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
