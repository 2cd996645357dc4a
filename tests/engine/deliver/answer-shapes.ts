/** Answers about deliveries of three records, and what each means for them. `faults.md` F24. */

export const three = [
  { id: 'a', email: 'a@example.test' },
  { id: 'b', email: 'b@example.test' },
  { id: 'c', email: 'c@example.test', status: 'failed', error: 'sent as it is' },
]

export const ok = { status: 201 }
export const bad = { status: 422, error: 'email is taken' }
const busy = { status: 503 }

/** What it is, the status, the body, and the outcome of each record or of the whole. */
export const shapes: readonly (readonly [string, number, unknown, string])[] = [
  ['a root list in order', 207, [ok, bad, busy], 'delivered refused retry'],
  ['a list under items', 200, { items: [ok, ok, bad] }, 'delivered delivered refused'],
  [
    'a list under results, by truth value',
    200,
    { results: [{ success: true }, { success: false }, { success: true }] },
    'delivered refused delivered',
  ],
  [
    'a list under responses, by ok',
    207,
    { responses: [{ ok: true }, { ok: true }, { ok: false, statusCode: 429 }] },
    'delivered delivered retry',
  ],
  ['a list in data.results', 200, { data: { results: [ok, bad, ok] } }, 'delivered refused delivered'],
  [
    'a list by words',
    207,
    { items: [{ status: 'created' }, { status: 'Rejected' }, { status: 'updated' }] },
    'delivered refused delivered',
  ],
  [
    'WebDAV words',
    207,
    [{ status: 'HTTP/1.1 201 Created' }, { status: 'HTTP/1.1 507 Insufficient Storage' }, ok],
    'delivered refused delivered',
  ],
  [
    'failures marked, the others silent',
    200,
    { results: [{ id: 'a' }, { id: 'b', error: 'no' }, { id: 'c' }] },
    'delivered refused delivered',
  ],
  [
    'the bulk answer of Elasticsearch',
    200,
    { took: 3, errors: true, items: [{ index: ok }, { index: { status: 429, error: { type: 'busy' } } }, { create: ok }] },
    'delivered retry delivered',
  ],
  ['failures by index', 200, { inserted: 2, errors: [{ index: 1, message: 'no' }] }, 'delivered refused delivered'],
  [
    'failures by index, counted from one',
    200,
    {
      errors: [
        { index: 1, message: 'no' },
        { index: 3, message: 'no' },
      ],
    },
    'refused delivered refused',
  ],
  ['failures by row, counted from one', 200, { failed: [{ row: 3, reason: 'no' }] }, 'delivered delivered refused'],
  [
    'failures by pointer',
    200,
    { errors: [{ title: 'no', source: { pointer: '/data/2/attributes/email' } }] },
    'delivered delivered refused',
  ],
  ['failures by path', 200, { errors: [{ path: '[0].email', message: 'no' }] }, 'refused delivered delivered'],
  ['failures by id', 207, { failures: [{ id: 'b', status: 503 }] }, 'delivered retry delivered'],
  [
    'two failures of one record',
    200,
    {
      errors: [
        { index: 0, status: 503 },
        { index: 0, status: 422 },
      ],
    },
    'refused delivered delivered',
  ],
  [
    'entries in another order, by id',
    207,
    [
      { id: 'c', ...ok },
      { id: 'b', ...bad },
      { id: 'a', ...ok },
    ],
    'delivered refused delivered',
  ],
  [
    'entries in another order, by position',
    200,
    {
      items: [
        { position: 3, ...bad },
        { position: 1, ...ok },
        { position: 2, ...ok },
      ],
    },
    'delivered delivered refused',
  ],
  [
    'a good list beside failures',
    200,
    { data: [ok, ok, ok], errors: [{ index: 2, message: 'no' }] },
    'delivered delivered refused',
  ],
  ['all again', 207, [busy, busy, busy], 'retry'],
  ['all taken', 207, { items: [ok, ok, ok] }, 'delivered'],
  ['no failures', 200, { success: true, errors: [], failed: 0, error: null }, 'delivered'],
  ['the records as they were sent', 200, three, 'delivered'],
  [
    'the records as they were sent, one of them refused',
    200,
    three.map((it, at) => (at === 1 ? { ...it, success: false } : it)),
    'delivered refused delivered',
  ],
  ['something else', 200, { id: 7, status: 'queued' }, 'delivered'],
  [
    'the batch of HubSpot, whose errors name their records by ids as texts',
    207,
    {
      status: 'COMPLETE',
      results: [{ id: 'a' }, { id: 'c' }],
      numErrors: 1,
      errors: [{ status: 'error', category: 'VALIDATION_ERROR', message: 'Invalid', context: { ids: ['b'] } }],
    },
    'delivered refused delivered',
  ],
  [
    'the batch of HubSpot with errors that name nobody',
    207,
    { status: 'COMPLETE', results: [{ id: 'a' }, { id: 'c' }], numErrors: 1, errors: [{ status: 'error', message: 'Invalid' }] },
    'delivered refused delivered',
  ],
  [
    'fewer results than records, and as many errors as nobody can tell',
    207,
    { results: [{ id: 'a' }], errors: [{ message: 'Invalid' }] },
    'delivered unknown unknown',
  ],
  [
    'the collections of Salesforce',
    200,
    [
      { id: '001', success: true, errors: [] },
      { success: false, errors: [{ statusCode: 'DUPLICATES_DETECTED', message: 'Use one of these?' }] },
      { id: '002', success: true, errors: [] },
    ],
    'delivered refused delivered',
  ],
  [
    'the rows of BigQuery',
    200,
    { kind: 'x', insertErrors: [{ index: 1, errors: [{ reason: 'invalid', message: 'no such field' }] }] },
    'delivered refused delivered',
  ],
  [
    'the entries of a batch of Google',
    200,
    {
      kind: 'x',
      entries: [
        { batchId: 1, product: {} },
        { batchId: 2, errors: { code: 400, message: 'bad' } },
        { batchId: 3, product: {} },
      ],
    },
    'delivered refused delivered',
  ],
  [
    'the messages of a queue',
    200,
    { Successful: [{ Id: 'a' }, { Id: 'c' }], Failed: [{ Id: 'b', id: 'b', Code: 'X', Message: 'no' }] },
    'delivered refused delivered',
  ],
  // Unclear: some of them may have been taken, so nothing of it is sent again.
  ['a failure without a name', 200, { success: false, message: 'some failed' }, 'unknown'],
  ['errors without places', 200, { errors: [{ message: 'a row is bad' }] }, 'unknown'],
  ['errors of texts', 200, { errors: ['a row is bad'] }, 'unknown'],
  ['a row that may count from either end', 200, { errors: [{ row: 1, message: 'no' }] }, 'unknown'],
  ['a list that is too short', 200, { results: [ok, bad] }, 'unknown'],
  ['a place outside', 200, { errors: [{ index: 9, message: 'no' }] }, 'unknown'],
  [
    'ids that contradict',
    207,
    [
      { id: 'b', ...bad },
      { id: 'b', ...ok },
      { id: 'c', ...ok },
    ],
    'unknown',
  ],
  ['counted failures', 200, { inserted: 2, failedCount: 1 }, 'unknown'],
  ['an alarm around a good list', 200, { errors: true, items: [ok, ok, ok] }, 'unknown'],
  ['a silent entry of a multi-status', 207, [ok, {}, bad], 'unknown'],
  ['an unknown multi-status', 207, { fine: true }, 'unknown'],
]
