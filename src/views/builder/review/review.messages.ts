import { dryRunDefault } from '#contract/builder/dry-run.ts'
import { countedIn } from '../../kit/format/counted.ts'
import { number } from '../../kit/format/numbers.ts'

const counted = countedIn('en')
const withNames = (forms: Parameters<typeof counted>[0]) => (names: readonly string[]) =>
  `${counted(forms)(names.length)}: ${names.join(', ')}`

const seconds = counted({ one: '# second', other: '# seconds' })
const listed = new Intl.ListFormat('en', { type: 'conjunction' })
const either = new Intl.ListFormat('en', { type: 'disjunction' })

const asksEnrichments = 'Each enrichment receives up to one real request per record.'

/** Fields that are named in a sentence. */
const namedMax = 5

/** The last look at a draft before it is deployed. */
export const reviewMessages = {
  summary: 'Configuration',
  change: 'Change',
  changeOf: (part: string) => `Change: ${part}`,
  parts: {
    profile: 'Profile',
    trigger: 'When it runs',
    source: 'Source',
    destination: 'Destination',
    enrichment: 'Enrichments',
    mapping: 'Mapping',
    filter: 'Filter',
    routes: 'Destinations',
  },
  noDetails: 'No description.',
  every: {
    seconds: counted({ one: 'Every second', other: 'Every # seconds' }),
    minutes: counted({ one: 'Every minute', other: 'Every # minutes' }),
    hours: counted({ one: 'Every hour', other: 'Every # hours' }),
    days: counted({ one: 'Every day', other: 'Every # days' }),
  },
  byClock: (cron: string, zone: string) => `On the schedule ${cron} (${zone})`,
  everyDay: 'Every day',
  atTime: (days: string, time: string, zone: string) => `${days} at ${time} (${zone})`,
  onEvents: 'With each event',
  byHand: 'When you start a run',
  title: 'Summary',
  senders: 'webhook senders',
  moves: (rhythm: string, from: string, to: string) => `${rhythm}, records from ${from} are sent to ${to}.`,
  changes: (version: number) => `Changes to version ${version}`,
  changesReading: 'Comparing with the live version…',
  noChanges: 'No changes since the live version.',
  changesOf: {
    name: (name: string) => `Name: now “${name}”`,
    start: 'Start',
    setting: (place: string, live: string, draft: string) => `${place}: ${live} → ${draft}`,
    set: (place: string) => `${place}: added`,
    cleared: (place: string) => `${place}: removed`,
    changed: (place: string) => `${place}: changed`,
    fieldsAdded: withNames({ one: '# field added to the mapping', other: '# fields added to the mapping' }),
    fieldsRemoved: withNames({ one: '# field removed from the mapping', other: '# fields removed from the mapping' }),
    fieldsChanged: withNames({ one: '# field mapping changed', other: '# field mappings changed' }),
    enrichmentAdded: (name: string) => `Enrichment added: ${name}`,
    enrichmentRemoved: (name: string) => `Enrichment removed: ${name}`,
    enrichment: (name: string, field: string) => `Enrichment ${name}, ${field}`,
    more: counted({ one: 'And # more change.', other: 'And # more changes.' }),
    linesChanged: (list: string) => `Each item of ${list} becomes one line. Records already sent stay in the destination.`,
    linesRemoved: 'Each record is one line. Lines already sent stay in the destination.',
    groupsChanged: (by: readonly string[]) =>
      `Records are now grouped by ${listed.format(by)}. Records already sent stay in the destination.`,
    groupsRemoved: 'Records are no longer grouped. Groups already sent stay in the destination.',
    filterAdded: 'Filter added. Records already sent stay in the destination.',
    filterChanged:
      'Filter changed. Records already sent stay in the destination. Records left out before are sent only if a run reads them again.',
    filterRemoved: 'Filter removed. Records left out before are sent only if a run reads them again.',
    reordered: (part: string) => `${part}: order changed`,
    unseen: (part: string) => `${part}: secret or saved transform changed`,
    values: { true: 'on', false: 'off', none: 'not set' } as Readonly<Record<string, string>>,
  },
  fieldsMapped: counted({ one: '# field mapped.', other: '# fields mapped.' }),
  fieldsEmpty: (mapped: number, empty: readonly string[]) => {
    const rest = empty.length - namedMax
    const names = rest > 0 ? `${empty.slice(0, namedMax).join(', ')} and ${rest} more` : empty.join(', ')
    return `${mapped} of ${mapped + empty.length} fields mapped. ${names} ${empty.length === 1 ? 'stays' : 'stay'} empty.`
  },
  /** Which of several destinations a record goes to. */
  fits: {
    first: 'Each record goes to the first destination that fits.',
    all: 'Each record goes to all destinations that fit.',
  },
  destinationAt: (at: number) => `Destination ${at}`,
  receives: (rule: string) => `Receives: ${rule}`,
  destinationNames: (names: readonly string[]) => listed.format(names),
  ofDestination: (name: string, sentence: string) => `${name}: ${sentence}`,
  grouped: (by: readonly string[]) => `Records are grouped by ${listed.format(by)}. Groups are sent after all records are read.`,
  filteredBy: counted({ one: 'Filtered by # condition.', other: 'Filtered by # conditions.' }),
  linedBy: (list: string) => `One line for each item of ${list}.`,
  lined: (list: string, rest: 'leaveOut' | 'keepParent') =>
    rest === 'leaveOut'
      ? `Each item of ${list} is sent as one line. Records without items are left out.`
      : `Each item of ${list} is sent as one line. A record without items is sent as one line.`,
  filtered: 'Only records that meet the filter are sent. Other records are left out and counted.',
  emptyField: '(empty)',
  requiredMapped: (filled: number, required: number) =>
    filled === required ? `All ${required} required fields are mapped.` : `${filled} of ${required} required fields are mapped.`,
  notTried: 'No dry run yet.',
  trialFailed: 'The dry run failed.',
  results: 'Dry run results',
  file: 'Dry run file',
  csv: 'Download CSV',
  csvOf: (count: number) => `dry-run-of-${count}-${count === 1 ? 'record' : 'records'}.csv`,
  record: 'Record',
  result: 'Result',
  details: 'Full records, requests and responses',
  firstRun: 'Run of this version',
  counts: (read: string, delivered: string, failed: string) => `${read} read · ${delivered} delivered · ${failed} failed`,
  noRunYet: 'No runs yet.',
  runQueued: 'The run is queued.',
  noAddress: 'no URL yet',
  hook: 'Receives events at its webhook URL.',
  sender: (name: string) => `Receives events at its webhook URL. Sender: ${name}.`,
  anySender: 'No sender selected. Standard Webhooks, X-Hub-Signature-256 and Bearer are accepted.',
  one: 'Each response is one record.',
  unsaid: 'Choose whether the response is one record or a list. Until then, runs read one record.',
  list: {
    simple: (list: string) => `Reads ${list} in one request.`,
    batch: (list: string, size: number) => `Reads ${list} in one request, sent in batches of ${size}.`,
    pagination: (list: string, size: number | null) =>
      size === null ? `Reads ${list} page by page.` : `Reads ${list}, ${size} records per page.`,
  },
  firstPageOnly: 'Reads only the first page, as you chose.',
  listAt: (path: string) => (path === '' ? 'the list at the root of the response' : `the "${path}" list`),
  changesBy: {
    field: (path: string) => `Reads only changes, based on the field ${path}.`,
    runStart: 'Reads only changes since the last run started.',
  },
  looksBack: {
    usual: {
      field: 'Looks back 60 seconds for times, or a day for dates.',
      runStart: 'Looks back 60 seconds.',
    },
    seconds: counted({ one: 'Looks back # second.', other: 'Looks back # seconds.' }),
    units: (count: string) => `Looks back ${count} seconds, or ${count} units if the field is a number.`,
    none: 'Does not look back.',
  },
  output: {
    individual: 'Records are sent one by one.',
    bulk: 'Records are sent as a list.',
    aggregate: 'Records are sent as an object.',
  },
  secretSet: 'Secret set.',
  settings: {
    thisSystem: 'this system',
    secrets: (names: readonly string[]) => `Secret values are sent as ${listed.format(names)}.`,
    parts: (count: number) => `${count} parts of the table are read at the same time.`,
    pageParts: (count: number) => `${count} ranges of pages are read at the same time.`,
    rate: (perSecond: number, host: string) =>
      perSecond < 1
        ? `At most 1 request every ${seconds(Math.round(100 / perSecond) / 100)} to ${host}.`
        : `At most ${number(perSecond)} ${perSecond === 1 ? 'request' : 'requests'} per second to ${host}.`,
    responseFormat: (type: 'json' | 'xml' | 'csv' | 'ndjson') => `Responses are read as ${type.toUpperCase()}.`,
    startsWithin: (limit: number) => `A response must start within ${seconds(limit)}.`,
    endsWithin: (limit: number) => `A response must end within ${seconds(limit)}.`,
    success: (parts: readonly string[]) => `A response counts as success if ${listed.format(parts)}.`,
    status: (statuses: readonly string[]) => `its status is ${either.format(statuses)}`,
    contentType: (type: string) => `its content type is ${type}`,
    field: (path: string, value: string | undefined) =>
      value === undefined ? `it contains the field ${path}` : `its field ${path} is ${value}`,
    operation: {
      update: 'Each request updates the record at its URL.',
      find: 'Each record is searched for, then updated or created.',
      delete: 'Each request deletes the record at its URL.',
      own: 'Each record is sent with your own request.',
    },
    format: {
      form: 'Records are sent as form data.',
      multipart: 'Records are sent as multipart form data.',
      xml: 'Records are sent as XML.',
      text: 'Records are sent in your own body.',
      ndjson: 'Records are sent as NDJSON, one line per record.',
    },
    preset: {
      plain: 'Only the status of a response decides whether records were delivered.',
      hubspotBatch: 'Responses are read as HubSpot batches.',
      salesforceCollections: 'Responses are read as Salesforce collections.',
      googleBatch: 'Responses are read as Google batches.',
      graphql: 'Responses are read as GraphQL.',
      elasticsearchBulk: 'Responses are read as Elasticsearch bulk results.',
    },
    tableWrite: {
      insert: 'Rows are added.',
      upsert: 'Rows with the same key are updated, others are added.',
      update: 'Rows with the same key are updated. Records without such a row fail.',
      delete: 'Rows with the same key are deleted.',
      statement: 'Your own statement runs for each record.',
    },
    remoteId: (path: string) => `The ID of each record in the destination is read from ${path}.`,
    afterwards: (method: string, side: 'source' | 'destination') =>
      `After each delivered record, ${method} is sent to the ${side}.`,
    ownResults: (path: string) => `Record results are read from ${path === '' ? 'the response' : path}.`,
    value: (name: string, field: string) => `${name} uses the field ${field}.`,
    onlyChanged: 'Only new and changed records are sent.',
    everything: 'Every run sends all records.',
  },
  noEnrichments: 'No enrichment',
  lookup: (path: string) => `stored in ${path}`,
  unmapped: {
    fact: 'No fields are mapped.',
    /** @param body what the request body contains of the record. */
    sent: (body: 'all' | 'rest' | 'none', isEnriched: boolean) => {
      if (body === 'none') return 'Requests have no body.'
      const enriched = isEnriched ? ', with the enrichment values added' : ''
      if (body === 'rest') return `Records are sent without the fields used in the URL or headers${enriched}.`
      return `Records are sent as read${enriched}.`
    },
    map: 'Map fields',
  },
  lines: 'Field mappings',
  lineCount: counted({ one: '# field', other: '# fields' }),
  more: counted({ one: 'and # more field', other: 'and # more fields' }),
  line: (from: string, to: string) => `${from} → ${to}`,
  lineByRule: (name: string, meaning: string, to: string) => `${name}: ${meaning} → ${to}`,
  lineByUnknownRule: (to: string) => `mapping rule → ${to}`,

  check: 'Validation',
  checking: 'Checking the configuration…',
  sound: 'No errors in the configuration.',
  mappedField: (field: string) => `Mapping, ${field}`,
  errors: counted({ one: '# error', other: '# errors' }),
  warnings: counted({ one: '# warning', other: '# warnings' }),
  retry: 'Check again',
  unsaved: 'Save the draft before you check and deploy it.',

  trial: 'Dry run',
  trialWhat: (source: number, hasEnrichments: boolean) =>
    [
      `Reads up to ${dryRunDefault} real records, maps them, and shows what would be sent.`,
      ...(source > 0 ? [`Sends up to ${source} real requests to the source.`] : []),
      ...(hasEnrichments ? [asksEnrichments] : []),
      'Nothing is sent to the destination.',
    ].join(' '),
  trialExamples: (hasEnrichments: boolean) =>
    [
      "Maps the source's example events and shows what would be sent.",
      ...(hasEnrichments ? [asksEnrichments] : []),
      'Nothing is sent to the destination.',
    ].join(' '),
  madeAt: 'Dry run from',
  trialSent: counted({ one: 'Sent # real request.', other: 'Sent # real requests.' }),
  try: 'Dry run',
  tryAgain: 'Run the dry run again',
  trying: 'Reading and mapping…',
  stop: 'Cancel',
  noExamples: 'Enter an example event in the Source step. Webhooks send their own records.',
  records: 'Dry run records',
  recordOf: (key: string) => `Record ${key}`,
  outcomes: { mapped: 'Mapped', 'left-out': 'Left out', skipped: 'Skipped', failed: 'Failed' },
  recordIn: 'Read',
  recordOut: 'Mapped',
  deliveries: 'Expected deliveries',
  deliveryOf: (number: string, destination: string | null) =>
    destination === null ? `Delivery ${number}` : `Delivery ${number} to ${destination}`,
  goesTo: 'Goes to',
  nowhere: 'No destination fits',
  carries: counted({ one: 'carries # record', other: 'carries # records' }),
  headers: 'Headers',
  runName: 'In the idempotency key, “run” is the run number.',
  exchanges: 'Requests',

  deploy: 'Deploy',
  deployWhat: 'Creates a version from the saved configuration and makes it live.',
  hindrances: {
    checking: 'You can deploy when validation finishes.',
    unchecked: 'You can deploy when validation succeeds.',
    errors: 'You can deploy when validation finds no errors.',
    missing: 'Complete these before you deploy:',
  },
  held: 'Not deployed yet. Read the warnings above, then deploy.',
  deploying: 'Deploying…',
  whatNext: 'What happens next',
  isLive: (version: number | null) => (version === null ? 'The new version is live' : `Version ${version} is live`),
  live: 'Live.',
  paused: 'Paused. Open the connector to resume it.',
  nextManual: "Start a run whenever you're ready.",
  nextSchedule: 'Runs start automatically on schedule.',
  nextWebhook: 'Waiting for events. Give senders the webhook URL and secret below.',
  run: 'Run now',
  starting: 'Starting a run…',
  started: 'Live. Run started.',
  open: 'Open the connector',
  watch: 'See the run',
  see: 'View status',
}
