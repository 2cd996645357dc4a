import { countedNoun, type RecordNoun } from '#contract/connectors/runs/record-noun.ts'
import { countedIn } from '../../../kit/format/counted.ts'

const counted = countedIn('en')
const runsBefore = counted({ one: '# run is ahead in the queue.', other: '# runs are ahead in the queue.' })
const recordsWait = (count: number, noun: RecordNoun) => `${countedNoun(noun, count)} ${count === 1 ? 'waits' : 'wait'}`

/** What an open run does, why, and what follows. */
export const runPanelMessages = {
  name: 'Run in progress',
  words: {
    starting: 'Queued',
    reading: 'Running',
    moving: 'Running',
    limited: 'Limited',
    away: 'Waiting',
    delayed: 'Retrying',
    paused: 'Paused',
    stopping: 'Stopping',
  },
  parts: {
    delivered: 'delivered',
    failed: 'failed',
    unknown: 'unknown',
    skipped: 'skipped',
    unchanged: 'unchanged',
    leftOut: 'left out',
    waiting: 'waiting',
    notSent: 'not sent',
  },
  bar: (parts: readonly string[], read: number, noun: RecordNoun) => `${parts.join(', ')}, of ${countedNoun(noun, read)} read`,
  starting: (before: number) =>
    before === 0 ? 'Waiting for a free worker.' : `Waiting for a free worker. ${runsBefore(before)}`,
  reading: (system: string | null) => `Reading from ${system ?? 'the source'}.`,
  moving: (system: string | null) => `Sending to ${system ?? 'the destination'}.`,
  since: (fact: string) => `${fact} since {at}.`,
  /** @param seconds between two checks; null: the next request is a retry. */
  checks: (seconds: number | null, records: number, noun: RecordNoun, retries: string = 'We keep trying.') => {
    const waits = records === 0 ? '' : recordsWait(records, noun)
    if (seconds !== null) return `We check every ${seconds} s.${waits === '' ? '' : ` ${waits}.`}`
    return waits === '' ? retries : `${retries} ${waits}.`
  },
  waits: (records: number, noun: RecordNoun) => (records === 0 ? '' : `${recordsWait(records, noun)}.`),
  stopping: 'Waiting for responses to records already sent. You can retry the rest.',
  continues: 'Continues at {at}.',
  /** The words of the product are no response. @param hasResponded whether there was one. */
  lastAnswer: (reason: string, hasResponded: boolean) => {
    if (reason.startsWith('HTTP ')) return `Last response: “${reason}”`
    return `${hasResponded ? 'Last response' : 'Last attempt'}: ${reason.replace(/\.$/, '')}`
  },
  checkAddress: 'check the URL and the credentials',
  nextCheck: 'next check {in}',
  nextTry: 'next retry {in}',
  checking: 'checking now',
  trying: 'retrying now',
  goesOn: (system: string) => `continues as soon as ${system} responds`,
  goesOnWithData: (system: string) => `continues as soon as ${system} returns data`,
  goesOnAccepted: (system: string) => `continues as soon as ${system} accepts records`,
  allRead: (count: number, noun: RecordNoun) => (count === 1 ? `1 ${noun.one} read` : `All ${countedNoun(noun, count)} read`),
  readSoFar: (count: number, noun: RecordNoun) => `${countedNoun(noun, count)} read so far`,
  started: (how: string) => `started {at} ${how}`,
  done: 'done about {at}',
  leave: 'you can leave this page',
  changePace: 'Change pace',
  open: 'Open run',
  limited: (system: string) => `${system} limits requests. The run continues at the allowed pace.`,
  announced: {
    starting: 'The run is queued.',
    reading: 'The run is reading its source.',
    moving: 'The run is sending records.',
    limited: 'A rate limit slows the run.',
    away: 'The run is waiting.',
    delayed: 'The run is sending some records again.',
    paused: 'The run is paused.',
    stopping: 'The run is stopping.',
  },
}

export const followUpMessages = {
  followUps: 'Follow-up requests',
  followUpsOf: {
    done: (count: string) => `${count} done`,
    failed: (count: string) => `${count} failed`,
    unknown: (count: string) => `${count} with unknown outcome`,
    pending: (count: string) => `${count} pending`,
  },
  followUpsNote: 'Open a record to see why, and to retry only its request.',
  followUpRecords: 'Show these records',
}
