import { deletionGraceDays, ownDataRetentionDays } from '#contract/account/own-data-limits.ts'

/** The card of one's data, at the end of User Profile. */
export const ownDataMessages = {
  title: 'Your data',
  sub: 'Download your personal data, or delete your account.',
  loading: 'Loading…',
  retry: 'Retry',
  file: {
    title: 'Download my data',
    about: `A JSON file with your profile, sessions, login history, notifications and preferences. It also contains invitations and API keys, without secrets. We prepare it in the background and store it for ${ownDataRetentionDays} days.`,
    request: 'Request file',
    again: 'Request a new file',
    download: 'Download',
    size: (size: string) => `JSON, ${size}`,
    until: 'Available until',
    statuses: {
      queued: "We're preparing your file. We'll email you when it's ready.",
      failed: 'Could not prepare the file. Request it again.',
      expired: 'Your last file has expired.',
    },
    dialog: {
      title: 'Download my data',
      text: 'The file contains personal data. Confirm your identity.',
      confirm: 'Request file',
    },
  },
  deletion: {
    title: 'Request deletion',
    about: `We delete your account ${deletionGraceDays} days after your request. Until then, you can use your account and withdraw your request. Then we remove your name, email, phone, photo, sessions and notifications. Your changes stay in the audit log under “Deleted user”.`,
    request: 'Request deletion',
    withdraw: 'Withdraw request',
    heir: 'New owner of your connectors',
    nobody: 'Select a member',
    connectors: (count: number) => `${count} ${count === 1 ? 'connector goes' : 'connectors go'} to a colleague.`,
    keys: (names: readonly string[]) => `API keys that stop working: ${names.join(', ')}.`,
    last: 'You are the only administrator. Make another member an administrator first.',
    waiting: 'Account deletion on',
    goesTo: (heir: string) => `Your connectors go to ${heir}.`,
    refused: 'Your last request was cancelled: your company would have had no administrator.',
    dialog: {
      title: 'Request deletion',
      text: (heir: string | null) =>
        `Your account will be deleted in ${deletionGraceDays} days.${heir === null ? '' : ` Your connectors go to ${heir}.`} Until then, you can withdraw. You can't undo this afterwards.`,
      confirm: 'Request deletion',
    },
  },
}
