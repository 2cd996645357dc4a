/** The life of an invitation. Of accepting and revoking at once, one wins. Threat T-INV. */
import { setup } from 'xstate'

export const invitationStates = ['open', 'accepted', 'revoked', 'expired', 'replaced'] as const
export type InvitationState = (typeof invitationStates)[number]

export type InvitationMove =
  | { readonly type: 'user.accepted' }
  | { readonly type: 'admin.revoked' }
  /** The same address was asked again: the older link is dead. */
  | { readonly type: 'admin.repeated' }
  | { readonly type: 'clock.expired' }

export const invitationLifecycle = setup({ types: { events: {} as InvitationMove } }).createMachine({
  id: 'invitationStatus',
  initial: 'open',
  states: {
    open: {
      on: {
        'user.accepted': 'accepted',
        'admin.revoked': 'revoked',
        'admin.repeated': 'replaced',
        'clock.expired': 'expired',
      },
    },
    accepted: { type: 'final' },
    revoked: { type: 'final' },
    expired: { type: 'final' },
    replaced: { type: 'final' },
  },
})
