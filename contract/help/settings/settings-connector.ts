/** Articles of the settings of a connector. */
import type { Article } from '../article.ts'

type Written = Omit<Article, 'kind'>
const settings = (list: readonly Written[]): readonly Article[] => list.map((each) => ({ kind: 'setting', ...each }))

export const connectorSettingArticles = settings([
  {
    id: 'setting-schedule',
    title: 'Schedule',
    words: 'cron every hour once a day weekdays daily nightly interval timer run automatically',
    text: [
      'In the Profile step, under "When should it run?", select "On a schedule". Run every few minutes, hours or days, or at a set time on some days.',
      'Find cron expressions under Advanced: 0 9 * * 1-5 is 9:00 on workdays. You see the next three runs. A run is skipped if the previous one is still in progress.',
    ],
    related: ['builder-profile', 'quota-period', 'quota-schedules'],
  },
  {
    id: 'setting-options',
    title: 'Connector budget, speed and payloads',
    words:
      'budgetLimit cost limit per connector computeSize faster parallel deliveries storeLocally keep no data privacy erase payload',
    text: [
      "On the connector's Settings tab. Changes apply immediately, without a deployment.",
      '- Monthly budget: when it is used up, runs wait until you increase it or the next month starts. No data is lost.',
      '- Compute size: up to 32, 64 or 96 parallel deliveries. Check that your destination can handle them.',
      "- Payloads not stored: records are stored encrypted only until delivery, then deleted. You can't view or replay them, and errors show no message text. Existing payloads are deleted once nothing waits to be sent. Earlier archives, backups and assistant answers still contain them.",
    ],
    related: ['connector-settings', 'quota-budget', 'replay-no-payloads'],
  },
  {
    id: 'setting-webhook-trigger',
    title: 'Start by a webhook',
    words:
      'event push when something happens hook sends incoming itself automatically instantly soon comes event real time stripe shopify github slack hubspot typeform twilio signature hmac basic token form headers test event listen sample',
    text: [
      'Choose the webhook in the Profile step. In the Source step, choose the sender. Stripe, Shopify, GitHub, Slack, HubSpot, Typeform, Twilio and others are built in. For another system, describe its signature, or where it sends the secret.',
      "In the Settings tab, copy the URL to the sender. If the sender creates the secret, paste it there. Otherwise, create one: you'll see it only once. Then deploy.",
      'Only the proof of the chosen sender is accepted. An event that arrives again with the same id counts once. Headers and the query can be kept: the mapping finds them as $headers.x-github-event and $query.shop.',
      'Each event is one record, or a list of records if list processing is on. Bodies can be JSON, a form, XML or text.',
      'The sender gets 202, or 200 with a text that you choose. If you select Wait for the result, the response comes after delivery. It is 200, or 422 or 502 with a reason if a record fails. After 10 seconds, the sender gets 202.',
      'Datacrane also answers verification requests of Slack, Meta, Microsoft Graph, Zoom, Dropbox and Trello. The connector must be live, or listen for a test event, and have a secret.',
      'Before you deploy, press Listen for test event in the Source step. Then send an event from the sender. For up to 10 minutes the URL accepts one event and answers verification requests. Its fields become the sample for the mapping, and nothing is delivered. If the connector is live, the next event becomes the sample and is delivered as usual.',
      'Last calls lists accepted and refused calls with the reason, without their bodies.',
    ],
    related: ['hook-not-proved', 'hook-closed', 'connector-settings'],
  },
  {
    id: 'setting-authentication',
    title: 'Authentication with another system',
    words: 'bearer token basic user password api key oauth credentials login enter where oauth consent reconnect press connect',
    text: [
      'Choose the authentication in the Source and Destination steps: none, user name and password, bearer token, API key, or OAuth 2.0. OAuth uses client credentials, with an audience and further parameters if the system requires them. If the API key is the user name and the password is empty, select that option. Secrets are stored encrypted and only ever sent to the URL you entered them for. If you change the URL, enter the secrets again.',
    ],
    related: ['builder-source', 'setting-secrets', 'source-refused'],
  },
  {
    id: 'setting-request',
    title: 'Method, query parameters, headers, variables and body',
    words: 'add a header request parameter post get accept content type',
    text: [
      'In the Source and Destination steps, set what each request contains. Use a variable as {{name}} in the URL, values and body. Enter credentials under authentication, where they are kept secret.',
    ],
    related: ['builder-source', 'builder-destination', 'setting-authentication'],
  },
  {
    id: 'setting-record-url',
    title: 'Record values in the destination URL',
    words: 'update by address id in the URL path put patch delete placeholder braces own URL for each record query header etag',
    text: [
      'Most systems update or delete a record at its own URL, such as /customers/1001.',
      '1. In the Destination step, select Update by URL or Delete.',
      '2. Type { in the URL and select a field, such as /customers/{id}.',
      '3. Choose whether to send the field in the body too. By default, the field is only used in the URL.',
      'Values can also fill query parameters and headers. Values in the URL are encoded, and large numbers keep all digits. If a value is missing, only that record fails.',
      'Records with their own URL are sent one by one. If the URL path contains the record, DELETE counts 404 and 410 as deleted. Success statuses that you set come first.',
    ],
    related: ['builder-destination', 'record-no-address', 'setting-request'],
  },
  {
    id: 'setting-table-write',
    title: 'Databases: insert, update or delete rows',
    words: 'database table insert upsert update delete rows key columns remove row postgresql mysql',
    text: [
      'In the Destination step of a database, select what to do with each record. Insert adds a row. Update or insert changes the row with the same key columns, or adds it. Update only never adds rows: a record without a row fails. Delete deletes the row with the same key columns.',
      'Key columns need a unique index, so one record never changes several rows. Deleting a missing row counts as success.',
    ],
    related: ['builder-destination', 'setting-delivery'],
  },
  {
    id: 'setting-parts',
    title: 'Read a source in parts',
    words: 'parts parallel split faster large table list pages total workers same time speed slow destination machines',
    text: [
      'One run can read and send up to 8 parts of a source at the same time. Free workers share the parts. This helps when the destination responds slowly. Open Advanced in the Source step and select the number under Parts.',
      'A table needs a primary key or a unique index without empty values. Without a cursor column, queries and tables with your own key columns are read as a whole.',
      'With a cursor column of times or numbers, each part reads a window of the column. A window ends before the first value of the next one. A query also needs key columns. If several rows share a key, the source is read as a whole, because order matters then. The next run reads rows that change during the run. The cursor moves after all windows are read.',
      "An HTTP list needs page numbers or offsets, and the path to its total. Each record needs a key. Sort the request by a field that doesn't change. If records move between parts during the run, the run fails, because some may be missing. Lists with cursors or links are read as a whole. So are files, streams and webhooks. A list that returns only changes by a field is read in windows of time: use {{cursor}} and {{cursorEnd}} in the request. Its times need a time zone, or are seconds or milliseconds since 1970.",
      "Sources with fewer than 200 records aren't split. If the destination is limited to 32 requests a second or fewer, one part is enough. The parts are one run with one total. The run page shows the worker, status and speed of each part. If one part stops, the other parts are read to the end. The run then fails, and the next run reads the source again.",
    ],
    related: ['builder-source', 'setting-table-write', 'setting-delivery'],
  },
  {
    id: 'setting-find',
    title: 'Find, create or update',
    words: 'upsert search look up before create exists duplicate avoid twice found.id hubspot zendesk pipedrive',
    text: [
      'Some systems create a new record with every request. Select Find, create or update in the Destination step. Each record is then searched for first.',
      '1. Enter the search URL with a field of the record, such as /contacts?email={email}. POST searches can have a JSON body.',
      '2. Under Results in the response, enter where the results are, such as results. If there are no results, the record is created.',
      '3. Enter the update URL with the ID that was found, such as /contacts/{found.id}.',
      'If a response gets lost, Datacrane searches again before sending. This avoids duplicates if the search finds new records immediately. Some systems find them only after seconds.',
      'If several records are found, the record fails and nothing is changed. If the search also finds similar records, enter the result field and the record field to compare. With Take the first, the first result with this value is updated.',
      'If the response links to a next page, up to three more pages are read.',
    ],
    related: ['builder-destination', 'setting-record-url', 'setting-delivery'],
  },
  {
    id: 'setting-body-format',
    title: 'Request body format: JSON, form, multipart, XML, text or NDJSON',
    words:
      'form encoded x-www-form-urlencoded stripe twilio mailgun brackets nested lists urlencoded body format multipart file upload base64 xml soap template text own body ndjson jsonl json lines elasticsearch bulk',
    text: [
      'By default, records are sent as JSON. Some systems, such as Stripe and Twilio, accept only forms. In the Destination step, select Form under Body.',
      'Nested fields are written in brackets, such as address[city]=Berlin. Select how lists are written. Stripe uses tags[0]=a.',
      'With aggregate output, you can send additional fields with the list, such as allOrNone = false.',
      'Multipart sends values and files. A file must be in the record as base64 text. Select its field under Add a file.',
      'XML and Text send a body that you write. Write record fields in braces, such as <name>{name}</name>. Values are escaped, so they never change the structure of the body. Text that is JSON, such as a GraphQL request, stays valid JSON. For SOAP, add the header SOAPAction, and text/xml as Content-Type.',
      'NDJSON sends one line of JSON per record. Elasticsearch bulk also needs a line before each record, such as {"index": {"_id": "{id}"}}. Choose bulk output to send several records in one request.',
      'Form, multipart, XML and text contain only one record. Set the output to individual. Form and multipart leave out empty lists and send null as an empty value.',
    ],
    related: ['builder-destination', 'setting-record-url', 'setting-request'],
  },
  {
    id: 'setting-response',
    title: 'Response: which records were delivered',
    words:
      '207 multi status batch bulk results partial errors hubspot salesforce google graphql usererrors elasticsearch may have arrived new id remember remote id created id write back',
    text: [
      'A response to several records can accept some and reject others. By default, Datacrane recognizes common result lists and error messages. In the Destination step, select the format under Response if your system is listed.',
      'Select Custom fields for other formats. Enter the list of results and the fields for success and error. If the results are in another order, also enter the ID in the result and in the request.',
      'Select Status code only to ignore the content of responses. Then every 2xx counts as delivered.',
      "Under ID in the response, enter the field with the new ID, such as id. With several records, the field is in each result. The Record Investigator finds records by this ID, and files contain it. If the connector stores no payloads, the ID isn't stored.",
      "If the response contains no readable result for a record, the record may have been delivered. It isn't sent again automatically. Check it in the destination before you retry it.",
    ],
    related: ['builder-destination', 'setting-body-format', 'destination-refused'],
  },
  {
    id: 'setting-secrets',
    title: 'Secrets',
    words: 'passwords credentials saved visible encrypted other people see several api keys headers token',
    text: [
      "Passwords, tokens and keys are stored encrypted and never shown again, even to administrators. Exports, templates and support requests don't contain them. Select Replace to enter a new one.",
      'Each HTTP system can have up to 16 more secrets in headers and query parameters. Add them under Secret headers and parameters.',
      "If a header, parameter or variable looks like a secret, you'll get a warning. Select Store as secret to move it. Until then, anyone who can open the connector can read it. Exports never contain it.",
    ],
    related: ['setting-authentication', 'publish-connector'],
  },
  {
    id: 'setting-database-source',
    title: 'Database as a source or destination',
    words: 'postgres postgresql mysql sql table query connect jdbc',
    text: [
      'Select Database in the Source or Destination step: PostgreSQL or MySQL, host, port, database name, user and password. Read a table or one query. Write to a table, with key columns to update rows instead of adding them.',
    ],
    related: ['builder-source', 'setting-cursor', 'egress-refused'],
  },
  {
    id: 'setting-nats',
    title: 'NATS JetStream as a source or destination',
    words: 'nats jetstream stream queue broker subject message sequence publish subscribe nkey creds event',
    text: [
      'Select NATS JetStream in the Source or Destination step, and enter the host and the stream. You can sign in with a password, a token, an NKey seed or a credentials file.',
      '- As a source, each message is one record in JSON. Each run reads the new messages since the last run. Choose whether the first run starts at the beginning or with the next new message. Messages are not acknowledged or removed, so your other consumers miss nothing. The stream needs limits retention.',
      '- If messages were deleted before a run read them, the run shows their sequences. If the stream was created again, the run fails. Then set where the next run starts.',
      '- As a destination, each record is one message. The subject can contain record values, such as orders.{country}. If the response is lost, Datacrane sends the message again within the duplicate window of the stream. After that, the record is shown as unknown, and you decide whether to send it again.',
    ],
    related: ['builder-source', 'setting-cursor', 'egress-refused'],
  },
  {
    id: 'setting-list-processing',
    title: 'List processing',
    words:
      'array items records simple batch pagination output individual bulk aggregate batch items at a time bulk only takes group',
    text: [
      'Defines whether a response is one record or a list, and where the list is. Also defines whether records are sent one by one, as a list, or as an object.',
    ],
    related: ['setting-paging', 'source-no-list', 'list-mode-demo'],
  },
  {
    id: 'setting-record-key',
    title: 'What identifies a record',
    words: 'key field primary unique identifier duplicate same record twice identify id sku number code no identifying field',
    text: [
      'A key is a value that identifies one record. It lets Datacrane recognize a changed record, and retry with its newest version.',
      "Records with a field id, _id or key need nothing else. Table rows are identified by the table's key.",
      '- For other lists, choose a field under Records in the Source step. Datacrane suggests fields whose name ends in id, number, code or sku. They are unique and never empty in your sample.',
      '- If several fields together identify a record, enter them as Key fields under Advanced. For a database, enter Key columns.',
      '- If no field identifies a record, select No identifying field. Changed records are then treated as new.',
      'You must answer this before you deploy a new connector. Live connectors are not affected.',
    ],
    related: ['setting-list-processing', 'setting-database-source', 'setting-only-changed', 'builder-source'],
  },
  {
    id: 'setting-response-format',
    title: 'Response format and redirects',
    words:
      'xml csv ndjson jsonl soap rss feed export file encoding charset umlauts windows-1252 delimiter semicolon redirect 301 302 moved',
    text: [
      'HTTP responses can be JSON, XML, CSV or JSON with one record per line. By default, the content type decides. After a test request, Datacrane suggests a format if none is set. Change it under "Response format" in the Source and Enrichment steps.',
      '- CSV: every row is a record and every value is text, so 01001 keeps its zero. Set the separator, the quote, the encoding and whether the first row contains the names.',
      '- XML: attributes become @name. Under "Records", select the element that repeats. If an element is always a list, enter its path.',
      "- Rows, lines and elements that can't be read fail, with their line number. The others continue.",
      'Redirects to the same origin are followed, up to five. For other origins, add them under Advanced, Redirects. Those origins never receive your credentials.',
    ],
    related: ['builder-source', 'setting-list-processing', 'source-no-list'],
  },
  {
    id: 'setting-paging',
    title: 'Paging',
    words: 'pages per page only 100 items get all next offset limit cursor more rows',
    text: [
      'For lists in pages: offset, page number, cursor, next URL, link header or the id of the last record. Try paging reads three pages to check your settings.',
      'If a field is true on the last page, enter it as Path to the end. If a field is false there, use Path to "more records".',
    ],
    related: ['source-page-loop', 'source-page-limit', 'setting-list-processing'],
  },
  {
    id: 'setting-cursor',
    title: 'Read only changes',
    words: 'incremental new since last time delta cursor updated look back overlap late missed records boundary same time twice',
    text: [
      'Each run reads only new records: by the highest value of a field or column, or since the last run started. The Settings tab shows where the next run starts, and lets you change it.',
      "Some records appear late or share the time of the last record. So each run looks back 60 seconds and leaves out records it has read before. With dates, runs look back a day. With other numbers, they look back by 1. If the number identifies the record, they don't look back.",
      'Change the seconds in the list configuration under Look back. Enter 0 to turn it off. The look-back needs times or numbers, and covers up to 5,000 records. With more records it gets shorter, and the run shows a note.',
    ],
    related: ['cursor-changed', 'source-no-cursor-field', 'connector-settings'],
  },
  {
    id: 'setting-only-changed',
    title: 'Send only changes',
    words: 'unchanged duplicate twice again same record every run deduplicate contacts doubled changes only delta',
    text: [
      'A record already delivered with the same content is not sent again and counts as unchanged. Failed records are sent again. Records that may have arrived are not.',
      'This is the default for schedules with POST or PATCH. It is off if the destination supports keys or the list is sent as one document. Records without an id or key field are always sent. Change this under Advanced in the destination.',
    ],
    related: ['setting-delivery', 'setting-cursor', 'record-unclear', 'run'],
  },
  {
    id: 'setting-transforms',
    title: 'Rules that change values',
    words:
      'transform convert format date wrong format number upper lower case join concatenate combine split default condition table first name last name one field text number amount type convert',
    text: [
      'Select Rule… for a field in the mapping. Choose a default, part of a text, upper, lower or title case. You can also set a date format or decimals. Or use a table of values, combine fields, or set a condition. Date formats detect Unix times in seconds and milliseconds. If a date is wrong, choose the unit yourself. Save the transform to use it in other connectors. For calculations, and to combine several transforms, write a formula.',
    ],
    related: ['setting-formulas', 'topic-mapping', 'mapping-failed', 'mapping-rule-not-found'],
  },
  {
    id: 'setting-formulas',
    title: 'Formulas',
    words:
      'formula fx calculate compute price times quantity multiply add round trim lower case email replace today date if else condition sum count list function excel expression',
    text: [
      'A formula calculates a destination field from any source fields. Select "Choose a source" for the field, then "Write a formula", or press =. You get suggestions for fields and functions as you type. A preview shows the result for real records.',
      'Ten examples:',
      '- `price * quantity` multiplies. Numbers are decimal, so 0.1 + 0.2 is 0.3.',
      '- `round(price * 1.21, 2)` adds 21 % and rounds to cents.',
      '- `lower(trim(email))` cleans an email address.',
      '- `firstName & " " & lastName` joins text. Put names with spaces or signs in braces: `{First name}`.',
      '- `if(total > 100, "large", "small")` returns one of two values.',
      '- `case(country, "DE", "Germany", "FR", "France", "other")` replaces values.',
      '- `coalesce(discount, 0)` uses 0 where the discount is missing.',
      '- `today("Europe/Brussels")` is the day when the run started.',
      '- `formatDate(addDays(orderedAt, 14), "dd/MM/yyyy")` writes a date two weeks later.',
      '- `sum(lines[*].price * lines[*].quantity)` adds up the lines of an order.',
      'Compare with =, !=, <, <=, > and >=. Combine conditions with and, or and not. Put text in quotation marks.',
      "A calculation with a missing value has no result. Joined text skips missing values. In a condition, a missing value counts as no. If a value doesn't fit, only that record fails. The reason names the position in the formula.",
      'The editor lists all functions with examples. The result of now changes with every run, and the result of today every day. "Send only changes" then sends the record again.',
    ],
    related: ['setting-transforms', 'topic-mapping', 'mapping-failed', 'setting-only-changed'],
  },
  {
    id: 'setting-enrichment',
    title: 'Enrichment',
    words: 'lookup look-up join customer data other system',
    text: [
      'Choose the system, the record values to send, and where to store the result. If nothing is found, the record fails, is skipped, or continues without it.',
    ],
    related: ['builder-enrichment', 'lookup-not-found', 'lookup-ambiguous'],
  },
  {
    id: 'setting-destinations',
    title: 'Several destinations',
    words:
      'route routing several destinations second destination first that fits all that fit everything else branch split send two systems',
    text: [
      'In the Mapping step, select "Add a destination". Then select "Goes to the first that fits" or "Goes to all that fit". "Copy mapping from…" copies the mapping of another destination. Each destination has its own settings, conditions and mapping. A connector can have 8 destinations.',
      '"Everything else" receives the records that fit no other destination. Records that fit no destination are left out with that reason. With "all that fit", a record counts once for each destination.',
      'A destination that is unavailable or refuses everything holds up only its own records. The run continues with the others and waits at its end. The connector page and each run page show the records of each destination. You can filter transactions by destination.',
      'On the run page, you can retry the failed records of one destination. On the connector page, you can pause a destination. Its records wait, and the other destinations receive theirs. A run that waits for the destination continues when you resume. A scheduled run starts only after that.',
    ],
    related: ['setting-filter', 'builder-mapping'],
  },
  {
    id: 'setting-filter',
    title: 'Filter: only some records',
    words:
      'filter condition only records where leave out exclude skip ignore status equals contains greater less empty pattern regex',
    text: [
      'In the Mapping step, select "Records" and add conditions. Choose whether all conditions must be true, or any of them. A group combines conditions, for example "any of these" inside "all of these". The panel shows which sample records would be sent, and why others are left out.',
      'A number also equals the same number stored as text. "Is greater than" and "is less than" compare ISO 8601 dates as times. "Is" compares dates as text. "Is newer than" and "is older than" compare a date with the current time. A missing value meets only "is empty", and does not meet "is not". Patterns use the RE2 syntax.',
      "Left-out records are counted in every run and listed with the reason. They aren't failures and aren't charged. Alerts don't count them. If a filter leaves out every record, the No data alert can become active. A filter never removes records from the destination.",
    ],
    related: ['builder-mapping', 'record-left-out', 'setting-lines', 'studio-replay'],
  },
  {
    id: 'setting-delivery',
    title: 'If a run is interrupted while sending',
    words:
      'duplicate twice sent double exactly once at least once at most once guarantee idempotency sending again duplicate twice',
    text: [
      'If a request may have arrived, we repeat it only if that is safe: with PUT or DELETE, or if the destination ignores a repeated Idempotency-Key. Otherwise, you decide whether to send it again.',
      'If a run is interrupted while sending, "Send the record again" may deliver it twice. "Don\'t send it again" leaves the decision to you.',
    ],
    related: ['destination-outcome-unknown', 'destination-response-lost', 'builder-destination'],
  },
  {
    id: 'setting-success',
    title: 'Success criteria',
    words: 'response counts success 200 error in body ok false status failed graphql errors false alarm',
    text: [
      'A response from 200 to 299 counts as success, unless it reports an error. Datacrane looks for marks such as "ok": false, "status": "error" or a list of errors around the records. It ignores the content of your records.',
      'If this is wrong for your system, set Success criteria under Advanced: statuses, a content type, or a field with a value. If set, only the field counts.',
    ],
    related: ['source-refused', 'destination-refused', 'setting-time-limits'],
  },
  {
    id: 'setting-time-limits',
    title: 'Time limits',
    words: 'timeout slow system report takes long seconds first byte wait',
    text: [
      'A response must start within 60 seconds and end within 120. Under Advanced, you can allow up to 300 and 900 seconds. The connection limit is always 5 seconds.',
      'If Datacrane stops during an open request, it waits 10 seconds and then cancels it. After the restart, it sends the request again, as after any interruption.',
    ],
    related: ['source-timeout', 'destination-timeout', 'setting-delivery'],
  },
  {
    id: 'setting-rate-limit',
    title: 'Rate limit',
    words: 'requests per second maximum speed throttle slow down pace 429 too many requests decimals 0.5 calls a minute',
    text: [
      'Under Advanced, set the maximum requests per second of an HTTP system. Decimals work too: 0.5 sends 1 request every 2 seconds. In your company, systems with the same host and number share one limit. If the system uses a connection with a limit, that limit applies instead.',
      'Without a limit, requests are sent as fast as the system accepts them. If the system limits requests, the run slows down, waits and continues. Records wait until the system accepts them.',
    ],
    related: ['setting-time-limits', 'setting-success', 'builder-destination'],
  },
  {
    id: 'setting-alerts',
    title: 'Connector alert settings',
    words: 'alarm notify mail email when connector fails late who is told threshold',
    text: ["On the connector's Alerts tab, choose what to check, the failure limit, and who is notified."],
    related: ['connector-alerts', 'alarm-nobody-to-tell', 'account-notifications'],
  },
  {
    id: 'setting-mute',
    title: 'Mute an alert',
    words: 'silence snooze too many alarms pause quiet for a day',
    text: ["On the connector's Alerts tab, select Mute and a period. Checks continue, but nothing is sent until the mute ends."],
    related: ['connector-alerts', 'alerts'],
  },
  {
    id: 'setting-export',
    title: 'Export a connector',
    words: 'download file backup move to another company copy',
    text: [
      "On the connector's Settings tab. The file contains the configuration without secrets and example values. You can import it elsewhere.",
    ],
    related: ['setting-import', 'connector-settings'],
  },
  {
    id: 'setting-import',
    title: 'Import a connector',
    words: 'upload file json move from another company',
    href: '/integration-setup',
    text: [
      "Under Integration Setup, import an exported file. You'll see its contents and what is missing, and get a draft. Enter the secrets again.",
    ],
    related: ['take-away-not-json', 'setting-export'],
  },
  {
    id: 'setting-rollback',
    title: 'Go back to an earlier version',
    words: 'rollback restore previous undo deployment',
    text: [
      "Open the studio's Config Editor, find the version in the list, and select Restore. Check the changes, then select Deploy Now to go live. Secrets keep their current values.",
    ],
    related: ['studio-config-editor', 'connector-timeline', 'connector-draft-would-be-lost'],
  },
])
