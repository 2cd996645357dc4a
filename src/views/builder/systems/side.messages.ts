import type { SideFault, SideFaults } from '#src/machines/builder/systems/side-rules.ts'
import { countedIn } from '../../kit/format/counted.ts'
import { natsMessages } from './nats/nats.messages.ts'

const counted = countedIn('en')

/** What the form of a side says: a source, a destination, or the system of an enrichment. */
export const sideMessages = {
  kind: 'Kind of system',
  kinds: { http: 'HTTP API', database: 'Database', azure: 'Azure Blob Storage', nats: 'NATS JetStream' },
  method: 'Method',
  url: 'URL',
  sandbox: { source: 'Use the built-in shop', destination: 'Use the built-in CRM' },
  urlHint: 'Like https://shop.example.com/orders',
  urlOfRecordHint: 'Type { to insert a record field, such as https://shop.example.com/customers/{id}',
  advanced: 'Advanced',
  advancedHolds: {
    source: 'Variables, success criteria, limits',
    destination: 'Success criteria, limits, delivery',
    enrichment: 'Variables, success criteria, limits',
  },
  /** Of databases and files. */
  advancedHoldsElse: { source: 'Parts', destination: 'Delivery' },
  sampleRecords: 'First records of the sample',
  guarantee: 'If a run is interrupted while sending',
  guarantees: {
    atLeastOnce: 'Send the record again (may arrive twice)',
    atMostOnce: "Don't send the record again (you decide later)",
  },
  success: 'Success criteria',
  successUsual: {
    source: 'By default, any 200–299 status without a reported error counts.',
    destination: "By default, any 200–299 status without a reported error counts. HTML pages don't count.",
    enrichment: 'By default, any 200–299 status without a reported error counts.',
  },
  statuses: 'Expected statuses (optional)',
  statusesHint: 'Separate statuses with commas: 201, 200-204 or 2xx.',
  contentType: 'Expected content type (optional)',
  contentTypeHint: 'For example application/json',
  successField: 'Response field (optional)',
  successFieldHint: 'A path such as result.status. If set, only this field counts.',
  successValue: 'Field value (optional)',
  successValueHint: 'As text, such as ok, true or 0. If empty, the field only has to exist.',
  timeouts: {
    title: 'Time limits',
    firstByteSeconds: { label: 'Response starts within (seconds)', hint: 'Default: 60. Maximum: 300.' },
    totalSeconds: {
      label: 'Response ends within (seconds)',
      hint: 'Default: 120, or the start limit plus 60 if that is more. Maximum: 900.',
    },
  },
  pace: {
    title: 'Rate limit',
    label: 'Maximum requests per second',
    hint: 'Decimals work too: 0.5 sends 1 request every 2 seconds. Leave empty for no limit. A limit of the selected connection replaces this limit.',
  },
  delivery: 'Delivery',
  honoursKeys: 'The destination ignores repeated requests with the same Idempotency-Key',
  keys: 'Idempotency-Key for each delivery',
  keysOf: {
    usual: 'Default: the record for schedules over HTTP, otherwise the run',
    record: 'The record and its content: same key while the record is unchanged',
    run: 'The run: new keys in every run',
  },
  hook: 'A webhook starts this connector. Events contain the records, so the source needs no URL.',
  hookPages: "You can't deploy this yet: events have no pages.",
  hookSimple: 'Use simple',
  hookSample: 'Listen for a test event, or paste an example event below, to make its fields available for mapping.',

  rows: {
    queries: {
      title: 'Query parameters',
      what: 'Parameter',
      add: 'Add a parameter',
      none: 'None. Parameters are added to the URL after the question mark.',
    },
    headers: { title: 'Headers', what: 'Header', add: 'Add a header', none: 'No extra headers.' },
    variables: {
      title: 'Variables',
      what: 'Variable',
      add: 'Add a variable',
      none: 'None. Use a variable as {{name}} in the URL, values and body.',
    },
  },
  row: (what: string, number: string) => `${what} ${number}`,
  key: (row: string) => `${row}: name`,
  value: (row: string) => `${row}: value`,
  urlKey: (row: string) => `${row}: name in the URL`,
  urlKeyHint: 'Only if it differs from the name.',
  description: (row: string) => `${row}: description`,
  isSent: (row: string) => `Use ${row}`,
  remove: (row: string) => `Remove ${row}`,
  removed: (row: string) => `${row} removed.`,
  undo: 'Undo',
  more: 'More',
  titleWithCount: (title: string, count: string) => `${title} (${count})`,

  body: 'Body',
  rawBody: 'Request body',
  bodyOfTemplate: 'The request body is built from your text above.',
  bodyOfDestination: (isMapped: boolean) =>
    isMapped
      ? 'The request body is built from your mapping.'
      : 'Nothing is mapped yet. The request body is built from the records.',

  auth: 'Authentication',
  authTypes: {
    none: 'None',
    basic: 'User name and password',
    bearer: 'Bearer token',
    apiKey: 'API key',
    oauth2ClientCredentials: 'OAuth 2.0 client credentials',
    accountKey: 'Account key',
    sasToken: 'Shared access signature',
    nkey: natsMessages.authTypes.nkey,
    connection: 'Connection',
  },
  secret: {
    password: 'Password',
    token: 'Token',
    value: 'API key',
    clientSecret: 'Client secret',
    key: 'Account key',
    seed: natsMessages.key,
  },
  secretMissing: {
    password: 'Enter the password.',
    token: 'Enter the token.',
    value: 'Enter the API key.',
    clientSecret: 'Enter the client secret.',
    key: 'Enter the account key.',
    seed: natsMessages.keyMissing,
  },
  secretIsSet: (last4: string) => (last4 === '' ? 'Set' : `Set, ends in ${last4}`),
  secretIsTyped: 'Leave this field to save it.',
  secretIsKept: "Stored encrypted. You won't be able to see it again.",
  replace: 'Replace',
  keepSecret: 'Keep saved value',
  replaceSecret: (what: string) => `Replace ${what}`,
  secretCleared: 'The URL changed, so the saved secret was removed. Enter the secret again.',
  secrets: {
    title: 'Secret headers and parameters',
    what: 'Secret',
    hint: "Sent with each request. Values are stored encrypted, and you won't be able to see them again.",
    add: 'Add a secret',
    place: (row: string) => `${row}: location`,
    suspected: (name: string) => `“${name}” looks like a secret. Anyone who can open this connector can read it.`,
    useElsewhere: 'To store this variable as a secret, use it only in headers or query parameters.',
    store: 'Store as secret',
    storeOf: (name: string) => `Store “${name}” as secret`,
  },
  username: 'User name',
  keyIn: 'Where to send the API key',
  keyPlaces: { header: 'In a header', query: 'In the URL' },
  keyNames: { header: 'Header name', query: 'Parameter name' },
  tokenUrl: 'Token URL',
  clientId: 'Client ID',
  scope: 'Scope (optional)',
  keyAsUserName: 'The API key is the user name, and the password is empty',
  keyForUserName: 'API key, sent as the user name',
  tokenRequest: {
    audience: 'Audience (optional)',
    audienceHint: 'For example https://api.example.com. Auth0 and others require it.',
    format: 'Token request',
    formats: { form: 'As a form', json: 'As JSON' },
    name: (row: number) => `Parameter ${row}: name`,
    value: (row: number) => `Parameter ${row}: value`,
    add: 'Add a parameter',
    removeLast: 'Remove the last parameter',
  },
  redirects: {
    title: 'Redirects',
    label: 'Allowed redirects (optional)',
    hint: "Redirects to the same origin need no entry. Separate other origins with commas, such as https://files.example.com. Credentials aren't sent to them.",
  },
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
  queryHint: 'A SELECT statement instead of a table. Add key columns or ORDER BY.',
  lookupQueryHint: 'A SELECT statement. Use :name for a record value.',
  cursorColumn: 'Cursor column (optional)',
  cursorHint: 'Runs read only rows with new values in this column. Without a cursor, every run reads all rows.',
  lookBack: 'Look back (optional)',
  lookBackHint: 'How far back each run reads again, in seconds or units of the cursor. Default: 60 seconds or 1,000 units.',
  keyColumns: 'Key columns',
  tableWrite: 'What to do',
  tableWrites: {
    insert: 'Insert',
    upsert: 'Update or insert',
    update: 'Update only',
    delete: 'Delete',
    statement: 'Own statement',
  },
  statement: 'Statement',
  statementHint: 'Runs once per record. Use :name for the value of a mapped field.',
  mustChange: 'Fail records that change no row',
  keyColumnsHints: {
    insert: 'Not used for inserts. Remove them, or select another action.',
    upsert: 'Separate names with commas. Rows with the same values are updated instead of added.',
    update: 'Separate names with commas. Records without a row with the same values fail.',
    delete: 'Separate names with commas. Rows with the same values are deleted.',
  },

  sourceKeyHint:
    'Columns that identify a row, separated by commas. An interrupted run continues after the last row. Without a key it starts over. Not needed for tables with a primary key.',

  keyFields: 'Key fields (optional)',
  keyFieldsHint:
    'Fields that identify a record together, separated by commas, such as tenant,id. Default: the field id, _id or key. Set key fields if different records can share that value.',

  endpoint: 'Storage address',
  endpointHint: 'For example https://account.blob.core.windows.net',
  container: 'Container',
  prefix: 'Prefix (optional)',
  readPrefixHint: 'Reads only blobs whose names start with this.',
  writePrefixHint: 'Prefix for the names of written blobs.',
  format: 'Format',
  formats: { json: 'JSON', ndjson: 'JSON, one record per line', csv: 'CSV' },
  delimiter: 'CSV delimiter (default: comma)',

  faults: {
    needed: 'Fill in this field.',
    noAddress: 'Enter a full URL, such as https://shop.example.com/orders.',
    noWebAddress: 'Start the URL with http:// or https://.',
    secretInAddress: 'Enter the name and password under authentication, not in the URL.',
    recordInAddress: 'Write the placeholder as {id}, then select its field below.',
    signatureInAddress: 'Enter the shared access signature under authentication, not in the URL.',
    cannotRead: "Choose another method. This method can't read records.",
    cannotWrite: 'Select POST, PUT, PATCH or DELETE to send records.',
    headerName: 'Use letters, digits and hyphens in a header name.',
    headerValue: "Remove the character that headers can't contain.",
    credentialHeader: 'Use the authentication settings instead of this header. The value stays secret there.',
    ownHeader: 'Remove this header. Datacrane sets it.',
    twice: 'Another variable has this name. Choose another one.',
    sameSecret: 'Another secret has this name. Choose another one.',
    noHost: 'Enter a host name or IP address.',
    lowPort: 'Enter a port from 1024. Lower ports are closed to databases and streams.',
    noStream: 'Enter the name of the stream, without spaces, dots, slashes, * or >.',
    noSubject: 'Enter a subject such as orders.eu. Separate its parts with dots, without spaces.',
    openSubject: "Start the subject with a fixed name that doesn't start with $.",
    queryOrTable: 'Enter either a table or a query.',
    firstByteRange: 'Enter 1 to 300 seconds.',
    paceRange: 'Enter 0.01 to 1,000 requests per second.',
    totalRange: 'Enter 1 to 900 seconds.',
    totalTooShort: "Enter more seconds. The end can't come before the start.",
    noContainer: 'Use 3 to 63 lowercase letters, digits and single hyphens.',
    secretNeeded: 'Enter a value for this secret.',
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
    natsConfig: 'NATS JetStream',
    timeouts: 'Time limits',
  },
  missing: (places: readonly string[]) =>
    places.join() === 'URL'
      ? 'Enter a valid URL to send a test request.'
      : places.join() === 'Authentication'
        ? 'Complete the authentication to send a test request.'
        : `Complete these settings to send a test request: ${places.join(', ')}.`,

  probe: {
    title: 'Test request',
    send: { source: 'Send test request', destination: 'Test the destination', enrichment: 'Send test request' },
    again: 'Waiting for a response…',
    cancel: 'Cancel',
    what: {
      source: {
        /** @param paging requests that check how the next pages are read, at most. */
        http: (paging: number) =>
          paging === 0
            ? 'Sends one real request. Only the sample below is saved.'
            : `Sends up to ${paging + 1} real requests: one for the sample, up to ${paging} to check paging. Only the sample below is saved.`,
        database: () => 'Reads real rows from the database. Only the sample below is saved.',
        azure: () => 'Reads real data from the container. Only the sample below is saved.',
        nats: () => 'Reads real messages from the stream without acknowledging them. Only the sample below is saved.',
      },
      destination: {
        http: 'Sends one real OPTIONS request. Nothing is written.',
        database: 'Signs in and looks at the table. Nothing is written, and no statement is run.',
        azure: "Reads the container's properties. Nothing is written.",
        nats: 'Signs in and checks the stream. Nothing is stored.',
      },
      enrichment: {
        http: 'Sends one real request with values from a sample record.',
        database: 'Runs one real query with values from a sample record.',
        azure: 'Reads real data with values from a sample record.',
        nats: "Streams can't be used for enrichments.",
      },
      token: 'Getting an access token can take another request.',
    },
    sent: counted({ one: 'Sent # request.', other: 'Sent # requests.' }),
    old: (address: string) => `Response from ${address}. You've changed the form since this test.`,
    kept: 'The known fields are unchanged.',
    needsAuth: 'This system requires a sign-in. Choose an authentication, then test again.',
    checkAuth: 'Check the authentication, then test again.',
    verdicts: { works: 'It works', doubtful: "Reachable, but we couldn't confirm it accepts records", fails: 'Not working' },
    noRecords: 'No records in this response.',
    found: counted({ one: '# record found.', other: '# records found.' }),
    foundList: (count: string, answer: string) =>
      `Found a list of ${count}. If each item is a record, select “${answer}” under “Records”.`,
    foundLists: 'Found several lists. Under “Records”, choose the list that contains the records.',
    request: 'Request',
    requestHeaders: 'Request headers',
    requestBody: 'Request body',
    noAnswer: 'No response.',
    took: (time: string) => `Took ${time}.`,
    cut: 'Only the start of the response is shown.',
    exchanges: 'Request and response',
    faults: {
      forbidden: 'This URL is not allowed. Nothing was sent.',
      gateway: "This system's gateway could not be used. Nothing was sent.",
      unreachable: 'Could not reach the system.',
      timeout: "The system didn't respond in time.",
      'too-large': 'The response is too large to read. Narrow it down, for example with smaller pages.',
      unreadable: 'Could not read the response: not HTTP, or badly encoded.',
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
    choices: { sendFirst: 'The next run sends them first', leave: 'They stay failed until you retry them' },
    hint: 'For sources with a cursor, if the destination rejects the connector or is unreachable. These records are not read again.',
  },
  onlyChanged: {
    label: 'Send only changes',
    choices: {
      usual: 'Default: yes for schedules over POST or PATCH, otherwise no',
      yes: "Yes: don't send unchanged records again",
      no: 'No: send all records of every run',
    },
    hint: 'A record is unchanged if this connector delivered it before with the same content. Records without a key are always sent.',
  },
} as const

/** In how many parts a source is read at the same time. */
export const partsMessages = {
  label: 'Parts',
  choice: (count: number) => (count === 1 ? '1: read the source as a whole' : `${count}: read at the same time`),
  hint: {
    table: 'Free workers read and send parts of the table at the same time. The table needs a primary key or a unique index.',
    cursor:
      'Free workers read and send windows of the cursor column at the same time. The next run reads rows that change during a run.',
    times: 'Free workers read and send windows of time at the same time. The next run reads records that change during a run.',
    pages:
      "Free workers read and send ranges of pages at the same time. Sort the request by a field that doesn't change, such as the ID. If records move during a run, the run fails. The next run reads the list again.",
  },
  enough: (perSecond: number, most: number) =>
    `The destination is limited to ${perSecond === 1 ? '1 request' : `${perSecond} requests`} a second. Runs use ${most === 1 ? '1 part' : `${most} parts`}, because more wouldn't be faster.`,
}
