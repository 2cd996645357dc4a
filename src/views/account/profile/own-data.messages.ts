import { deletionGraceDays, ownDataKeptDays } from '#contract/account/own-data-limits.ts'

/** The card of one's data, at the end of User Profile. */
export const ownDataMessages = {
  title: 'Your data',
  sub: 'Download what Datacrane keeps about you, or delete your account.',
  loading: 'Loading…',
  retry: 'Retry',
  file: {
    title: 'Download my data',
    about: `Profile, sessions, login history, notifications, preferences, invitations and API keys without their secrets, as a JSON file. It is made in the background and kept for ${ownDataKeptDays} days.`,
    request: 'Request file',
    again: 'Request a new file',
    download: 'Download',
    size: (size: string) => `JSON, ${size}`,
    until: 'Can be downloaded until',
    statuses: {
      queued: 'The file is being made. You get an email when it is ready.',
      failed: 'The file could not be made. Request it again.',
      expired: 'The last file has expired.',
    },
    dialog: {
      title: 'Download my data',
      text: 'The file holds personal data. Confirm your identity.',
      confirm: 'Request file',
    },
  },
  deletion: {
    title: 'Ask for deletion',
    about: `Your account is deleted ${deletionGraceDays} days after you ask for it; until then you can use it as usual and withdraw. Then your name, email, phone, photo, sessions and notifications are removed. What you changed stays in the audit log as “Deleted user”.`,
    request: 'Ask for deletion',
    withdraw: 'Withdraw request',
    heir: 'New owner of your connectors',
    nobody: 'Select a member',
    connectors: (count: number) => `${count} ${count === 1 ? 'connector goes' : 'connectors go'} to someone of your company.`,
    keys: (names: readonly string[]) => `API keys that stop working: ${names.join(', ')}.`,
    last: 'You are the last administrator of your company. Make another member an administrator first.',
    waiting: 'Your account will be deleted on',
    goesTo: (heir: string) => `Your connectors go to ${heir}.`,
    refused: 'Your last request was not carried out, because no one else could administer your company.',
    dialog: {
      title: 'Ask for deletion',
      text: (heir: string | null) =>
        `Your account will be deleted in ${deletionGraceDays} days.${heir === null ? '' : ` Your connectors go to ${heir}.`} You can withdraw until then; afterwards it cannot be undone.`,
      confirm: 'Ask for deletion',
    },
  },
}
