/** Words of AI Insights. Figures in them are those of the finding. */

import type { ValueTrait } from '#contract/connectors/problems/cause-evidence.ts'
import type { DismissReason, Insight, InsightKind } from '#contract/studio/insights.ts'
import { countedIn } from '../../kit/format/counted.ts'
import { number } from '../../kit/format/numbers.ts'
import { dayOf } from '../../kit/format/times.ts'

const counted = countedIn('en')

const traits: Readonly<Record<ValueTrait, string>> = {
  missing: 'is missing',
  null: 'is null',
  empty: 'is empty',
  'other-type': 'has an unusual type',
  without: 'lacks a character that others have',
  space: 'holds a space',
  longer: 'is longer than usual',
  same: 'always has the same value',
}

const percent = (part: number, all: number) => `${number(Math.round((1_000 * part) / Math.max(1, all)) / 10)} %`
const figure = ({ figures }: Insight, name: string) => figures[name] ?? 0
const shown = (insight: Insight, name: string) => number(figure(insight, name))
const traitOf = ({ detail }: Insight) => traits[(detail.split(':', 1)[0] ?? '') as ValueTrait] ?? ''
const restOf = ({ detail }: Insight) => detail.slice(detail.indexOf(': ') + 2)

function driftText(it: Insight): string {
  const [now, before] = [
    `${shown(it, 'now')} of ${shown(it, 'records')}`,
    `${shown(it, 'before')} of ${shown(it, 'recordsBefore')}`,
  ]
  if (it.detail === 'gone') return `Present in ${now} of the checked records. Before: ${before}.`
  if (it.detail === 'new') return `Present in ${now} of the checked records. Before: none of ${shown(it, 'recordsBefore')}.`
  const [type = '', typeNow = ''] = it.detail.slice('type:'.length).split(' ')
  return `Has another type in ${shown(it, 'other')} of ${shown(it, 'records')} checked records: ${typeNow}, before ${type}.`
}

export const insightMessages = {
  name: 'AI Insights',
  how: 'Found by built-in checks. No AI model is used and no data leaves Datacrane.',
  loading: 'Reading the records…',
  none: (records: string, days: string) => `No pattern found in ${records} transactions from ${days}.`,
  noRecords: (days: string) => `No transactions ended in ${days}, so there is nothing to compare.`,
  wider: 'Choose a longer period above.',
  lookedFor:
    'Checked: new causes, fields that failed records share, more failures, unusual volume and slower steps. Also empty runs, repeated requests, waiting records and missing mapped fields. And changed source fields, single requests and expiring credentials.',
  lookedAt: (records: string, days: string, before: string) =>
    `Compared ${records} transactions of ${days} with ${before} before.`,
  comparisons: counted({ one: '# comparison made.', other: '# comparisons made.' }),
  days: (days: number) => (days === 1 ? 'the past day' : `${number(days)} days`),
  hours: (hours: number) => (hours === 1 ? 'one hour' : `${number(hours)} hours`),
  counted: 'Counted, not estimated',
  chance: (most: string) => `Very unlikely to be chance (${most} or less)`,
  chanceMeans: 'Highest probability of pure chance, corrected for all comparisons',
  tiny: '0.1 %',
  since: 'Since {at}',
  evidence: 'Show the transactions',
  evidenceFailed: 'Show the failed records',
  evidenceRuns: 'Show the runs',
  evidenceProblems: 'Show the problems',
  actions: {
    replay: 'Plan a replay',
    mapping: 'Open the mapping',
    trigger: 'Change the trigger',
    problem: 'See the problems',
    runs: 'See the runs',
    delivery: 'Change the delivery',
    credential: 'Renew the credential',
  },
  dismiss: 'Dismiss',
  dismissTitle: 'Dismiss this finding?',
  dismissText: 'Hides this finding for everyone in your company. You can show the finding again.',
  reason: 'Reason',
  reasons: {
    expected: 'It is expected',
    known: 'We know about it',
    'not-useful': 'Not helpful',
    wrong: 'Not true',
  } satisfies Record<DismissReason, string>,
  reasonHints: {
    expected: 'This connector is meant to work like this.',
    known: 'Someone is already working on it.',
    'not-useful': 'True, but not helpful.',
    wrong: 'The figures or conclusion are wrong.',
  } satisfies Record<DismissReason, string>,
  dismissed: 'Dismissed findings',
  dismissedBy: (by: string, reason: string) => `${reason} (${by})`,
  restore: 'Show again',
  restoreTitle: 'Show this finding again?',
  restoreText: 'The finding appears again while it applies.',
  done: { dismiss: 'Finding dismissed', restore: 'Finding shown again' },
} as const

