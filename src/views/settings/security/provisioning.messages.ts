import type { GroupRole } from '#contract/settings/scim/provisioning.ts'
import { scimLimits } from '#contract/settings/scim/scim-limits.ts'
import { number } from '../../kit/format/numbers.ts'

/** The card Provisioning (SCIM). */
export const provisioningMessages = {
  title: 'Provisioning (SCIM)',
  sub: 'An identity provider such as Microsoft Entra ID or Okta manages members through SCIM 2.0. It only creates members in your verified email domains. Deactivated members are signed out within 5 seconds, and their API keys stop working.',
  loading: 'Loading provisioning',
  retry: 'Retry',
  baseUrl: 'Base URL (tenant URL)',
  baseUrlHint: 'Enter this URL and the token in your identity provider.',
  token: 'Token',
  none: 'No token yet. No identity provider has access.',
  startsWith: (start: string) => `Starts with ${start}`,
  createdBy: (name: string) => `Created by ${name}`,
  creatorGone: 'The creator can no longer sign in. The token works until you replace or revoke it.',
  lastUsed: 'Last used',
  neverUsed: 'Not used yet',
  from: (address: string) => `from ${address}`,
  previous: 'The previous token works until',
  people: (count: number) =>
    count === 0 ? 'No connected members yet.' : `${number(count)} ${count === 1 ? 'member is' : 'members are'} connected.`,
  create: 'Create token',
  replace: 'Replace token',
  revoke: 'Revoke token',
  made: 'Token created',
  once: "Copy it now. You won't be able to see it again.",
  byHand: 'Your browser blocked copying. Select the token and copy it.',
  copy: 'Copy',
  copied: 'Token copied to clipboard!',
  done: 'Done',
  groups: 'Groups',
  groupsHint: 'Groups from your identity provider. Members of several groups get the highest role.',
  noGroups: 'No groups yet.',
  members: (count: number) => `${number(count)} ${count === 1 ? 'member' : 'members'}`,
  roleOf: (name: string) => `Role of ${name}`,
  roles: { none: 'Not set by the group', USER: 'User', ADMIN: 'Administrator' },
  dialogs: {
    token: {
      title: 'Create token',
      confirm: 'Create token',
      text: 'Anyone with this token can add and deactivate members of your company.',
    },
    replace: {
      title: 'Replace token',
      confirm: 'Replace token',
      text: `The current token works for another ${scimLimits.overlapHours} hours. Enter the new one until then.`,
    },
    revoke: {
      title: 'Revoke token',
      confirm: 'Revoke token',
      text: 'Your identity provider loses access immediately. Members are not affected.',
    },
    role: (name: string, role: GroupRole) => ({
      title: `Role of ${name}`,
      confirm: 'Set role',
      text:
        role === null
          ? 'The group no longer sets roles. Members it made administrators become users.'
          : `All current and future group members become ${role === 'ADMIN' ? 'administrators' : 'users'}. Members with a new role are signed out.`,
    }),
  },
}
