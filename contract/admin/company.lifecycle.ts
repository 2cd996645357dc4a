/** Whether a company may use the installation. The operator moves it; both sides ask this chart. */
import { setup } from 'xstate'

export const companyStates = ['active', 'suspended'] as const
export type CompanyStatus = (typeof companyStates)[number]

export type CompanyMove = { readonly type: 'operator.suspended' } | { readonly type: 'operator.reactivated' }

export const companyLifecycle = setup({ types: { events: {} as CompanyMove } }).createMachine({
  id: 'companyStatus',
  initial: 'active',
  states: {
    active: { on: { 'operator.suspended': 'suspended' } },
    /** Nobody signs in and no run moves; what comes in is held. */
    suspended: { on: { 'operator.reactivated': 'active' } },
  },
})
