/** Articles of the settings of a connector. */
import type { Article } from './article.ts'

type Written = Omit<Article, 'kind'>
const settings = (list: readonly Written[]): readonly Article[] => list.map((each) => ({ kind: 'setting', ...each }))

export const connectorSettingArticles = settings([
  {
    id: 'setting-schedule',
    title: 'Schedule',
    words: 'cron every hour once a day weekdays daily nightly interval timer run automatically',
    text: [
      'In the step Profile, under "When should it run?", choose "On a schedule". Run every few minutes, hours or days, or at a time on days of the week.',
      'A cron expression is under Advanced: 0 9 * * 1-5 is each working day at 9:00. The next three runs are shown. A start is left out while the run before it is still open.',
    ],
    related: ['builder-profile', 'quota-period', 'quota-schedules'],
  },
  {
    id: 'setting-options',
    title: 'Budget, speed and payloads of a connector',
    words:
      'budgetLimit cost limit per connector computeSize faster parallel deliveries storeLocally keep no data privacy erase payload',
    text: [
      'On the tab Settings of a connector. A change applies immediately, without a deployment.',
      '- Monthly budget: when the connector reaches it, its runs are held until you increase it or the next month begins. Nothing is lost.',
      '- Compute size: up to 32, 64 or 96 deliveries are on their way at once. The destination must be able to take them.',
      '- Payloads not kept: a record is in the database only until it is delivered, sealed, and is erased then. Records cannot be looked at or replayed, and errors keep their kind without words. What was kept before is erased once none of it waits to be sent; archives, backups and answers of the assistant that were made before still have it.',
    ],
    related: ['connector-settings', 'quota-budget', 'replay-no-payloads'],
  },
  {
    id: 'setting-webhook-trigger',
    title: 'Start by a webhook',
    words: 'event push when something happens hook sends incoming itself automatically instantly soon comes event real time',
    text: [
      'Choose the webhook in the Profile step and deploy. The Settings tab then shows the URL for the sender and creates a secret, which is shown once.',
      'Each event is one record. Send test event proves that it works.',
    ],
    related: ['hook-not-proved', 'hook-closed', 'connector-settings'],
  },
  {
    id: 'setting-authentication',
    title: 'Authentication at another system',
    words: 'bearer token basic user password api key oauth credentials login enter where oauth consent reconnect press connect',
    text: [
      'In the Source and Destination steps: none, user name and password, bearer token, API key, or OAuth 2.0 client credentials. Secrets are stored encrypted for this address only. If you change the address, enter them again.',
    ],
    related: ['builder-source', 'setting-secrets', 'source-refused'],
  },
  {
    id: 'setting-request',
    title: 'Method, query parameters, headers, variables and body',
    words: 'add a header request parameter post get accept content type',
    text: [
      'In the steps Source and Destination: what is sent with each request. Use a variable as {{name}} in the address, in values and in the body. Enter credentials under authentication, where they are kept secret.',
    ],
    related: ['builder-source', 'builder-destination', 'setting-authentication'],
  },
  {
    id: 'setting-secrets',
    title: 'Secrets',
    words: 'passwords credentials saved visible encrypted other people see several api keys headers token',
    text: [
      'Passwords, tokens and keys are stored encrypted and never shown again, not even to administrators. Exports, templates and support requests do not contain them. Replace enters a new one.',
      'Each HTTP system can receive up to 16 further secrets in headers and query parameters. Add them under Secret headers and parameters.',
      'If a header, parameter or variable looks like a secret, the form says so. Press Store as secret to move it. Until then everyone who can open the connector can read it. Exports never contain it.',
    ],
    related: ['setting-authentication', 'publish-connector'],
  },
  {
    id: 'setting-database-source',
    title: 'Database as a source or destination',
    words: 'postgres postgresql mysql sql table query connect jdbc',
    text: [
      'Choose Database in the step Source or Destination: PostgreSQL or MySQL, host, port, database name, user and password. Read a table or one query; write to a table, with key columns if rows are to be changed instead of added.',
    ],
    related: ['builder-source', 'setting-cursor', 'egress-refused'],
  },
  {
    id: 'setting-list-processing',
    title: 'List processing',
    words:
      'array items records simple batch pagination output individual bulk aggregate batch items at a time bulk only takes group',
    text: [
      'Sets whether a response is one record or a list, and where the list is. Also sets whether records are sent one by one, as one list, or as one object.',
    ],
    related: ['setting-paging', 'source-no-list', 'list-mode-demo'],
  },
  {
    id: 'setting-record-key',
    title: 'What identifies a record',
    words: 'key field primary unique identifier duplicate same record twice identify id sku number code no identifying field',
    text: [
      'A key is a value that each record has and that no other record has. By its key a changed record is recognized, and a retry sends the newest version.',
      'Records with a field id, _id or key need nothing else. Rows of a table are identified by the key of the table.',
      '- For other lists, choose a field in the card Records of the step Source. Fields whose name ends in id, number, code or sku are proposed. They are never empty in your sample, and differ in each record.',
      '- If several fields together identify a record, enter them as Key fields under Advanced. For a database, enter Key columns.',
      '- If no field identifies a record, choose No identifying field. A changed record is then treated as a new one.',
      'A new connector cannot be deployed before you answer. Connectors that are already live are not affected.',
    ],
    related: ['setting-list-processing', 'setting-database-source', 'setting-only-changed', 'builder-source'],
  },
  {
    id: 'setting-paging',
    title: 'Paging',
    words: 'pages per page only 100 items get all next offset limit cursor more rows',
    text: [
      'For a source that returns a list in pages: offset, page number, cursor, next address, link header or the id of the last record. Try paging reads three pages and says whether it is right.',
      'If a field is true on the last page, enter it as Path to the end. If a field is false there, use Path to "more records".',
    ],
    related: ['source-page-loop', 'source-page-limit', 'setting-list-processing'],
  },
  {
    id: 'setting-cursor',
    title: 'Read only changes',
    words: 'incremental new since last time delta cursor updated look back overlap late missed records boundary same time twice',
    text: [
      'Each run reads what is new since the last one: by the highest value of a field or column, or since the start of the last run. In the Settings tab you see and change where the next run begins.',
      'Some records appear late or share the time of the last record. Each run therefore looks back 60 seconds. Records that earlier runs read are left out. With dates, runs look back a day. With other numbers, runs look back by 1. If the number identifies the record, runs do not look back.',
      'Change the seconds in the list configuration under Look back. Enter 0 to turn it off. The look-back works with times and numbers only. It covers up to 5,000 records. If there are more, the look-back gets shorter and the run shows a note.',
    ],
    related: ['cursor-changed', 'source-no-cursor-field', 'connector-settings'],
  },
  {
    id: 'setting-only-changed',
    title: 'Send only changes',
    words: 'unchanged duplicate twice again same record every run deduplicate contacts doubled changes only delta',
    text: [
      'A record that was delivered before with the same content is not sent again. The run counts it as unchanged. A record that failed is sent again. A record that may have arrived is not.',
      'This is the default for a schedule that sends with POST or PATCH. It is off if the destination honours keys or if the list is sent as one document. Records without an id or key field are always sent. Change this in the destination under Advanced.',
    ],
    related: ['setting-delivery', 'setting-cursor', 'record-unclear', 'run'],
  },
  {
    id: 'setting-transforms',
    title: 'Rules that change values',
    words:
      'transform convert format date wrong format number upper lower case join concatenate combine split default condition table first name last name one field text number amount type convert',
    text: [
      'Press Rule… in a line of the mapping. Choose a default, part of a text, upper, lower or title case, a date format or decimals. You can also use a table of values, combine fields, or set a condition. Date formats recognize seconds and milliseconds since 1970. If a date comes out wrong, choose the unit yourself. Save a rule to use it in other connectors.',
    ],
    related: ['topic-mapping', 'mapping-failed', 'mapping-rule-not-found'],
  },
  {
    id: 'setting-enrichment',
    title: 'Enrichment',
    words: 'lookup look-up join customer data other system',
    text: [
      'Set which system to query, with which values of the record, and where to put the result. If nothing is found, the record fails, is skipped, or continues without it.',
    ],
    related: ['builder-enrichment', 'lookup-not-found', 'lookup-ambiguous'],
  },
  {
    id: 'setting-delivery',
    title: 'If a run is interrupted while sending',
    words:
      'duplicate twice sent double exactly once at least once at most once guarantee idempotency sending again duplicate twice',
    text: [
      'A request that may have arrived is sent again only if a repeat has no second effect. That is so with PUT or DELETE, or if the destination ignores a repeated Idempotency-Key. Otherwise it is sent only once, and you decide whether to send it again.',
      'If a run is interrupted while sending, "Send the record again" may deliver it twice. "Do not send it again" leaves it to you.',
    ],
    related: ['destination-outcome-unknown', 'destination-response-lost', 'builder-destination'],
  },
  {
    id: 'setting-success',
    title: 'Success criteria',
    words: 'response counts success 200 error in body ok false status failed graphql errors false alarm',
    text: [
      'A response counts if its status is 200 to 299 and it reports no error. Datacrane looks for marks such as "ok": false, "status": "error" or a list of errors around the records. It ignores what your records contain.',
      'If that is wrong for your system, set Success criteria under Advanced. You can set statuses, a content type, or a field with a value. With a field, only this field decides.',
    ],
    related: ['source-refused', 'destination-refused', 'setting-time-limits'],
  },
  {
    id: 'setting-time-limits',
    title: 'Time limits',
    words: 'timeout slow system report takes long seconds first byte wait',
    text: [
      'A response must begin within 60 seconds and be complete within 120. Under Advanced you can allow up to 300 and 900 seconds. The limit for connecting is always 5 seconds.',
      'If Datacrane stops during an open request, it waits 10 seconds. Then it cancels the request and sends it again after the restart, as after any interruption.',
    ],
    related: ['source-timeout', 'destination-timeout', 'setting-delivery'],
  },
  {
    id: 'setting-rate-limit',
    title: 'Rate limit',
    words: 'requests per second maximum speed throttle slow down pace 429 too many requests decimals 0.5 calls a minute',
    text: [
      'Under Advanced, set the maximum requests per second of an HTTP system. Decimals work too. For example, 0.5 sends 1 request every 2 seconds. In your company, systems with the same host and number share one limit.',
      'Without a limit, requests are sent as fast as the system accepts them. If the system limits requests, the run slows down, waits and continues. Records wait until the system accepts them.',
    ],
    related: ['setting-time-limits', 'setting-success', 'builder-destination'],
  },
  {
    id: 'setting-alerts',
    title: 'Alert settings of a connector',
    words: 'alarm notify mail email when connector fails late who is told threshold',
    text: ['In the tab Alerts of the connector: what is watched, from which share of failures on, and who is written to.'],
    related: ['connector-alerts', 'alarm-nobody-to-tell', 'account-notifications'],
  },
  {
    id: 'setting-mute',
    title: 'Mute an alert',
    words: 'silence snooze too many alarms pause quiet for a day',
    text: [
      'In the tab Alerts of the connector: Mute, and for how long. It is still watched, but nothing is sent until the mute ends.',
    ],
    related: ['connector-alerts', 'alerts'],
  },
  {
    id: 'setting-export',
    title: 'Export a connector',
    words: 'download file backup move to another company copy',
    text: [
      'In the Settings tab of the connector. The file holds the configuration without secrets and example values. You can import it elsewhere.',
    ],
    related: ['setting-import', 'connector-settings'],
  },
  {
    id: 'setting-import',
    title: 'Import a connector',
    words: 'upload file json move from another company',
    href: '/integration-setup',
    text: [
      'Integration Setup imports an exported file: it shows what the file holds and what is missing, and creates a draft. Enter the secrets again.',
    ],
    related: ['take-away-not-json', 'setting-export'],
  },
  {
    id: 'setting-rollback',
    title: 'Go back to an earlier version',
    words: 'rollback restore previous undo deployment',
    text: [
      'Open the Config Editor of the studio, find the version in the list of versions, and press Restore. Read what changes, then Deploy Now makes it live. Secrets stay as they are now.',
    ],
    related: ['studio-config-editor', 'connector-timeline', 'connector-draft-would-be-lost'],
  },
])
