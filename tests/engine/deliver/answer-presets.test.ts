/** Responses as HubSpot, Salesforce, Google, GraphQL and Elasticsearch document them, and what each means for every record that was sent. */
import { expect, it } from 'vitest'

import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import type { AnswerReading } from '#contract/connectors/config/operations/answer-reading.ts'
import { checkOperation } from '#server/engine/kinds/http/operation-checking.ts'
import { answerReaderOf } from '#server/engine/kinds/http/response/presets/answer-reader.ts'
import { judgeOf } from '#server/engine/kinds/http/response/success.ts'
import { outcomeOf } from '#server/engine/kinds/http/response/verdict.ts'
import type { Outcome } from '#server/engine/kit/kind.ts'
import { pathOf } from '#server/engine/kit/record-values.ts'

type Case = {
  readonly answer: AnswerReading
  readonly sent: readonly unknown[]
  readonly body: unknown
  readonly status?: number
  readonly type?: string
  readonly idPath?: string
}

function read({ answer, sent, body, status = 200, type = 'application/json', idPath }: Case): Outcome {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const texts = sent.map((it) => (typeof it === 'string' ? it : JSON.stringify(it)))
  return outcomeOf(
    { status, headers: { 'content-type': type }, body: bytes, bytes: bytes.length },
    { count: sent.length, texts: () => texts, isAlone: () => sent.length === 1 },
    { unknown: false, conflicts: 0 },
    (text) => text,
    { ...judgeOf(), reader: answerReaderOf(answer), idPath: idPath === undefined ? null : pathOf(idPath) },
  )
}

/** The outcome of each record where they differ, else of all. */
const told = (it: Outcome) => (it.outcome === 'partial' ? it.items.map(({ outcome }) => outcome).join(' ') : it.outcome)

const hubspot = { preset: 'hubspotBatch' } as const
const salesforce = { preset: 'salesforceCollections' } as const
const google = { preset: 'googleBatch' } as const
const graphql = { preset: 'graphql' } as const
const elastic = { preset: 'elasticsearchBulk' } as const

const contacts = ['A@x.test', 'b@x.test', 'c@x.test'].map((id) => ({
  idProperty: 'email',
  id,
  properties: { email: id, city: 'Ulm' },
}))
const taken = (email: string, id: string) => ({ id, properties: { email, city: 'Ulm', hs_object_id: id } })
const invalid = (ids?: readonly string[]) => ({
  status: 'error',
  category: 'VALIDATION_ERROR',
  message: 'Property "city" is not valid',
  ...(ids ? { context: { ids } } : {}),
})
const three = [{ id: 1 }, { id: 2 }, { id: 3 }]
const part = (id: string, status: string, body = '{}') =>
  `--b1\r\nContent-Type: application/http\r\nContent-ID: <response-item-${id}>\r\n\r\nHTTP/1.1 ${status}\r\nContent-Type: application/json\r\n\r\n${body}\r\n`
const mixed = 'multipart/mixed; boundary="b1"'
const ok = { success: true, id: '003', errors: [] }
const no = (statusCode: string) => ({
  success: false,
  errors: [{ statusCode, message: 'Required fields are missing: [LastName]', fields: ['LastName'] }],
})
const item = (status: number, error?: object) => ({ index: { _id: 'x', status, ...(error ? { error } : {}) } })
const own = { itemsPath: 'rows', matchAnswer: 'ref', matchSent: 'key.no', okPath: 'state', errorPath: 'why.text' }
const keyed = ['9007199254740993', '9007199254740994', '3'].map((no) => `{"key":{"no":${no}}}`)

