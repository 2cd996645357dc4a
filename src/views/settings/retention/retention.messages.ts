import type { RestoredConnectors } from '#contract/settings/retention/backups.ts'
import { never, retentionTexts } from '#contract/settings/retention/retention-limits.ts'
import { badgeOf } from '../../../machines/settings/retention-draft.ts'
import { countedIn } from '../../kit/format/counted.ts'
import { number } from '../../kit/format/numbers.ts'

const counted = countedIn('en')
const records = counted({ one: '# record', other: '# records' })
const entries = counted({ one: '# entry', other: '# entries' })
const people = counted({ one: '# person', other: '# people' })
const years: Readonly<Record<number, string>> = {
  365: '1 year',
  730: '2 years',
  1095: '3 years',
  1825: '5 years',
  2555: '7 years',
}

/** The tab Retention Policy; its fixed texts come from the contract. */
const restoredConnectors = counted({ one: '# connector restored as a draft.', other: '# connectors restored as drafts.' })
const restoredGateways = counted({
  one: '# VPN configuration restored without its key. Enter the key and turn it on.',
  other: '# VPN configurations restored without their keys. Enter the keys and turn them on.',
})
const restoredEndpoints = counted({
  one: '# private endpoint needs approval again.',
  other: '# private endpoints need approval again.',
})

const leftReasons = {
  gateway: 'its VPN configuration no longer exists',
  address: 'its address is invalid or already in use',
} satisfies Record<RestoredConnectors['left'][number]['reason'], string>

