import type { GroupRole } from '#contract/settings/scim/provisioning.ts'
import { scimLimits } from '#contract/settings/scim/scim-limits.ts'
import { number } from '../../kit/format/numbers.ts'

/** The card Provisioning (SCIM). */
export const provisioningMessages = {
  title: 'Provisioning (SCIM)',
  sub: 'Your identity provider (Microsoft Entra ID, Okta and others) adds and deactivates members by SCIM 2.0. It creates members only in your verified email domains. Members it deactivates are signed out within 5 seconds, and their API keys stop working.',
  loading: 'Loading provisioning',
  retry: 'Retry',
  baseUrl: 'Base URL (tenant URL)',
  baseUrlHint: 'Enter this address and the token in your identity provider.',
  token: 'Token',
  none: 'No token yet: no identity provider has access.',
  startsWith: (start: string) => `Starts with ${start}`,
  createdBy: (name: string) => `Created by ${name}`,
  creatorGone: 'They can no longer sign in. The token keeps working until you replace or revoke it.',
  lastUsed: 'Last used',
  neverUsed: 'Not used yet',
  from: (address: string) => `from ${address}`,
  previous: 'The previous token works until',
  people: (count: number) =>
    count === 0 ? 'No members are connected yet.' : `${number(count)} ${count === 1 ? 'member is' : 'members are'} connected.`,
  create: 'Create token',
  replace: 'Replace token',
  revoke: 'Revoke token',
  made: 'The token was created',
  once: 'Copy it now: it is shown only once.',
  byHand: 'Your browser does not let us copy. Select the token and copy it.',
  copy: 'Copy',
  copied: 'Token copied to clipboard!',
  done: 'Done',
  groups: 'Groups',
  groupsHint: 'Groups that your identity provider has sent. Members of several groups have the highest of their roles.',
  noGroups: 'No groups yet.',
  members: (count: number) => `${number(count)} ${count === 1 ? 'member' : 'members'}`,
  roleOf: (name: string) => `Role of ${name}`,
  roles: { none: 'Not set by the group', USER: 'User', ADMIN: 'Administrator' },
  dialogs: {
    token: {
      title: 'Create token',
      confirm: 'Create token',
      text: 'Anyone who has the token can add and deactivate members of your company.',
    },
    replace: {
      title: 'Replace token',
      confirm: 'Replace token',
      text: `The current token works for another ${scimLimits.overlapHours} hours, so that you can enter the new one.`,
    },
    revoke: {
      title: 'Revoke token',
      confirm: 'Revoke token',
      text: 'Your identity provider loses access immediately. Members stay as they are.',
    },
    role: (name: string, role: GroupRole) => ({
      title: `Role of ${name}`,
      confirm: 'Set role',
      text:
        role === null
          ? 'The group no longer sets the role of its members. Members it made administrators become users.'
          : `All members of the group become ${role === 'ADMIN' ? 'administrators' : 'users'} now, and so does everyone who joins it later. Members whose role changes are signed out.`,
    }),
  },
}
