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
  'other-type': 'has another type than usual',
  without: 'lacks a sign that others have',
  space: 'holds a space',
  longer: 'is longer than usual',
  same: 'has one and the same value',
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
  if (it.detail === 'gone') return `It is in ${now} records that were looked at; before it was in ${before}.`
  if (it.detail === 'new')
    return `It is in ${now} records that were looked at; before it was in none of ${shown(it, 'recordsBefore')}.`
  const [type = '', typeNow = ''] = it.detail.slice('type:'.length).split(' ')
  return `It has another type in ${shown(it, 'other')} of ${shown(it, 'records')} records that were looked at: ${typeNow}, before ${type}.`
}

export const insightMessages = {
  name: 'AI Insights',
  how: 'Found by built-in checks. No AI model is used and no data leaves Datacrane.',
  loading: 'Reading the records…',
  none: (records: string, days: string) => `No pattern found in ${records} transactions of ${days}.`,
  noRecords: (days: string) => `No transaction ended in ${days}, so there is nothing to compare.`,
  wider: 'Choose a longer time above.',
  lookedFor:
    'Checked: new causes, fields that failed records share, more failures, unusual volume and slower steps. Also empty runs, repeated requests, waiting records, missing mapped fields, changed source fields, single requests and expiring credentials.',
  lookedAt: (records: string, days: string, before: string) =>
    `Compared ${records} transactions of ${days} with ${before} before.`,
  comparisons: counted({ one: '# comparison was made.', other: '# comparisons were made.' }),
  days: (days: number) => (days === 1 ? 'the past day' : `${number(days)} days`),
  hours: (hours: number) => (hours === 1 ? 'one hour' : `${number(hours)} hours`),
  counted: 'Counted, not estimated',
  chance: (most: string) => `Very unlikely to be chance (at most ${most})`,
  chanceMeans: 'Highest probability that chance explains it, corrected for all comparisons',
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
  dismissText: 'Hides this finding for everyone in the company. You can show it again.',
  reason: 'Reason',
  reasons: {
    expected: 'It is expected',
    known: 'We know about it and handle it',
    'not-useful': 'It does not help us',
    wrong: 'It is not true',
  } satisfies Record<DismissReason, string>,
  reasonHints: {
    expected: 'This connector is meant to work like this.',
    known: 'Someone is working on it already.',
    'not-useful': 'The finding is true, but it does not help.',
    wrong: 'The figures or the conclusion are wrong.',
  } satisfies Record<DismissReason, string>,
  dismissed: 'Dismissed findings',
  dismissedBy: (by: string, reason: string) => `${reason} (${by})`,
  restore: 'Show again',
  restoreTitle: 'Show this finding again?',
  restoreText: 'It is shown again as long as it is found.',
  done: { dismiss: 'Finding dismissed', restore: 'Finding is shown again' },
} as const

type Said = {
  readonly title: string
  /** The finding itself, in one line; left out where the title and the subject say it. */
  readonly headline?: (insight: Insight) => string
  readonly text: (insight: Insight) => string
}

const valueMax = 60
const quoted = (value: string) => (value.length > valueMax ? `${value.slice(0, valueMax)}…` : value)
const shared = (it: Insight) => (it.value === '' ? `${it.subject} ${traitOf(it)}` : `${it.subject} = ${quoted(it.value)}`)

/** What is found, as a title and a sentence. */
export const findingMessages: Readonly<Record<InsightKind, Said>> = {
  'new-cause': {
    title: 'New cause of failures',
    headline: ({ subject }) => subject,
    text: (it) =>
      `${shown(it, 'lost')} of ${shown(it, 'records')} transactions failed for this reason, and none of ${shown(it, 'recordsBefore')} before.`,
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
      `${shown(it, 'failed')} of ${shown(it, 'records')} transactions (${percent(figure(it, 'failed'), figure(it, 'records'))}), before that ${shown(it, 'failedBefore')} of ${shown(it, 'recordsBefore')} (${percent(figure(it, 'failedBefore'), figure(it, 'recordsBefore'))}).`,
  },
  volume: {
    title: 'Unusual number of records',
    text: (it) =>
      `${shown(it, 'records')} transactions; usual are ${shown(it, 'usual')}. The ${shown(it, 'times')} earlier periods of this length had ${shown(it, 'least')} to ${shown(it, 'most')}.`,
  },
  'slow-step': {
    title: 'Slower step',
    text: (it) =>
      `${shown(it, 'mean')} ms a request on average in ${shown(it, 'hours')} hours, before that ${shown(it, 'before')} ms in ${shown(it, 'hoursBefore')} hours.`,
  },
  'empty-runs': {
    title: 'Many empty scheduled runs',
    text: (it) => `${shown(it, 'empty')} of ${shown(it, 'runs')} scheduled runs read no record. A longer interval would do.`,
  },
  retries: {
    title: 'Many requests are repeated',
    text: (it) =>
      `${shown(it, 'repeated')} repetitions among ${shown(it, 'requests')} requests to the destination (${percent(figure(it, 'repeated'), figure(it, 'requests'))}).`,
  },
  waiting: {
    title: 'Records waiting for delivery',
    text: (it) => `${shown(it, 'records')} records wait, the first of them for ${shown(it, 'minutes')} minutes.`,
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
      `${shown(it, 'requests')} requests for ${shown(it, 'records')} delivered records, ${shown(it, 'mean')} ms each: ${shown(it, 'minutes')} minutes together. If the destination takes lists, send several in one request.`,
  },
  'credential-expiry': {
    title: 'A credential ends soon',
    text: (it) => {
      const where =
        it.subject === 'source' || it.subject === 'destination'
          ? `The credential of the ${it.subject}`
          : 'The credential of an enrichment'
      const end = dayOf(new Date(it.detail))
      return figure(it, 'days') < 0
        ? `${where} ended on ${end}.`
        : `${where} ends on ${end}. Requests are refused from then on unless you replace it.`
    },
  },
}
