import type { CauseState } from '#contract/connectors/problems/cause.lifecycle.ts'
import type { ValueTrait } from '#contract/connectors/problems/cause-evidence.ts'
import { countedNoun, type RecordNoun } from '#contract/connectors/runs/record-noun.ts'
import { countedIn } from '../../kit/format/counted.ts'
import { number as format } from '../../kit/format/numbers.ts'

const counted = countedIn('en')

/** What went wrong, by cause. */
export const problemGroupMessages = {
  name: 'problems',
  list: 'Causes, largest first',
  period: 'Period',
  shown: 'Show',
  shownAs: { open: 'Open', mine: 'Assigned to me', muted: 'Muted', resolved: 'Resolved' },
  none: 'No problems',
  noneHere: 'No failed run, deployment or record in this period.',
  noneShown: {
    open: 'No open problems',
    mine: 'Nothing assigned to you',
    muted: 'Nothing muted',
    resolved: 'Nothing resolved yet',
  },
  runs: 'Failed runs',
  runsCount: counted({ one: '# run failed', other: '# runs failed' }),
  paths: 'Mapped paths missing from every record',
  pathsCount: counted({ one: 'missing from every record in # run', other: 'missing from every record in # runs' }),
  followUps: counted({
    one: '# follow-up request failed. The record was delivered.',
    other: '# follow-up requests failed. Their records were delivered.',
  }),
  followUpRecords: 'Show these records',
  newestRun: 'Newest: run {run}',
  deployments: 'Failed deployments',
  deploymentAt: 'Deployment failed {at}',
  cut: (max: string) => `Only the newest ${max} are grouped here.`,
  causeUnknown: 'Cause not recorded',
  noMessage: 'The cause was not recorded.',
  forExample: (said: string) => `For example: “${said}”`,
  pageTitle: (title: string) => `Page title: “${title}”`,
  quoted: (said: string) => `“${said}”`,
  otherReasons: (count: number, noun: RecordNoun) => `Other reasons, ${countedNoun(noun, count)}`,
  different: 'These records failed for different reasons.',
  /** Of the records of one response. */
  ofAnswer: (lost: number, reasons: number, noun: RecordNoun) =>
    reasons === 1
      ? countedNoun(noun, lost)
      : `${countedNoun(noun, lost)}, ${counted({ one: '# reason', other: '# reasons' })(reasons)}`,
  status: (status: number) => `HTTP ${status}`,
  notAnswered: (system: string) => `No response from ${system}`,
  /** A record that failed in two runs failed twice, and is sent again once. */
  failures: counted({ one: '# failure', other: '# failures' }),
  runsOfGroup: counted({ one: '# run failed because of this', other: '# runs failed because of this' }),
  unknown: (count: string) => `${count} with unknown outcome`,
  turn: (title: string) => `Details of ${title}`,
  differs: 'What differs',
  affected: 'Who is affected',
  /** Of the values of one field; those that people live or trade in have a word of their own. */
  inPlace: (value: string, count: string) => `${count} in ${value}`,
  withValue: (value: string, count: string) => `${count} ${value}`,
  createdSince: 'all created since {at}',
  since: '{path} since {at}',
  ofCompared: (compared: string) => `Of the newest ${compared}: `,
  when: 'When',
  firstVersion: (version: string) => `first seen in version ${version}`,
  comparing: 'Comparing with delivered records…',
  notCompared: 'Could not compare with delivered records.',
  noDelivered: 'No delivered records to compare with',
  notMade: 'Failed before anything was sent',
  noDifference: (lost: string, delivered: string) =>
    `No pattern found (compared ${lost} failed with ${delivered} delivered records)`,
  trait: {
    missing: '{path} is missing',
    null: '{path} is null',
    empty: '{path} is empty',
    'other-type': '{path} has another type',
    without: 'No “{value}” in {path}',
    space: 'Space in {path}',
    longer: '{path} is longer than any delivered',
    same: '{path} is {value}',
  } satisfies Record<ValueTrait, string>,
  shares: (lost: string, ofLost: string, delivered: string, ofDelivered: string) =>
    `${lost} of ${ofLost} failed, ${delivered} of ${ofDelivered} delivered`,
  comparedRecords: (lost: string, delivered: string) =>
    `Compared: the newest records, ${lost} failed and ${delivered} delivered.`,
  suggestion: {
    missing: 'Map a field to {path}.',
    null: 'Map a field to {path}.',
    empty: 'Map a field to {path}.',
    'other-type': 'Change the type of {path} in the mapping.',
    without: 'Change the format of {path} in the mapping.',
    space: 'In the mapping, split {path} at the space and use the first part.',
    longer: 'Shorten {path} in the mapping.',
    same: null,
  } satisfies Record<ValueTrait, string | null>,
  /** It is mapped, so that filling it in the mapping is no advice. */
  emptySource: '{path} comes from {from}, which is empty in these records. Choose another field or set a default.',
  /** Measured on the stored records: the field looks like that of delivered ones then. */
  fixed: (fixed: number, all: number) => `${format(fixed)} of ${format(all)} would then match delivered records.`,
  /** How far it was followed. */
  drafted: 'Changed in the draft, not deployed yet',
  deployed: (version: string) => `Changed in version ${version}, which is live`,
  previewDraft: 'Preview and deploy',
  seeRun: 'See the run',
  fixMapping: 'Fix mapping',
  seeBoth: ({ other }: RecordNoun) => `See both ${other}`,
  retry: (count: string) => `Retry ${count}…`,
  retryAll: (count: string) => `Retry all ${count}…`,
  retryChosen: (count: string) => `Retry ${count}…`,
  table: {
    name: 'Records',
    choose: (record: string) => `Select ${record}`,
    record: ({ one }: RecordNoun) => `${one.slice(0, 1).toUpperCase()}${one.slice(1)}`,
    value: (path: string) => `Sent as ${path}`,
    error: 'Error',
    failed: 'Read',
    attempts: 'Attempts',
    actions: 'Actions',
    open: 'Open',
    openRecord: (record: string) => `Open ${record}`,
    edit: 'Edit and retry',
    editRecord: (record: string) => `Edit and retry ${record}`,
    of: (shown: string, all: number, noun: RecordNoun) => `${shown} of ${countedNoun(noun, all)}`,
    chosen: (count: string) => `${count} selected`,
    clear: 'Clear',
    all: (count: string) => `Show all ${count}`,
  },
  file: {
    tools: 'Export records',
    csv: 'CSV',
    csvOf: (count: number, noun: RecordNoun) => `Export ${countedNoun(noun, count)} as CSV`,
    name: (cause: string, format: string) => `records-${cause}.${format}`,
  },
  /** `{run}` is when the run began. */
  closed: (count: number) =>
    count === 1
      ? 'Closed automatically: delivered by the run of {run}'
      : `Closed automatically: all ${format(count)} delivered by the run of {run}`,
  closedBySeveral: (count: number, runs: number) =>
    `Closed automatically: all ${format(count)} delivered by ${format(runs)} runs, the last of {run}`,
  deliveredLater: (delivered: string, all: string, open: number) =>
    `${delivered} of ${all} delivered later, ${format(open)} ${open === 1 ? 'is' : 'are'} still open`,
  seeReplay: 'See the retry',
  actions: 'Problem actions',
  assign: 'Assigned to',
  nobody: 'No one',
  resolve: 'Mark resolved',
  mute: 'Mute',
  reopen: 'Open again',
  saving: 'Saving…',
  lookAgain: 'Look again',
  states: {
    open: 'Open',
    assigned: 'Assigned to {assignee} by {by}, {at}',
    resolved: 'Resolved by {by}, {at}',
    reopened: 'Opened again by {by}, {at}',
    muted: 'Muted by {by}, {at}',
  } satisfies Record<CauseState, string>,
  lostAgain: 'Reopened {at}: it happened again after {by} resolved it',
}
