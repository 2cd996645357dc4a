import type { LookupEntry } from '#contract/connectors/runs/lookup.ts'
import type { RecordOrder } from '#contract/connectors/runs/record-file.ts'
import type { InvestigatedAttempt, InvestigatedRecord } from '#contract/studio/investigation.ts'
import type { ReplayOutcome } from '#contract/studio/replay.ts'
import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')
const groupRecords = counted({ one: '1 record', other: '# records' })
type MadeOfGroup = Extract<InvestigatedRecord['madeOf'], { readonly kind: 'group' }>

/** Looking into the transactions of a connector. `studio-account-settings.md` section 2, Investigator. */
export const investigatorMessages = {
  name: 'Transactions found',
  form: 'Search transactions',
  search: 'Search',
  searchPlaceholder: 'Record, id, error or value',
  searchHint:
    'Searches whole words in keys, ids, endpoints, errors and payloads: ORD-10042, "Anna Miller", city:Berlin. ORD-100* finds words that start with it. Use up to 16 words. All must match.',
  reset: 'Reset',
  refresh: 'Refresh Data',
  searching: 'Searching…',
  readAgo: (age: string) => `Updated ${age} ago`,
  pageSize: 'Rows per page',
  page: 'Page',
  go: 'Go to page',
  previous: 'Previous page',
  next: 'Next page',
  pages: 'Pages of transactions',
  part: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
  moreThan: (total: string) => `more than ${total}`,
  pastEnd: (total: string) => `Nothing on this page. ${total} found.`,
  ofPages: (last: string) => `of ${last}`,
  searchedUntil: {
    newest: 'Searched back to {instant}. To search older records, choose a shorter or earlier period, or a rarer word.',
    oldest: 'Searched up to {instant}. To search newer records, choose a shorter or later period, or a rarer word.',
  } satisfies Record<RecordOrder, string>,
  moreFound: 'Too many to count. Use another word, a status or a shorter period.',
  none: 'No transaction data available',
  noneEver: 'No records in this period. Select another period, or run the connector.',
  noneFits: 'No matches in this period.',
  begun: (beginning: string) =>
    `No transaction contains the whole word “${beginning}”. The results below contain words that start with it.`,
  noWord: "Enter letters or digits. You can't search for symbols only.",
  wider: {
    past: (period: string) => `Searched: ${period}.`,
    between: 'Searched from {from} to {to}.',
    search: { '7d': 'Search the last 7 days', '30d': 'Search the last 30 days' },
  },
  table: 'Transactions',
  columns: {
    at: 'Read',
    status: 'Status',
    source: 'Source',
    destination: 'Destination',
    payload: 'Payload',
    chosen: 'Export',
  },
  accepted: (span: string) => `Accepted in ${span}`,
  rejected: (status: string, said: string | null) => (said === null ? `Rejected, HTTP ${status}` : `HTTP ${status}: ${said}`),
  more: 'Export and refresh',
  view: (key: string) => `View Payload of ${key}`,
  viewShort: 'View Payload',
  file: {
    tools: 'Export results',
    ndjson: 'Export NDJSON',
    csv: 'Export CSV',
    choose: (key: string) => `Select ${key} for the file`,
    chosen: counted({
      one: '# transaction selected. The file contains only this one.',
      other: '# transactions selected. The file contains only these.',
    }),
    full: (most: string) => `You can select up to ${most}.`,
    none: 'Choose none',
    name: (connector: string, format: string) => `${connector}-transactions.${format}`,
  },
  card: {
    name: (key: string) => `Payload of ${key}`,
    reading: 'Reading the transaction…',
    replay: 'Replay this record',
    copy: 'Copy',
    copied: 'JSON Copied',
    notCopied: 'Could not copy. Select the text and copy it manually.',
    view: 'Show the record',
    views: { delivered: 'As mapped', read: 'As read', difference: 'Difference' },
    difference: 'As read, changed to as mapped',
    notKept: 'The original record is not stored. Its connector stores no payloads, or the record is too old.',
    neverMade: 'No mapped record, or the connector stores no payloads.',
    noDifference: 'To compare, we need the record both as read and as mapped.',
    tooLarge: {
      delivered: (size: string) => `Too large to show: ${size} as sent. Download it instead.`,
      read: (size: string) => `Too large to show: ${size} as JSON without blanks. Download it instead.`,
    },
    download: 'Download',
    downloads: (key: string) => `Download ${key} as read and as mapped`,
    downloading: 'Preparing the file…',
    fileName: (key: string) => `${key}.json`,
    way: 'Full trace',
  },
  madeOf: {
    label: 'Made from',
    line: ({ number: at, noun, name }: { readonly number: number; readonly noun: string; readonly name: string | null }) =>
      name === null ? `Line ${at} of one ${noun}` : `Line ${at} of ${noun} ${name}`,
    group: ({ by, records }: MadeOfGroup) => {
      const keys = by.map(({ path, value }) => (value === null ? `no ${path}` : `${path} ${value}`)).join(', ')
      const all = records === null ? 'All records' : groupRecords(records)
      return `${all} of the run with ${keys}. The list of these records is not stored.`
    },
  },
  way: {
    name: 'Record path',
    source: 'Read from the source',
    place: (record: string, page: string) => `Record ${record} of page ${page}`,
    started: {
      manual: 'of a manual run',
      schedule: 'of a scheduled run',
      webhook: 'of a run started by an event',
      replay: 'of a replay',
    } satisfies Record<InvestigatedRecord['trigger'], string>,
    lookups: 'Enriched',
    noEnrichments: 'No enrichment request.',
    lookupsOfPage: counted({
      one: '# request for the records of its page.',
      other: '# requests for the records of its page.',
    }),
    firstEnrichments: (count: string) => `The first ${count} of them:`,
    lookup: {
      found: 'Found',
      'not-found': 'Not found',
      failed: 'Failed',
    } satisfies Record<LookupEntry['outcome'], string>,
    toDestination: (name: string) => `Destination: ${name}`,
    mapping: 'Mapped',
    fields: counted({
      zero: 'Passed through unchanged, by version {version}',
      one: '# field, by version {version}',
      other: '# fields, by version {version}',
    }),
    unknownFields: 'By version {version}. Its mapping is no longer stored.',
    took: (span: string) => `Average for its page: ${span}.`,
    delivery: 'Delivered',
    endpoint: 'To {endpoint}',
    neverSent: 'Never sent',
    carried: counted({ one: 'Sent alone in its request.', other: 'Sent together: # records.' }),
    attempt: (count: string) => `Attempt ${count}`,
    outcome: {
      delivered: 'delivered',
      partial: 'some of its records arrived',
      refused: 'refused',
      retry: 'failed, retried',
      'too-large': 'too large, divided',
      unknown: 'outcome unknown',
      'not-sent': 'divided, not sent',
    } satisfies Record<InvestigatedAttempt['outcome'], string>,
    limited: counted({ one: 'Rate limited once, waited {span}.', other: 'Rate limited # times, waited {span}.' }),
    lasted: (span: string) => `responded after ${span}`,
    next: 'Sent again at {instant}.',
    noAnswer: 'No response recorded.',
    replays: 'Replays',
    noReplays: 'Never replayed',
    replaysUnread: 'Could not load its replays.',
    replayOf: 'A replay of {original}, by {replay}.',
    replayOfNobody: 'Written by a person and sent by {replay}.',
    replayed: 'Replayed {instant} by {replay}: {outcome}',
    replay: 'this replay',
    original: 'this transaction',
    became: 'What it became',
    outcomes: {
      planned: 'planned',
      'left-out': 'left out',
      waiting: 'on its way',
      success: 'delivered',
      failure: 'failed',
      skipped: 'skipped',
      unknown: 'outcome unknown',
      'not-sent': 'not sent',
    } satisfies Record<ReplayOutcome, string>,
  },
}