type InsightTexts = {
  readonly title: string
  /** The finding itself, in one line; left out where the title and the subject say it. */
  readonly headline?: (insight: Insight) => string
  readonly text: (insight: Insight) => string
}

const valueMax = 60
const quoted = (value: string) => (value.length > valueMax ? `${value.slice(0, valueMax)}…` : value)
const shared = (it: Insight) => (it.value === '' ? `${it.subject} ${traitOf(it)}` : `${it.subject} = ${quoted(it.value)}`)

/** What is found, as a title and a sentence. */
export const findingMessages: Readonly<Record<InsightKind, InsightTexts>> = {
  'new-cause': {
    title: 'New cause of failures',
    headline: ({ subject }) => subject,
    text: (it) =>
      `${shown(it, 'lost')} of ${shown(it, 'records')} transactions failed for this reason. Before: none of ${shown(it, 'recordsBefore')}.`,
  },
  'field-differs': {
    title: 'Failed records share field',
    headline: (it) => `${shared(it)} in ${shown(it, 'lost')} of ${shown(it, 'lostOf')} failed records`,
    text: (it) =>
      `Delivered records: ${shown(it, 'delivered')} of ${shown(it, 'deliveredOf')}. Failed for example with: ${restOf(it)}`,
  },
  'failure-rate': {
    title: 'More records fail',
    headline: (it) =>
      `${percent(figure(it, 'failed'), figure(it, 'records'))} fail, ${percent(figure(it, 'failedBefore'), figure(it, 'recordsBefore'))} before`,
    text: (it) =>
      `${shown(it, 'failed')} of ${shown(it, 'records')} transactions (${percent(figure(it, 'failed'), figure(it, 'records'))}). Before: ${shown(it, 'failedBefore')} of ${shown(it, 'recordsBefore')} (${percent(figure(it, 'failedBefore'), figure(it, 'recordsBefore'))}).`,
  },
  volume: {
    title: 'Unusual number of records',
    text: (it) =>
      `${shown(it, 'records')} transactions. Usual: ${shown(it, 'usual')}. The ${shown(it, 'times')} earlier periods had ${shown(it, 'least')} to ${shown(it, 'most')}.`,
  },
  'slow-step': {
    title: 'Slower step',
    text: (it) =>
      `${shown(it, 'mean')} ms per request on average in ${shown(it, 'hours')} hours. Before: ${shown(it, 'before')} ms in ${shown(it, 'hoursBefore')} hours.`,
  },
  'empty-runs': {
    title: 'Many empty scheduled runs',
    text: (it) =>
      `${shown(it, 'empty')} of ${shown(it, 'runs')} scheduled runs found no records. You could use a longer interval.`,
  },
  retries: {
    title: 'Many requests are repeated',
    text: (it) =>
      `${shown(it, 'repeated')} repeats among ${shown(it, 'requests')} requests to the destination (${percent(figure(it, 'repeated'), figure(it, 'requests'))}).`,
  },
  waiting: {
    title: 'Records waiting for delivery',
    text: (it) => `${shown(it, 'records')} records wait, the first for ${shown(it, 'minutes')} minutes.`,
  },
  'delivered-twice': {
    title: 'Possible duplicate deliveries',
    text: (it) => `Up to ${shown(it, 'records')} records, in ${shown(it, 'runs')} interrupted runs.`,
  },
  'absent-field': {
    title: 'Mapped field missing',
    text: (it) => `Missing from every record in ${shown(it, 'runs')} ${figure(it, 'runs') === 1 ? 'run' : 'runs'}.`,
  },
  'source-drift': { title: 'Source field changed', text: driftText },
  'batch-size': {
    title: 'Single-record requests',
    text: (it) =>
      `${shown(it, 'requests')} requests for ${shown(it, 'records')} delivered records, ${shown(it, 'mean')} ms each. Together: ${shown(it, 'minutes')} minutes. If the destination accepts lists, send several records in one request.`,
  },
  'credential-expiry': {
    title: 'A credential expires soon',
    text: (it) => {
      const where =
        it.subject === 'source' || it.subject === 'destination'
          ? `The credential of the ${it.subject}`
          : 'The credential of an enrichment'
      const end = dayOf(new Date(it.detail))
      return figure(it, 'days') < 0
        ? `${where} expired on ${end}.`
        : `${where} expires on ${end}. Replace the credential before then, or requests will be rejected.`
    },
  },
}
