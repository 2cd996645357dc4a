/** Whether a company may use the installation, and how it is deleted. The operator moves it; both sides ask this chart. */
import { setup } from 'xstate'

export const companyStates = ['active', 'suspended', 'pendingDeletion', 'deleting', 'deleted'] as const
export type CompanyStatus = (typeof companyStates)[number]

export type CompanyMove =
  | { readonly type: 'operator.suspended' }
  | { readonly type: 'operator.reactivated' }
  | { readonly type: 'operator.deleted' }
  | { readonly type: 'operator.restored' }
  | { readonly type: 'clock.due' }
  | { readonly type: 'job.done' }

export const companyLifecycle = setup({ types: { events: {} as CompanyMove } }).createMachine({
  id: 'companyStatus',
  initial: 'active',
  states: {
    active: { on: { 'operator.suspended': 'suspended', 'operator.deleted': 'pendingDeletion' } },
    /** Nobody signs in and no run moves; what comes in is held. */
    suspended: { on: { 'operator.reactivated': 'active', 'operator.deleted': 'pendingDeletion' } },
    /** Suspended until the time of grace is over. What is taken back stays suspended until it is reactivated. */
    pendingDeletion: { on: { 'operator.restored': 'suspended', 'clock.due': 'deleting' } },
    deleting: { on: { 'job.done': 'deleted' } },
    /** Its row stays, without its name, for its invoices. */
    deleted: { type: 'final' },
  },
})
