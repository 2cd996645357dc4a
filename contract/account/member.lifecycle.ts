/** The life of a member, from the invitation on. Which person may make a move is the service's to say. `worklist.md` B-4. */
import { setup } from 'xstate'

export const memberStates = ['pending', 'active', 'inactive', 'removed'] as const
export type MemberState = (typeof memberStates)[number]

export type MemberMove =
  | { readonly type: 'person.joined' }
  | { readonly type: 'admin.revoked' }
  | { readonly type: 'admin.invitedAgain' }
  | { readonly type: 'admin.deactivated' }
  | { readonly type: 'admin.reactivated' }
  | { readonly type: 'admin.changedRole' }
  | { readonly type: 'admin.removed' }

export const memberLifecycle = setup({ types: { events: {} as MemberMove } }).createMachine({
  id: 'memberStatus',
  initial: 'pending',
  states: {
    pending: {
      on: { 'person.joined': 'active', 'admin.revoked': 'removed', 'admin.invitedAgain': 'pending' },
    },
    active: {
      on: { 'admin.deactivated': 'inactive', 'admin.removed': 'removed', 'admin.changedRole': 'active' },
    },
    inactive: {
      on: { 'admin.reactivated': 'active', 'admin.removed': 'removed' },
    },
    removed: { type: 'final' },
  },
})
