import { countedNoun, type RecordNoun } from '#contract/connectors/runs/record-noun.ts'
import type { ReplayDecision } from '#contract/studio/replay.ts'
import { number } from '../../kit/format/numbers.ts'

/** The plan of a retry, beside the problem. */
export const retryMessages = {
  title: (count: number, noun: RecordNoun) => `Retry ${countedNoun(noun, count)}`,
  untitled: 'Retry',
  /** `{at}` is when it was planned. */
  planned: (name: string | null) => (name === null ? 'Planned {at}' : `By ${name}, {at}`),
  version: (version: number) => `version ${number(version)}`,
  states: { planned: 'nothing sent yet', moving: 'sending', ended: 'ended' },
  making: 'Making a plan…',
  tryAgain: 'Try again',
  parts: {
    send: 'will be sent',
    leftOut: 'left out',
    wouldFail: 'will probably fail again',
    askFirst: 'unclear',
  },
  list: 'Records of this plan',
  choose: (record: string) => `Send ${record}`,
  decisions: {
    send: 'Send',
    'ask-first': 'Ask first',
    'would-fail': 'Will probably fail again',
    'left-out': 'Left out',
  } satisfies Record<ReplayDecision, string>,
  why: {
    changed: (field: string, value: string) => (value === '' ? `${field} is left empty` : `${field} becomes ${value}`),
    unchanged: (field: string | null, empty: string | null) => {
      if (field === null) return 'Nothing changed since it was refused'
      return empty === null ? `${field} stays as it is` : `${empty} is empty, ${field} stays as it is`
    },
    lookedUp: 'A dry run shows looked-up values',
    noAnswer: 'May have arrived, no response at {at}',
    noAnswerEver: 'May have arrived',
    newer: 'A newer version arrived at {at}',
    otherVersion: 'Another record with this key arrived at {at}',
    arrived: 'Already delivered',
    skipped: 'Skipped in the original run',
    pending: 'Still on its way',
    notKept: 'The original record is not stored',
    noDestination: 'Its destination was removed',
    failed: 'Failed in its run',
  },
  shown: (shown: number, all: number) => `${number(shown)} of ${number(all)} · the exceptions are always shown`,
  shownFirst: (shown: number, all: number) => `${number(shown)} of ${number(all)} · more in Replay`,
  openReplay: 'Open in Replay',
  allFail: (count: number, noun: RecordNoun) =>
    count === 1 ? `This ${noun.one} will probably fail again.` : `All ${countedNoun(noun, count)} will probably fail again.`,
  allFailWhy: 'This connector sends the same content as before. Fix the cause first.',
  fixMapping: 'Fix mapping',
  pickFailing: (count: number) => `Send all ${number(count)} that will probably fail again`,
  discard: 'Discard',
  discarding: 'Discarding…',
  dryRun: 'Dry run',
  trying: 'Checking…',
  cancel: 'Cancel',
  send: (count: number, noun: RecordNoun) => (count === 0 ? `Send ${noun.other}` : `Send ${countedNoun(noun, count)}`),
  starting: 'Starting…',
  nothingSelected: ({ one }: RecordNoun) => `Select at least one ${one}.`,
  tried: (made: number, failing: number) =>
    failing === 0
      ? `Dry run: ${number(made)} checked, none would fail. Nothing was sent.`
      : `Dry run: ${number(failing)} of ${number(made)} would fail. Nothing was sent.`,
  stale: (live: number) => `Version ${number(live)} was deployed since.`,
  planAgain: 'Plan again',
  sending: 'Records are being sent. You can close this page.',
  lost: 'Connection lost. The server continues without this page.',
  stop: 'Stop',
  stopping: 'Stopping…',
  delivered: (delivered: number, all: number) => `${number(delivered)} of ${number(all)} delivered`,
  failedOf: (count: number) => `${number(count)} failed.`,
  stopped: (delivered: number, all: number) => `Stopped: ${number(delivered)} of ${number(all)} delivered.`,
  discarded: 'Discarded. Nothing was sent.',
  view: 'View',
  seeRun: 'See the run',
  steps: {
    name: 'Replay steps',
    all: ['Prepare', 'Send', 'Process', 'Complete'],
    marks: { done: '(done)', now: '(now)', ahead: '(not yet)' },
    bar: 'Records with a result',
    barText: (done: string, all: string) => `${done} of ${all}`,
    sums: {
      delivered: (count: string) => `${count} delivered`,
      failed: (count: string) => `${count} failed`,
      skipped: (count: string) => `${count} left out by an enrichment or as repeated`,
      unknown: (count: string) => `${count} with unknown outcome`,
      waiting: (count: string) => `${count} waiting`,
      notSent: (count: string) => `${count} not sent`,
    },
  },
}
