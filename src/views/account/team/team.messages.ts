import { teamTexts } from '#contract/account/team-limits.ts'

/** The tab Team Members; its fixed texts come from the contract. */
export const teamMessages = {
  ...teamTexts,
  name: 'team members',
  sub: (members: number, invitations: number) =>
    `${members} ${members === 1 ? 'member' : 'members'}, ${invitations} ${invitations === 1 ? 'invitation' : 'invitations'}`,
  search: 'Search name or email',
  filter: 'Status',
  filters: { all: 'All', active: 'Active', pending: 'Pending', inactive: 'Inactive' },
  columns: {
    name: 'Name',
    email: 'Email',
    role: 'Role',
    status: 'Status',
    joined: 'Joined',
    lastActive: 'Last active',
    actions: 'Actions',
  },
  roles: { SUPER_ADMIN: 'Super Admin', ADMIN: 'Admin', USER: 'User' },
  roleOf: (name: string) => `Role of ${name}`,
  statuses: { active: 'Active', inactive: 'Inactive', pending: 'Pending' },
  expired: 'Invitation expired',
  invitedBy: (name: string) => `Invited by ${name}`,
  invitedWord: 'invited',
  never: 'never',
  noone: 'No matching people',
  noneSuch: 'No members or invitations match the search and filter.',
  footnote: 'Admins manage members, billing and the Admin Console. Users build and run connectors.',
  actionsFor: (name: string) => `Actions for ${name}`,
  actions: {
    deactivate: 'Deactivate',
    reactivate: 'Reactivate',
    remove: 'Remove',
    revoke: 'Revoke invite',
    again: 'Send again',
    role: 'Change role',
  },
  invite: {
    open: 'Invite Member',
    title: 'Invite Member',
    submit: 'Send Invite',
    create: 'Create invitation',
    byHand: 'No mail server is set up. Copy the link and pass it on. It works for 72 hours.',
    email: 'Email',
    role: 'Role',
    hint: 'The link works for 72 hours.',
  },
  confirm: {
    deactivate: (name: string) => `Deactivate ${name}?`,
    reactivate: (name: string) => `Reactivate ${name}?`,
    remove: (name: string) => `Remove ${name} from the team?`,
    revoke: (email: string) => `Revoke the invitation to ${email}?`,
    again: (email: string) => `Send the invitation to ${email} again?`,
    role: (name: string, role: string) => `Make ${name} ${role === 'Admin' ? 'an Admin' : 'a User'}?`,
  },
  effect: {
    deactivate: "They are signed out everywhere within 5 seconds. They can't sign in until someone reactivates them.",
    reactivate: 'They can sign in again, and their API keys work again.',
    remove: 'They are signed out everywhere within 5 seconds and permanently lose access. You can invite their email again.',
    revoke: 'The link in the invitation stops working.',
    again: 'The previous link stops working. The new one works for 72 hours.',
    toAdmin: 'Admins manage members, billing and company settings. They are signed out and must sign in again.',
    toUser: 'Users build and run connectors. They are signed out and must sign in again.',
    stay: 'Their connectors keep running.',
  },
  ends: {
    name: 'effects',
    sessions: (count: number) =>
      count === 0 ? 'No open sessions' : `${count} open ${count === 1 ? 'session ends' : 'sessions end'}`,
    keys: (names: readonly string[]) =>
      names.length === 0
        ? 'No API keys'
        : `${names.length} API ${names.length === 1 ? 'key stops' : 'keys stop'}: ${some(names)}`,
    connectors: (names: readonly string[], active: number) =>
      names.length === 0
        ? 'No connector'
        : `${names.length} ${names.length === 1 ? 'connector' : 'connectors'} (${active} active): ${some(names)}`,
    heir: 'New owner of the connectors',
    me: (name: string) => `${name} (you)`,
  },
  roleChanged: (name: string, role: string) => `${name} is now ${role === 'Admin' ? 'an Admin' : 'a User'}`,
}

function some(names: readonly string[]): string {
  return names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`
}
