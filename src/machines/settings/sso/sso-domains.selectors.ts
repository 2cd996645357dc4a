import type { StepUpActor } from '../../kit/step-up.machine.ts'
import type { SsoDomainsSnapshot } from './sso-domains.machine.ts'

export const selectCanRetry = (snapshot: SsoDomainsSnapshot) => snapshot.can({ type: 'user.retried' })
export const selectCanWrite = (snapshot: SsoDomainsSnapshot) => snapshot.can({ type: 'user.wroteDomain', domain: '' })
export const selectCanAdd = (snapshot: SsoDomainsSnapshot) => snapshot.can({ type: 'user.added' })
export const selectChecked = (snapshot: SsoDomainsSnapshot) => (snapshot.matches('checking') ? snapshot.context.checked : null)
export const selectProof = ({ children }: SsoDomainsSnapshot) => children['prove'] as StepUpActor | undefined
export const canCheck = (snapshot: SsoDomainsSnapshot, id: string) => snapshot.can({ type: 'user.checked', id })
export const canRemove = (snapshot: SsoDomainsSnapshot, id: string) => snapshot.can({ type: 'user.removed', id, domain: '' })