export const retentionMessages = {
  ...retentionTexts,
  name: 'retention policy',
  sub: "How long we store your company's data",
  policy: {
    title: 'Retention policy',
    sub: (at: string) => `When on, we remove data older than these periods every night. Next: ${at}.`,
    subUnknown: 'When on, we remove data older than these periods every night.',
    enabled: 'Apply this policy',
    enabledHint: 'When off, no data is removed.',
    operator: (days: number) =>
      `The operator removes all companies' integration logs after ${number(days)} days. Your policy can't extend this.`,
  },
  period: 'Keep for',
  days: (days: number) => (days === never ? 'Never delete' : (years[days] ?? `${number(days)} days`)),
  badge: badgeOf,
  archive: 'Archive before removal',
  archiveHint:
    'Saves removed data to a file that you can download for 7 years. Data is removed only after the file has been verified.',
  logs: {
    title: 'Integration logs',
    sub: 'Records as read and delivered, with attempts, responses and replays. Runs and their figures stay.',
    due: (due: number, day: string) => `Removes ${records(due)} from before ${day}.`,
    total: (total: number) => `Currently ${records(total)}.`,
  },
  audit: {
    title: 'Audit logs',
    sub: 'Sign-ins, and changes by people and API keys.',
    due: (due: number, day: string) => `Removes ${entries(due)} from before ${day}.`,
    total: (total: number) => `Currently ${entries(total)}.`,
  },
  userData: {
    title: 'User data',
    sub: 'Names, emails, phone numbers and photos of deactivated or removed people. Their activity stays under "Deleted user".',
    period: 'Keep for',
    due: (due: number, day: string) => `${people(due)} left before ${day}.`,
    total: (total: number) => `${people(total)} of your company can be deleted.`,
    autoDelete: 'Request deletion every night',
    autoDeleteHint:
      'An administrator other than the one who saved this policy must approve each deletion. If you are the only administrator, you approve it yourself.',
  },
  people: {
    title: 'Deletions of people',
    sub: 'One administrator requests a deletion. Another approves it within 7 days. A sole administrator does both. Approved deletions take up to a minute.',
    name: 'people who left',
    table: 'People due for deletion',
    none: 'No one is due for deletion under the saved policy.',
    columns: { person: 'Person', since: 'Left', connectors: 'Connectors', status: 'Status', actions: 'Actions' },
    statuses: {
      requested: 'Awaiting approval',
      approved: 'Approved',
      refused: 'Refused',
      expired: 'Expired without decision',
      withdrawn: 'Withdrawn',
      done: 'Deleted',
    },
    notRequested: 'Not requested',
    by: (name: string) => `by ${name}`,
    other: 'Another administrator must decide.',
    request: 'Request deletion',
    approve: 'Approve',
    refuse: 'Refuse',
    done: { request: 'Deletion requested.', approve: 'Deletion approved.', refuse: 'Deletion refused.' },
    titles: {
      request: (name: string) => `Request deletion of ${name}?`,
      approve: (name: string) => `Delete ${name}?`,
      refuse: (name: string) => `Keep ${name}?`,
    },
    texts: {
      request:
        'Another administrator must approve it. If you are the only one, you approve it. Nothing is deleted before approval.',
      approve: 'This permanently removes the name, email, phone number and photo. Connectors go to an administrator.',
      refuse: 'The data stays. It is not requested automatically again, but an administrator can still request it.',
    },
  },
  backups: {
    title: 'Backups',
    sub: "Your company's connectors with versions, mapping rules, VPN configurations, private endpoints, settings and members. We create one file for every night with changes. Records are not included.",
    most: 'Maximum number',
    cleanup: 'Remove old backups',
    cleanupHint: 'Removes backups older than the period or above the number. The newest backup always stays.',
    name: 'company backups',
    table: 'Available backups',
    none: 'No backups yet. One is created every night, or when you select Back up now.',
    columns: { at: 'Time', connectors: 'Connectors', size: 'Size', actions: 'Actions' },
    make: 'Back up now',
    makeTitle: 'Back up now?',
    makeText:
      'Creates a file of everything your company has built. If nothing changed since the last backup, no file is created.',
    made: 'Your newest backup is up to date.',
    restore: 'Restore…',
    restoreTitle: 'Restore connectors?',
    restoreText:
      "Restored connectors become your drafts and only run after you deploy them. Existing connectors don't change. Deleted VPN configurations are restored switched off, without their keys. Restoring all connectors also restores deleted private endpoints, which need approval again. Mapping rules, settings and members are not restored.",
    restoreButton: 'Restore as drafts',
    which: 'Connector',
    all: (count: number) => (count === 0 ? 'VPN configurations and private endpoints' : `All ${number(count)}`),
    restored: ({ connectors, gateways, endpoints, left }: RestoredConnectors) =>
      [
        ...(connectors.length + gateways.length + endpoints.length + left.length === 0
          ? ['Everything in this backup still exists.']
          : []),
        ...(connectors.length === 0 ? [] : [restoredConnectors(connectors.length)]),
        ...(gateways.length === 0 ? [] : [restoredGateways(gateways.length)]),
        ...(endpoints.length === 0 ? [] : [restoredEndpoints(endpoints.length)]),
        ...left.map(({ name, reason }) => `Private endpoint ${name} was not restored: ${leftReasons[reason]}.`),
      ].join(' '),
    download: 'Download',
  },
  nothingDue: 'No data is old enough to be removed.',
  counting: 'Counting…',
  overCap: 'This is more than 20 % of the data. Confirm the removal below.',
  reports: {
    title: 'Removals',
    sub: 'Data removed each night, and removals that need your confirmation.',
    name: 'data removals',
    table: 'Removals by night',
    none: 'No removals yet.',
    columns: { at: 'Time', area: 'Area', status: 'Status', removed: 'Removed', archive: 'Archive', actions: 'Actions' },
    areas: { integrationLogs: 'Integration logs', auditLogs: 'Audit logs', userData: 'User data', backups: 'Backups' },
    statuses: { held: 'Needs your confirmation', removing: 'Removing…', done: 'Done', failed: 'Failed' },
    tables: {
      transactions: 'records',
      source_pages: 'pages',
      read_pages: 'pages as read',
      attempts: 'attempts',
      settlements: 'responses',
      replays: 'replays',
      carried_records: 'carried records',
      login_audit: 'sign-ins',
      audit_events: 'changes',
      users: 'people',
      backups: 'backups',
    } as Readonly<Record<string, string>>,
    rows: (count: number, what: string) => `${number(count)} ${what}`,
    held: (due: number, total: number) => `${number(due)} of ${number(total)} are due`,
    kept: (count: number, why: string) => `stored: ${number(count)} ${why}`,
    confirm: 'Confirm',
    download: 'Download',
    stop: 'Stop',
    nothing: '–',
  },
  confirmation: {
    title: 'Remove this much data?',
    text: (due: number, total: number, day: string) =>
      `${number(due)} of ${number(total)} are older than ${day}. They are permanently removed within a minute.`,
    button: 'Remove',
    done: 'Removal confirmed.',
  },
  changes: {
    enabled: 'apply this policy',
    integrationLogs: 'integration logs',
    archiveLogs: 'archive of integration logs',
    auditLogs: 'audit logs',
    archiveAudit: 'archive of audit logs',
    userData: 'user data',
    autoDelete: 'deletion requests',
    backups: 'backups',
    maxBackupsToKeep: 'number of backups',
    autoCleanup: 'removal of old backups',
  },
}
