/** Whether other companies find a public connector. Where the installation wants it, its operator decides first; both sides obey this chart. */
import { setup } from 'xstate'

export const publicationStates = ['waiting', 'approved', 'declined'] as const
export type PublicationStatus = (typeof publicationStates)[number]

export type PublicationMove =
  /** Published or changed where the operator approves first. */
  | { readonly type: 'company.submitted' }
  /** Published or changed where nobody has to approve. */
  | { readonly type: 'company.published' }
  | { readonly type: 'operator.approved' }
  | { readonly type: 'operator.declined' }

const byCompany = { 'company.submitted': 'waiting', 'company.published': 'approved' } as const

export const publicationLifecycle = setup({ types: { events: {} as PublicationMove } }).createMachine({
  id: 'publicationStatus',
  initial: 'waiting',
  states: {
    /** Only the company that publishes it sees it. */
    waiting: { on: { ...byCompany, 'operator.approved': 'approved', 'operator.declined': 'declined' } },
    approved: { on: byCompany },
    declined: { on: byCompany },
  },
})