const fixtures: readonly (readonly [string, Case, string])[] = [
  [
    'HubSpot: all of a batch',
    {
      answer: hubspot,
      sent: contacts,
      status: 201,
      body: { status: 'COMPLETE', results: [1, 2, 3].map((it) => taken(`${it}`, `${it}`)) },
    },
    'delivered',
  ],
  [
    'HubSpot: one refused, by the value of its property and in another order',
    {
      answer: hubspot,
      sent: contacts,
      status: 207,
      body: {
        status: 'COMPLETE',
        results: [taken('c@x.test', '8'), taken('a@x.test', '7')],
        numErrors: 1,
        errors: [invalid(['b@x.test'])],
      },
    },
    'delivered refused delivered',
  ],
  [
    'HubSpot: an error without ids is about the one record that is left',
    {
      answer: hubspot,
      sent: contacts,
      status: 207,
      body: { status: 'COMPLETE', results: [taken('c@x.test', '8'), taken('b@x.test', '7')], numErrors: 1, errors: [invalid()] },
    },
    'refused delivered delivered',
  ],
  [
    'HubSpot: new records are known by their properties',
    {
      answer: hubspot,
      sent: contacts.map(({ properties }) => ({ properties })),
      status: 207,
      body: { status: 'COMPLETE', results: [taken('b@x.test', '7')], numErrors: 2, errors: [invalid(), invalid()] },
    },
    'refused delivered refused',
  ],
  [
    'HubSpot: a record that nothing names',
    {
      answer: hubspot,
      sent: contacts,
      status: 207,
      body: { status: 'COMPLETE', results: [taken('a@x.test', '7')], numErrors: 1, errors: [invalid(['b@x.test'])] },
    },
    'delivered refused unknown',
  ],
  [
    'HubSpot: by the id that was sent as a number',
    {
      answer: hubspot,
      sent: three,
      status: 207,
      body: { status: 'COMPLETE', results: [{ id: '1' }, { id: '3' }], numErrors: 1, errors: [invalid(['2'])] },
    },
    'delivered refused delivered',
  ],
  [
    'HubSpot: a batch that is not finished',
    { answer: hubspot, sent: contacts, status: 202, body: { status: 'PENDING', results: [] } },
    'unknown',
  ],
  ['HubSpot: archived', { answer: hubspot, sent: three, status: 204, body: '' }, 'delivered'],
  [
    'Salesforce: the second of three',
    { answer: salesforce, sent: three, body: [ok, no('REQUIRED_FIELD_MISSING'), ok] },
    'delivered refused delivered',
  ],
  [
    'Salesforce: rolled back for another one, and a lock',
    {
      answer: salesforce,
      sent: three,
      body: [no('ALL_OR_NONE_OPERATION_ROLLED_BACK'), no('INVALID_EMAIL_ADDRESS'), no('UNABLE_TO_LOCK_ROW')],
    },
    'retry refused retry',
  ],
  ['Salesforce: a single record', { answer: salesforce, sent: [{}], body: no('INVALID_EMAIL_ADDRESS') }, 'refused'],
  ['Salesforce: fewer results than records', { answer: salesforce, sent: three, body: [ok, ok] }, 'unknown'],
  [
    'Google: parts in another order',
    {
      answer: google,
      sent: three,
      type: mixed,
      body: `${part('2', '200 OK')}${part('0', '503 Busy')}${part('1', '404 Not Found', '{"error":{"code":404,"message":"Not found"}}')}--b1--`,
    },
    'retry refused delivered',
  ],
  [
    'Google: parts that are counted from 1, one of them missing',
    { answer: google, sent: three, type: mixed, body: `${part('3', '200 OK')}${part('1', '200 OK')}--b1--` },
    'delivered unknown delivered',
  ],
  [
    'Google: parts with names of their own',
    {
      answer: google,
      sent: three,
      type: mixed,
      body: `${part('x', '200 OK')}${part('7', '200 OK')}${part('9', '200 OK')}--b1--`,
    },
    'unknown',
  ],
  [
    'Google: rows that BigQuery did not insert',
    {
      answer: google,
      sent: three,
      body: {
        kind: 'bigquery#tableDataInsertAllResponse',
        insertErrors: [
          { index: 1, errors: [{ reason: 'invalid', message: 'no such field' }] },
          { index: 0, errors: [{ reason: 'stopped' }] },
          { index: 2, errors: [{ reason: 'stopped' }] },
        ],
      },
    },
    'retry refused retry',
  ],
  [
    'Google: responses in order',
    {
      answer: google,
      sent: three,
      body: { responses: [{}, { error: { code: 3, message: 'Bad' } }, { error: { code: 14, message: 'Away' } }] },
    },
    'delivered refused retry',
  ],
  [
    'GraphQL: taken',
    { answer: graphql, sent: [{}], body: { data: { contactCreate: { contact: { id: '1' }, userErrors: [] } } } },
    'delivered',
  ],
  [
    'GraphQL: errors and no data',
    {
      answer: graphql,
      sent: [{}],
      body: { data: null, errors: [{ message: 'Variable $email is missing', extensions: { code: 'BAD_USER_INPUT' } }] },
    },
    'refused',
  ],
  [
    'GraphQL: user errors',
    {
      answer: graphql,
      sent: [{}],
      body: { data: { contactCreate: { contact: null, customerUserErrors: [{ field: ['email'], message: 'Email is taken' }] } } },
    },
    'refused',
  ],
  [
    'GraphQL: an error beside a result',
    {
      answer: graphql,
      sent: [{}],
      body: {
        data: { contactCreate: { contact: { id: '1', owner: null } } },
        errors: [{ message: 'No access to owner', path: ['contactCreate', 'contact', 'owner'] }],
      },
    },
    'unknown',
  ],
  [
    'GraphQL: an error inside a result, which takes the result with it',
    {
      answer: graphql,
      sent: [{}],
      body: { data: null, errors: [{ message: 'No owner', path: ['contactCreate', 'contact', 'owner'] }] },
    },
    'unknown',
  ],
  [
    'GraphQL: throttled',
    { answer: graphql, sent: [{}], body: { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] } },
    'limited',
  ],
  ['GraphQL: neither data nor errors', { answer: graphql, sent: [{}], body: {} }, 'unknown'],
  [
    'Elasticsearch: one refused, one for later',
    {
      answer: elastic,
      sent: three,
      body: {
        errors: true,
        items: [
          item(201),
          item(400, { type: 'mapper_parsing_exception', reason: 'failed to parse field' }),
          item(429, { type: 'es_rejected_execution_exception', reason: 'queue is full' }),
        ],
      },
    },
    'delivered refused retry',
  ],
  ['Elasticsearch: only whether there were errors', { answer: elastic, sent: three, body: { errors: false } }, 'delivered'],
  ['Elasticsearch: errors without items', { answer: elastic, sent: three, body: { errors: true } }, 'unknown'],
  [
    'own paths: by a number with more digits than a double',
    {
      answer: own,
      sent: keyed,
      body: '{"rows":[{"ref":"3","state":"ok"},{"ref":9007199254740993,"state":"failed","why":{"text":"City is missing"}}]}',
    },
    'refused unknown delivered',
  ],
  [
    'own paths: two results for one record',
    {
      answer: own,
      sent: [{ key: { no: 1 } }, { key: { no: 2 } }],
      body: {
        rows: [
          { ref: 1, state: true },
          { ref: 1, state: false },
          { ref: 2, state: '201' },
        ],
      },
    },
    'unknown delivered',
  ],
  [
    'own paths: in order, by their errors',
    { answer: { itemsPath: '', errorPath: 'error' }, sent: three, body: [{}, { error: 'bad' }, { error: '' }] },
    'delivered refused delivered',
  ],
  [
    'own paths: in order, by the usual words',
    {
      answer: { itemsPath: '' },
      sent: [...three, { error: 'of the record' }],
      body: [{ id: 1 }, { error: 'bad' }, 'fine', { error: 'of the record' }],
    },
    'delivered refused unknown delivered',
  ],
  ['own paths: nothing at the path', { answer: own, sent: keyed, body: { result: [] } }, 'unknown'],
  [
    'the status alone',
    { answer: { preset: 'plain' }, sent: [{}], body: { ok: false, error: 'for another system' } },
    'delivered',
  ],
  ['text where results are expected', { answer: hubspot, sent: three, body: 'fine' }, 'unknown'],
]

