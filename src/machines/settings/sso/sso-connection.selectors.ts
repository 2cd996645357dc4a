import type { SsoSwitch } from '#contract/auth/sso/sso-limits.ts'
import type { StepUpActor } from '../../kit/step-up.machine.ts'
import { draftOf, type SsoConnectionEvent, type SsoConnectionSnapshot } from './sso-connection.machine.ts'
import { needsTrust } from './sso-draft.ts'

const selectCan = (event: SsoConnectionEvent) => (snapshot: SsoConnectionSnapshot) => snapshot.can(event)

export const selectDraft = ({ context }: SsoConnectionSnapshot) => (context.state === null ? null : draftOf(context))
/** Whether first sign-ins are refused until the company says that it manages the email addresses. */
export const selectNeedsTrust = ({ context: { state } }: SsoConnectionSnapshot) => state !== null && needsTrust(state)
export const selectCanReload = selectCan({ type: 'user.reloaded' })
export const selectCanChange = selectCan({ type: 'user.changed', change: {} })
export const selectCanDiscard = selectCan({ type: 'user.discarded' })
export const selectCanSave = selectCan({ type: 'user.saved' })
export const selectCanDownload = selectCan({ type: 'user.downloaded' })
export const selectCanTest = selectCan({ type: 'user.tested' })
/** What a person does for each of the switches. */
export const switchEvents = {
  ...{ on: { type: 'user.switchedOn' }, off: { type: 'user.switchedOff' } },
  ...{ require: { type: 'user.required' }, 'allow-passwords': { type: 'user.allowedPasswords' } },
} as const satisfies Readonly<Record<SsoSwitch, SsoConnectionEvent>>
export const canSwitch = (snapshot: SsoConnectionSnapshot, move: SsoSwitch) => snapshot.can(switchEvents[move])
export const selectProof = ({ children }: SsoConnectionSnapshot) => children['prove'] as StepUpActor | undefined
