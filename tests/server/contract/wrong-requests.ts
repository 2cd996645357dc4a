/** Requests that are wrong, and the answer that each must get. */
import { named } from '../../engine/kit/named.ts'
import { type Ask, goodConfig } from '../kit/test-server.ts'

export const unknownId = '00000000-0000-4000-8000-000000000000'

export type Wrong = {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly ask?: Ask
  readonly status: number
  readonly code: string
  readonly message?: string
  readonly errors?: readonly { path: string; message: string }[]
}

const create = { method: 'POST', path: '/api-connectors/' }
const newBody = { connector: { name: 'x' }, config: goodConfig }

export const wrongs: readonly Wrong[] = [
  { what: 'an unknown path', method: 'GET', path: '/api/nothing', status: 404, code: 'request/unknown-path' },
  { what: 'a path that is not decodable', method: 'GET', path: '/api-connectors/%zz', status: 404, code: 'request/unknown-path' },
  { what: 'a path of 10 kB', method: 'GET', path: `/api/${'x'.repeat(10_000)}`, status: 404, code: 'request/unknown-path' },
  { what: 'another method', method: 'PUT', path: '/api/auth/sign-in', status: 405, code: 'request/wrong-method' },
  { what: 'no token', ...create, ask: { body: newBody }, status: 401, code: 'auth/token-missing' },
  {
    what: 'malformed JSON',
    ...create,
    ask: { as: 'userA', body: '{"connector": ' },
    status: 400,
    code: 'request/not-json',
  },
  {
    what: 'JSON that poisons prototypes',
    ...create,
    ask: { as: 'userA', body: '{"__proto__": {"admin": true}}' },
    status: 400,
    code: 'request/malformed',
    message: 'The request body has a member named "__proto__", or a "constructor" with a "prototype". Rename it.',
  },
  {
    what: 'another media type',
    ...create,
    ask: { as: 'userA', body: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    status: 415,
    code: 'request/wrong-media-type',
  },
  {
    what: 'a body of more than 1 MB',
    ...create,
    ask: { as: 'userA', body: { ...newBody, connector: { name: 'x', details: 'y'.repeat(1_100_000) } } },
    status: 413,
    code: 'request/too-large',
  },
  {
    what: 'no body',
    ...create,
    ask: { as: 'userA' },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '', message: 'must be an object' }],
  },
  {
    what: 'unknown fields',
    ...create,
    ask: { as: 'userA', body: { ...newBody, companyId: unknownId, connector: { name: 'x', standing: 'Active' } } },
    status: 400,
    code: 'request/malformed',
    errors: [
      { path: '/companyId', message: 'is not a known field' },
      { path: '/connector/standing', message: 'is not a known field' },
    ],
  },
  {
    what: 'a number where text belongs',
    ...create,
    ask: { as: 'userA', body: { ...newBody, connector: { name: 5 } } },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/connector/name', message: 'must be text' }],
  },
  {
    what: 'a name that nobody can see',
    ...create,
    ask: { as: 'userA', body: { ...newBody, connector: { name: '\u200b\u200e\u3164' } } },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/connector/name', message: 'must contain a visible character' }],
  },
  {
    what: 'text where a number belongs',
    ...create,
    ask: { as: 'userA', body: { ...newBody, connector: { name: 'x', budgetLimit: '5' } } },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/connector/budgetLimit', message: 'must be a whole number' }],
  },
  {
    what: 'a word outside its set',
    ...create,
    ask: { as: 'userA', body: { ...newBody, config: { ...goodConfig, trigger: { type: 'sometimes' } } } },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/config/trigger/type', message: 'must be one of manual, schedule, webhook' }],
  },
  {
    what: 'a character that cannot be stored',
    ...create,
    ask: { as: 'userA', body: { ...newBody, connector: { name: 'a\u0000b' } } },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/connector/name', message: "contains a character that can't be stored" }],
  },
  {
    what: 'a name of blanks',
    ...create,
    ask: { as: 'userA', body: { ...newBody, connector: { name: ' \t ' } } },
    status: 400,
    code: 'request/malformed',
  },
  {
    what: 'half a character in a configuration',
    ...create,
    ask: {
      as: 'userA',
      body: { ...newBody, config: { ...goodConfig, dataMapping: [{ ...goodConfig.dataMapping[0], target: 'a\ud83d' }] } },
    },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/config/dataMapping/0/target', message: "contains a character that can't be stored" }],
  },
  {
    what: 'a name that cannot be stored',
    ...create,
    ask: { as: 'userA', body: { ...newBody, connector: { name: 'x', 'a\u0000': 1 } } },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/connector', message: "has a name that contains a character that can't be stored" }],
  },
  {
    what: 'a body that is 200,000 levels deep',
    method: 'POST',
    path: '/api-connectors/validateConfig',
    ask: { as: 'userA', body: `${'['.repeat(200_000)}${']'.repeat(200_000)}` },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/0'.repeat(64), message: 'is nested more than 64 levels deep' }],
  },
  { what: 'very many names', ...create, ask: { as: 'userA', body: named(50_100) }, status: 400, code: 'request/malformed' },
  {
    what: 'a page beyond all pages',
    method: 'GET',
    path: `/api/analytics/transactions/${unknownId}?page=99999999999999999999`,
    ask: { as: 'userA' },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/query/page', message: 'must be at most 1000000' }],
  },
  {
    what: 'a page without end',
    method: 'GET',
    path: `/api/analytics/transactions/${unknownId}?page=1e999`,
    ask: { as: 'userA' },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/query/page', message: 'must be a finite number' }],
  },
  {
    what: 'a page of runs beyond all pages',
    method: 'GET',
    path: `/api-connectors/${unknownId}/runs?page=99999999999999999999`,
    ask: { as: 'userA' },
    status: 400,
    code: 'request/malformed',
  },
  {
    what: 'a time before all calendars',
    method: 'GET',
    path: `/api/analytics/transactions/${unknownId}?startDate=0000-01-01T00:00:00Z`,
    ask: { as: 'userA' },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/query/startDate', message: 'must have a year from 1970 to 9999' }],
  },
  {
    what: 'a place beyond all orders of the sandbox',
    method: 'GET',
    path: '/sandbox/crm/orders?offset=99999999999999999999',
    status: 400,
    code: 'request/malformed',
  },
  {
    what: 'an Idempotency-Key of 300 characters',
    ...create,
    ask: { as: 'userA', body: newBody, key: 'k'.repeat(300) },
    status: 400,
    code: 'request/malformed',
  },
  {
    what: 'an id that is none',
    method: 'GET',
    path: '/api-connectors/abc',
    ask: { as: 'userA' },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/params/id', message: 'must be an id' }],
  },
  {
    what: 'an unknown id',
    method: 'GET',
    path: `/api-connectors/${unknownId}`,
    ask: { as: 'userA' },
    status: 404,
    code: 'connector/not-found',
  },
  {
    what: 'a page that is no number',
    method: 'GET',
    path: `/api-connectors/${unknownId}/runs?page=two`,
    ask: { as: 'userA' },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/query/page', message: 'must be a whole number' }],
  },
  {
    what: 'a parameter twice',
    method: 'GET',
    path: `/api-connectors/${unknownId}/runs?page=1&page=2`,
    ask: { as: 'userA' },
    status: 400,
    code: 'request/malformed',
  },
  {
    what: 'an unknown parameter',
    method: 'GET',
    path: `/api-connectors/${unknownId}/runs?per=2`,
    ask: { as: 'userA' },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/query/per', message: 'is not a known field' }],
  },
  {
    what: 'a body where none is taken',
    method: 'POST',
    path: `/api-connectors/pause/${unknownId}`,
    ask: { as: 'userA', body: { force: true } },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/force', message: 'is not a known field' }],
  },
]
