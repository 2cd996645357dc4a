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
  one: '# VPN configuration restored without its key: enter the key and turn it on.',
  other: '# VPN configurations restored without their keys: enter the keys and turn them on.',
})
const restoredEndpoints = counted({
  one: '# private endpoint waits for approval again.',
  other: '# private endpoints wait for approval again.',
})

const leftReasons = {
  gateway: 'its VPN configuration no longer exists',
  address: 'its address has a private endpoint already, or is none',
} satisfies Record<RestoredConnectors['left'][number]['reason'], string>

export const retentionMessages = {
  ...retentionTexts,
  name: 'retention policy',
  sub: 'How long data of your company is kept',
  policy: {
    title: 'Retention policy',
    sub: (at: string) => `Removes every night what is older than the periods below. Next: ${at}.`,
    subUnknown: 'Removes every night what is older than the periods below.',
    enabled: 'Apply this policy',
    enabledHint: 'Off: nothing is removed.',
    operator: (days: number) =>
      `The operator of this Datacrane removes integration logs of all companies after ${number(days)} days, whatever is chosen here.`,
  },
  period: 'Keep for',
  days: (days: number) => (days === never ? 'Never delete' : (years[days] ?? `${number(days)} days`)),
  badge: badgeOf,
  archive: 'Archive before removal',
  archiveHint:
    'Writes the removed data to a file that you can download below for 7 years. Nothing is removed before the file has been read back and checked.',
  logs: {
    title: 'Integration logs',
    sub: 'Records as read and as delivered, their attempts and responses, and replays. Runs and their figures stay.',
    due: (due: number, day: string) => `This removes ${records(due)} from before ${day}.`,
    total: (total: number) => `There are ${records(total)} now.`,
  },
  audit: {
    title: 'Audit logs',
    sub: 'Sign-ins, and changes that people and API keys made.',
    due: (due: number, day: string) => `This removes ${entries(due)} from before ${day}.`,
    total: (total: number) => `There are ${entries(total)} now.`,
  },
  userData: {
    title: 'User data',
    sub: 'Names, emails, phone numbers and photos of people who were deactivated or removed. What others recorded about them stays and shows "Deleted user".',
    period: 'Keep for',
    due: (due: number, day: string) => `${people(due)} left before ${day}.`,
    total: (total: number) => `${people(total)} of your company left and can be deleted.`,
    autoDelete: 'Request deletion every night',
    autoDeleteHint:
      'Another administrator than the one who saved this policy approves each deletion. With one administrator, the same person does.',
  },
  people: {
    title: 'Deletions of people',
    sub: 'One administrator requests a deletion, and another one approves it within 7 days; a sole administrator does both. Approved deletions are done within a minute.',
    name: 'people who left',
    table: 'People who are due',
    none: 'No one is due under the saved policy.',
    columns: { person: 'Person', since: 'Left', connectors: 'Connectors', status: 'Status', actions: 'Actions' },
    statuses: {
      requested: 'Waits for approval',
      approved: 'Approved',
      refused: 'Refused',
      expired: 'Not decided in time',
      withdrawn: 'Withdrawn',
      done: 'Deleted',
    },
    notRequested: 'Not requested',
    by: (name: string) => `by ${name}`,
    other: 'Another administrator decides.',
    request: 'Request deletion',
    approve: 'Approve',
    refuse: 'Refuse',
    done: { request: 'Deletion requested.', approve: 'Deletion approved.', refuse: 'Deletion refused.' },
    titles: {
      request: (name: string) => `Request the deletion of ${name}?`,
      approve: (name: string) => `Delete ${name}?`,
      refuse: (name: string) => `Keep ${name}?`,
    },
    texts: {
      request: 'Another administrator has to approve it, or you if there is no other. Until then nothing is deleted.',
      approve: 'Name, email, phone number and photo are removed and cannot be brought back. Connectors go to an administrator.',
      refuse: 'The data stays. The deletion is not requested automatically again; an administrator still can request it.',
    },
  },
  backups: {
    title: 'Backups',
    sub: 'Connectors with their versions, mapping rules, VPN configurations, private endpoints, settings and members of your company: one file for every night in which they changed. Records are not included.',
    most: 'Keep at most',
    cleanup: 'Remove old backups',
    cleanupHint:
      'Removes backups that are older than the period or over the number, whichever leaves fewer. The newest one always stays.',
    name: 'backups of your company',
    table: 'Available backups',
    none: 'There is no backup yet. One is made every night, or when you press Back up now.',
    columns: { at: 'Time', connectors: 'Connectors', size: 'Size', actions: 'Actions' },
    make: 'Back up now',
    makeTitle: 'Back up now?',
    makeText: 'Writes a file of what your company has built. If nothing has changed since the last backup, no new file is made.',
    made: 'The newest backup is up to date.',
    restore: 'Restore…',
    restoreTitle: 'Restore connectors?',
    restoreText:
      'They become new drafts that you own. Existing connectors are not changed, and no draft runs before you deploy it. VPN configurations that they used and that were deleted come back switched off and without their key. With all connectors, deleted private endpoints come back too and wait for approval again. Mapping rules, settings and members are in the file and are not restored here.',
    restoreButton: 'Restore as drafts',
    which: 'Connector',
    all: (count: number) => (count === 0 ? 'VPN configurations and private endpoints' : `All ${number(count)}`),
    restored: ({ connectors, gateways, endpoints, left }: RestoredConnectors) =>
      [
        ...(connectors.length + gateways.length + endpoints.length + left.length === 0
          ? ['Nothing of this backup is missing.']
          : []),
        ...(connectors.length === 0 ? [] : [restoredConnectors(connectors.length)]),
        ...(gateways.length === 0 ? [] : [restoredGateways(gateways.length)]),
        ...(endpoints.length === 0 ? [] : [restoredEndpoints(endpoints.length)]),
        ...left.map(({ name, reason }) => `Private endpoint ${name} was not restored: ${leftReasons[reason]}.`),
      ].join(' '),
    download: 'Download',
  },
  nothingDue: 'Nothing is old enough to be removed.',
  counting: 'Counting…',
  overCap: 'That is more than 20 % of the data: the removal waits until an administrator confirms it below.',
  reports: {
    title: 'Removals',
    sub: 'What was removed each night, and what waits for your confirmation.',
    name: 'removals of data',
    table: 'Removals by night',
    none: 'Nothing has been removed yet.',
    columns: { at: 'Time', area: 'Area', status: 'Status', removed: 'Removed', archive: 'Archive', actions: 'Actions' },
    areas: { integrationLogs: 'Integration logs', auditLogs: 'Audit logs', userData: 'User data', backups: 'Backups' },
    statuses: { held: 'Waits for you', removing: 'Removing…', done: 'Done', failed: 'Failed' },
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
    kept: (count: number, why: string) => `kept: ${number(count)} ${why}`,
    confirm: 'Confirm',
    download: 'Download',
    stop: 'Stop',
    nothing: '–',
  },
  confirmation: {
    title: 'Remove this much?',
    text: (due: number, total: number, day: string) =>
      `${number(due)} of ${number(total)} are older than ${day}. They are removed within a minute and cannot be brought back.`,
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