it.each(fixtures)('%s', (_, given, wanted) => {
  expect(told(read(given))).toBe(wanted)
})

it('gives the words of the destination, and what is unknown is not sent again', () => {
  const batch = read({ answer: salesforce, sent: three, body: [ok, no('REQUIRED_FIELD_MISSING'), ok] })
  expect(batch).toMatchObject({
    items: [
      {},
      {
        problem: {
          message: 'The destination rejected this record: "Required fields are missing: [LastName]" (REQUIRED_FIELD_MISSING).',
        },
      },
      {},
    ],
  })
  const rows = read({
    answer: own,
    sent: keyed,
    body: '{"rows":[{"ref":9007199254740993,"state":"failed","why":{"text":"City is missing"}}]}',
  })
  expect(rows).toMatchObject({
    items: [{ problem: { message: 'The destination rejected this record: "City is missing".' } }, {}, {}],
  })
  const beside = read({ answer: graphql, sent: [{}], body: { data: { a: {} }, errors: [{ message: 'no' }] } })
  expect(beside).toMatchObject({
    isAnswered: true,
    problem: {
      message:
        'The destination returned 200, but its response has a result and an error, so the mutation may have changed something.',
    },
  })
})

it('finds the id of each record that was taken', () => {
  const ids = (given: Case & { readonly idPath: string }) => {
    const outcome = read(given)
    if (outcome.outcome === 'delivered') return outcome.remoteIds
    return outcome.outcome === 'partial'
      ? outcome.items.map((it) => (it.outcome === 'delivered' ? it.remoteId : it.outcome))
      : outcome.outcome
  }
  const all = { status: 'COMPLETE', results: [taken('c@x.test', '8'), taken('a@x.test', '7'), taken('b@x.test', '9')] }
  expect(ids({ answer: hubspot, sent: contacts, body: all, idPath: 'id' })).toEqual(['7', '9', '8'])
  const some = {
    status: 'COMPLETE',
    results: [taken('c@x.test', '8'), taken('a@x.test', '7')],
    numErrors: 1,
    errors: [invalid(['b@x.test'])],
  }
  expect(ids({ answer: hubspot, sent: contacts, status: 207, body: some, idPath: 'id' })).toEqual(['7', 'refused', '8'])
  expect(
    ids({ answer: elastic, sent: three, body: { errors: false, items: [item(201), item(201), item(201)] }, idPath: '_id' }),
  ).toEqual(['x', 'x', 'x'])
  const created = { data: { contactCreate: { contact: { id: 'gid://1' } } } }
  expect(ids({ answer: graphql, sent: [{}], body: created, idPath: 'data.contactCreate.contact.id' })).toEqual(['gid://1'])
  expect(
    ids({ answer: { preset: 'plain' }, sent: three, body: { items: [{ id: 5 }, { id: 6 }, { id: 7 }] }, idPath: 'id' }),
  ).toEqual(['5', '6', '7'])
  expect(ids({ answer: { preset: 'plain' }, sent: [{}], body: { id: 'x'.repeat(257) }, idPath: 'id' })).toBeUndefined()
})

it('refuses paths that lead nowhere, and half a match', () => {
  const faults = (answer: AnswerReading) => {
    const config: DestinationConfig = { type: 'http', url: 'https://a.test', operation: { do: 'each', parameters: [], answer } }
    return checkOperation(config).map(({ path }) => path)
  }
  expect(faults({ itemsPath: '', matchAnswer: 'id', matchSent: 'id' })).toEqual([])
  expect(faults({ itemsPath: 'rows[*]', okPath: '' })).toEqual(['/operation/answer/itemsPath', '/operation/answer/okPath'])
  expect(faults({ itemsPath: '', matchAnswer: 'id' })).toEqual(['/operation/answer/matchSent'])
})
