import type { SideFault, SideFaults } from '#src/machines/builder/systems/side-rules.ts'
import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')

/** What the form of a side says: a source, a destination, or the system of an enrichment. */
export const sideMessages = {
  kind: 'Kind of system',
  kinds: { http: 'HTTP API', database: 'Database', azure: 'Azure Blob Storage' },
  method: 'Method',
  url: 'URL',
  sandbox: { source: 'Use the built-in shop', destination: 'Use the built-in CRM' },
  urlHint: 'Like https://shop.example.com/orders',
  advanced: 'Advanced',
  advancedHolds: {
    source: 'Variables, success criteria, limits',
    destination: 'Success criteria, limits, delivery',
    enrichment: 'Variables, success criteria, limits',
  },
  sampleRecords: 'First records of the sample',
  guarantee: 'If a run is interrupted while sending',
  guarantees: { atLeastOnce: 'Send the record again (may arrive twice)', atMostOnce: 'Do not send it again. You decide.' },
  success: 'Success criteria',
  successUsual: {
    source: 'By default, every status from 200 to 299 without a reported error counts.',
    destination: 'By default, every status from 200 to 299 without a reported error counts. HTML pages do not count.',
    enrichment: 'By default, every status from 200 to 299 without a reported error counts.',
  },
  statuses: 'Expected statuses (optional)',
  statusesHint: 'With commas between them: 201, 200-204 or 2xx.',
  contentType: 'Expected content type (optional)',
  contentTypeHint: 'For example application/json',
  successField: 'Field of the response (optional)',
  successFieldHint: 'A path, for example result.status. If set, only this field decides.',
  successValue: 'Value of the field (optional)',
  successValueHint: 'As text, for example ok, true or 0. Empty: the field only has to be there.',
  timeouts: {
    title: 'Time limits',
    firstByteSeconds: { label: 'Response starts within (seconds)', hint: 'If empty, 60. At most 300.' },
    totalSeconds: {
      label: 'Response ends within (seconds)',
      hint: 'If empty, 120, or the limit for the start plus 60 if that is more. At most 900.',
    },
  },
  pace: {
    title: 'Rate limit',
    label: 'Maximum requests per second',
    hint: 'Decimals work too. For example, 0.5 sends 1 request every 2 seconds. Leave empty to send as fast as the system accepts.',
  },
  delivery: 'Delivery',
  honoursKeys: 'The destination ignores repeated requests with the same Idempotency-Key',
  keys: 'What the Idempotency-Key of a delivery is made of',
  keysOf: {
    usual: 'Default: the record for schedules over HTTP, otherwise the run',
    record: 'The record and its content: unchanged records keep their key',
    run: 'The run: each run has new keys',
  },
  hook: 'This connector is started by a webhook: its events are the records, so the source needs no address and nothing can be asked of it.',
  hookPages: 'Events have no pages, so you cannot deploy this yet.',
  hookSimple: 'Use simple',
  hookSample: 'Paste an event as an example below, so that the mapping knows its fields.',

  rows: {
    queries: {
      title: 'Query parameters',
      what: 'Parameter',
      add: 'Add a parameter',
      none: 'None. They are added to the URL after the question mark.',
    },
    headers: { title: 'Headers', what: 'Header', add: 'Add a header', none: 'None besides those that every request has.' },
    variables: {
      title: 'Variables',
      what: 'Variable',
      add: 'Add a variable',
      none: 'None. Use a variable as {{name}} in the URL, in values and in the body.',
    },
  },
  row: (what: string, number: string) => `${what} ${number}`,
  key: (row: string) => `${row}: name`,
  value: (row: string) => `${row}: value`,
  urlKey: (row: string) => `${row}: name in the URL`,
  urlKeyHint: 'Only where it differs from the name.',
  description: (row: string) => `${row}: description`,
  isSent: (row: string) => `Use ${row}`,
  remove: (row: string) => `Remove ${row}`,
  removed: (row: string) => `${row} was removed.`,
  undo: 'Undo',
  more: 'More',
  titleWithCount: (title: string, count: string) => `${title} (${count})`,

  body: 'Body',
  rawBody: 'Body that is sent with the request',
  bodyOfDestination: 'The request body is built from your mapping.',

  auth: 'Authentication',
  authTypes: {
    none: 'None',
    basic: 'User name and password',
    bearer: 'Bearer token',
    apiKey: 'API key',
    oauth2ClientCredentials: 'OAuth 2.0 client credentials',
    accountKey: 'Account key',
    sasToken: 'Shared access signature',
  },
  secret: {
    password: 'Password',
    token: 'Token',
    value: 'API key',
    clientSecret: 'Client secret',
    key: 'Account key',
  },
  secretIsSet: (last4: string) => (last4 === '' ? 'Set' : `Set, ends in ${last4}`),
  secretIsKept: "Stored encrypted. You won't be able to see it again.",
  replace: 'Replace',
  keepSecret: 'Keep the saved one',
  replaceSecret: (what: string) => `Replace ${what}`,
  secretCleared: 'The saved secret was removed because the URL changed. Enter it again.',
  secrets: {
    title: 'Secret headers and parameters',
    what: 'Secret',
    hint: "Sent with each request. Values are stored encrypted, and you won't be able to see them again.",
    add: 'Add a secret',
    place: (row: string) => `${row}: where it is sent`,
    suspected: (name: string) => `“${name}” looks like a secret. Everyone who can open this connector can read it.`,
    useElsewhere: 'To store this variable as a secret, use it only in headers or query parameters.',
    store: 'Store as secret',
    storeOf: (name: string) => `Store “${name}” as secret`,
  },
  username: 'User name',
  keyIn: 'Where the API key is sent',
  keyPlaces: { header: 'In a header', query: 'In the URL' },
  keyName: 'Name of the key',
  tokenUrl: 'Token URL',
  clientId: 'Client ID',
  scope: 'Scope (optional)',
  account: 'Account name',

  engine: 'Database system',
  engines: { postgresql: 'PostgreSQL', mysql: 'MySQL' },
  host: 'Host',
  port: 'Port',
  portHint: (usual: string) => `Empty for ${usual}.`,
  database: 'Database name',
  tls: 'Encryption',
  tlsModes: {
    verify: 'Encrypted, certificate checked',
    require: 'Encrypted, certificate not checked',
    disable: 'Not encrypted',
  },
  readFrom: 'Table',
  writeTo: 'Table to write to',
  tableHint: 'As name or schema.name.',
  query: 'Query',
  queryHint: 'One SELECT statement instead of a table. Give it key columns or an ORDER BY.',
  lookupQueryHint: 'One SELECT statement. Use a value of the record as :name.',
  cursorColumn: 'Cursor column (optional)',
  cursorHint: 'Only rows whose value is new since the last run are read. Without it every run reads all rows.',
  lookBack: 'Look back (optional)',
  lookBackHint:
    'Seconds or units of the cursor that are read once more, for rows that are committed late. Without a value: 60 seconds, or 1,000 units.',
  keyColumns: 'Key columns (optional)',
  keyColumnsHint: 'Names with commas between them. A row with the same values there is changed instead of added.',

  sourceKeyHint:
    'Columns that identify a row, with commas between them. An interrupted run continues after the last row. Without a key it reads all rows again. Not needed for tables with a primary key.',

  keyFields: 'Key fields (optional)',
  keyFieldsHint:
    'Fields whose values together identify a record, separated by commas, for example tenant,id. Left empty, a record is identified by its field id, _id or key. Set key fields if different records can have the same value there.',

  endpoint: 'Storage address',
  endpointHint: 'For example https://account.blob.core.windows.net',
  container: 'Container',
  prefix: 'Prefix (optional)',
  readPrefixHint: 'Only blobs whose names begin with it are read.',
  writePrefixHint: 'What the names of the written blobs begin with.',
  format: 'Format',
  formats: { json: 'JSON', ndjson: 'JSON, one record a line', csv: 'CSV' },
  delimiter: 'Delimiter of CSV (empty for a comma)',

  faults: {
    needed: 'This is needed.',
    noAddress: 'This is not an address. It needs a beginning and a host, as in https://shop.example.com/orders.',
    noWebAddress: 'The address must begin with http:// or https://.',
    secretInAddress: 'A name or password belongs in the authentication, not in the address.',
    recordInAddress: "A destination URL can't contain values of a record yet. Use a URL that is the same for all records.",
    signatureInAddress: 'A shared access signature belongs in the authentication, not in the address.',
    cannotRead: 'No records can be read with this method.',
    cannotWrite: 'No record can be sent with this method: use POST, PUT, PATCH or DELETE.',
    headerName: 'A header has a name of letters, digits and hyphens, without blanks.',
    headerValue: 'This contains a character that is not allowed in a header.',
    credentialHeader: 'Use the authentication of this form instead of this header: it is kept secret there.',
    ownHeader: 'The engine sets this header itself.',
    twice: 'Another variable has this name.',
    sameSecret: 'Another secret has this name.',
    noHost: 'This is neither a host name nor an address.',
    lowPort: 'Ports below 1024 are not open to databases.',
    queryOrTable: 'Enter either a table or a query.',
    firstByteRange: 'Enter 1 to 300 seconds.',
    paceRange: 'Enter 0.01 to 1,000 requests per second.',
    totalRange: 'Enter 1 to 900 seconds.',
    totalTooShort: 'The response cannot be complete before it begins. Enter more seconds.',
    noContainer: 'A container has 3 to 63 small letters, digits and single hyphens.',
    secretNeeded: 'No secret saved. A saved secret is only ever sent to its URL.',
  },
  /** Where something is wrong or missing, as a person finds it on the page. */
  places: {
    url: 'URL',
    requestMethod: 'Method',
    headers: 'Headers',
    queries: 'Query parameters',
    variables: 'Variables',
    auth: 'Authentication',
    databaseConfig: 'Database',
    azureConfig: 'Azure Blob Storage',
    timeouts: 'Time limits',
  },
  missing: (places: readonly string[]) =>
    places.join() === 'URL'
      ? 'Enter a valid URL to send a test request.'
      : `Complete these settings to send a test request: ${places.join(', ')}.`,

  probe: {
    title: 'Test request',
    send: { source: 'Send test request', destination: 'Test the destination', enrichment: 'Send test request' },
    again: 'Waiting for the answer…',
    cancel: 'Cancel',
    what: {
      source: 'Sends one real request. Only the sample below is saved.',
      destination: 'Checks that the destination responds. Nothing is written.',
      enrichment: 'Sends one real request with values of a sample record.',
    },
    old: (address: string) => `Response from ${address}. The form was changed since this request.`,
    kept: 'The known fields stay as they were.',
    verdicts: { works: 'It works', doubtful: "Reachable, but we couldn't confirm it accepts records", fails: 'It does not work' },
    noRecords: 'No records were found in this answer.',
    found: counted({ one: '# record was found.', other: '# records were found.' }),
    foundList: (count: string, answer: string) =>
      `A list of ${count} was found. If each item is a record, choose “${answer}” under “Records”.`,
    foundLists: 'Lists were found. Choose under “Records” which of them holds the records.',
    request: 'Request',
    requestHeaders: 'Headers of the request',
    requestBody: 'Body of the request',
    noAnswer: 'There was no answer.',
    took: (time: string) => `Took ${time}.`,
    cut: 'Only the beginning of the answer is shown.',
    exchanges: 'Request and response',
    faults: {
      forbidden: 'This address is not allowed: nothing was sent.',
      gateway: 'The gateway of this system could not be used: nothing was sent without it.',
      unreachable: 'The system could not be reached.',
      timeout: 'There was no answer in time.',
      'too-large': 'The answer was larger than what is read. Narrow it down, for example with a smaller page.',
      unreadable: 'The answer could not be read: it is not HTTP, or its encoding is broken.',
    },
  },
}

/** What is said at a field: what is only missing is said where it hinders, and not while somebody is still typing. */
export function faultAt(faults: SideFaults, path: string): string | undefined {
  const fault: SideFault | undefined = faults[path]
  return fault === undefined || fault === 'needed' ? undefined : sideMessages.faults[fault]
}

/** What the next run does with records that were read and not sent, or sent before. */
export const unsentMessages = {
  unsent: {
    label: 'Unsent records',
    choices: { sendFirst: 'The next run sends them first', leave: 'They stay failed until they are replayed' },
    hint: 'Applies to sources with a cursor if the destination rejects the connector or is unreachable. These records are not read from the source again.',
  },
  onlyChanged: {
    label: 'Send only changes',
    choices: {
      usual: 'Default: yes for schedules over POST or PATCH, otherwise no',
      yes: 'Yes: do not send unchanged records again',
      no: 'No: send every record that a run reads',
    },
    hint: 'A record is unchanged if this connector delivered it before with the same content. Records without a key are always sent.',
  },
} as const
