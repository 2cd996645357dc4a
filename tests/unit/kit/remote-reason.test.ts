/** What another system says, and which responses say the same. */
import { expect, it } from 'vitest'

import { normalisedSentence, reasonKey, withoutValues } from '#contract/kit/reason/reason-key.ts'
import { remoteReason } from '#contract/kit/reason/remote-reason.ts'
import { saidIn } from '#server/engine/kinds/http/response/failure-vocabulary.ts'
import { remoteProblem } from '#server/engine/kinds/remote-problem.ts'

it.each([
  [{ message: 'Invalid', errors: [{ field: 'phone', message: 'must start with +' }] }, 'must start with +', 'phone'],
  [{ errors: [{ detail: 'is taken', source: { pointer: '/data/attributes/email' } }] }, 'is taken', 'email'],
  [{ detail: [{ loc: ['body', 'items', 0, 'price'], msg: 'not a number' }] }, 'not a number', 'items.0.price'],
  [{ errors: { phone: ['is too short', 'is odd'] } }, 'is too short', 'phone'],
  [{ errors: { base: ['Order is closed'] } }, 'Order is closed', null],
  [{ errors: 'Not Found' }, 'Not Found', null],
  [{ email: ['This field is required.'] }, 'This field is required.', 'email'],
  [{ violations: [{ propertyPath: 'zip', message: 'is not valid' }] }, 'is not valid', 'zip'],
  [{ error: { message: 'No such price', param: 'price' } }, 'No such price', 'price'],
  [{ message: 'Failed', error: { field: 'sku', message: 'is unknown' } }, 'is unknown', 'sku'],
  [{ create: { _id: '1', error: { type: 'mapper', reason: 'failed to parse' } } }, 'failed to parse', null],
  [{ title: 'Bad Request', detail: 'zip is not valid', 'invalid-params': [] }, 'zip is not valid', null],
  [{ status: 422, error: 'Unprocessable', message: 'No stock', path: '/api/orders/7' }, 'No stock', null],
  [{ name: 'ValidationError', message: 'age is missing' }, 'age is missing', null],
  [{ details: { id: 7 }, message: 'No' }, 'No', null],
  [{ message: 'Validation failed', errors: [{ field: 'phone', code: 'E17' }] }, 'Validation failed', 'phone'],
  [{ name: 'INVALID', details: [{ field: '/phone', issue: 'must start with +' }] }, 'must start with +', 'phone'],
])('of %j it is %s, about %s', (body, said, field) => {
  expect(remoteReason(JSON.stringify(body))).toEqual({ said, field })
})

/** Shapes of responses as systems document them. */
it.each([
  [
    'Stripe',
    { error: { code: 'resource_missing', type: 'invalid_request_error', message: 'No such price: p_1', param: 'price' } },
    'No such price: p_1',
    'price',
  ],
  [
    'HubSpot',
    {
      status: 'error',
      message: 'Contact already exists. Existing ID: 88214',
      category: 'CONFLICT',
      errors: [{ message: 'CONFLICT', code: 'C1' }],
    },
    'Contact already exists. Existing ID: 88214',
    null,
  ],
  ['Shopify, REST', { errors: { title: ["can't be blank"] } }, "can't be blank", 'title'],
  [
    'Shopify, GraphQL',
    { data: { productCreate: { product: null, userErrors: [{ field: ['input', 'title'], message: "Title can't be blank" }] } } },
    "Title can't be blank",
    'input.title',
  ],
  [
    'Salesforce',
    [{ message: 'Email: invalid email address: x', errorCode: 'INVALID_EMAIL_ADDRESS', fields: ['Email'] }],
    'Email: invalid email address: x',
    'Email',
  ],
  [
    'Jira, of the request',
    { errorMessages: ['Issue does not exist or you do not have permission.'], errors: {} },
    'Issue does not exist or you do not have permission.',
    null,
  ],
  [
    'Jira, of a field',
    { errorMessages: [], errors: { summary: 'You must specify a summary of the issue.' } },
    'You must specify a summary of the issue.',
    'summary',
  ],
  [
    'GitHub',
    { message: 'Validation Failed', errors: [{ resource: 'Issue', field: 'title', code: 'missing_field' }], status: '422' },
    'Validation Failed',
    'title',
  ],
  [
    'GitHub, with a sentence',
    { message: 'Validation Failed', errors: [{ field: 'base', message: 'No commits between main and x' }] },
    'No commits between main and x',
    'base',
  ],
  [
    'Google',
    {
      error: {
        code: 403,
        message: 'The caller does not have permission',
        status: 'PERMISSION_DENIED',
        details: [{ '@type': 'ErrorInfo', reason: 'SCOPE_MISSING', domain: 'googleapis.com' }],
      },
    },
    'The caller does not have permission',
    null,
  ],
  [
    'Google, of a field',
    {
      error: {
        code: 400,
        message: 'Request contains an invalid argument.',
        details: [{ '@type': 'BadRequest', fieldViolations: [{ field: 'phone', description: 'Must start with +' }] }],
      },
    },
    'Must start with +',
    'phone',
  ],
  [
    'Microsoft Graph',
    {
      error: {
        code: 'Request_BadRequest',
        message: 'Another object with the same value for property mailNickname already exists.',
        details: [{ code: 'ObjectConflict', message: 'ObjectConflict', target: 'mailNickname' }],
        innerError: { date: '2026-11-29' },
      },
    },
    'Another object with the same value for property mailNickname already exists.',
    'mailNickname',
  ],
  [
    'Zendesk',
    {
      error: 'RecordInvalid',
      description: 'Record validation errors',
      details: { email: [{ description: 'Email is already being used', error: 'DuplicateValue' }] },
    },
    'Email is already being used',
    'email',
  ],
  [
    'problem+json',
    { type: 'about:blank', title: 'Conflict', status: 409, detail: 'Order 7 was closed yesterday.' },
    'Order 7 was closed yesterday.',
    null,
  ],
  [
    'ASP.NET',
    { title: 'One or more validation errors occurred.', status: 400, errors: { Phone: ['The Phone field is required.'] } },
    'The Phone field is required.',
    'Phone',
  ],
  [
    'GraphQL',
    { errors: [{ message: 'Variable "$id" is missing', extensions: { code: 'BAD_USER_INPUT' } }], data: null },
    'Variable "$id" is missing',
    null,
  ],
  [
    'Mailchimp',
    {
      title: 'Invalid Resource',
      status: 400,
      detail: "For field-specific details, see the 'errors' array.",
      errors: [{ field: 'email', message: 'looks fake' }],
    },
    'looks fake',
    'email',
  ],
  [
    'Laravel',
    { message: 'The phone field is required. (and 1 more error)', errors: { phone: ['The phone field is required.'] } },
    'The phone field is required. (and 1 more error)',
    'phone',
  ],
  [
    'a clear 409',
    { message: 'Contact 7 already uses this email.', errors: [{ field: 'email', message: 'taken' }] },
    'Contact 7 already uses this email.',
    'email',
  ],
  [
    'a clear 409 with details',
    { message: 'The order was changed meanwhile.', errors: [{ field: 'version', message: 'must be 7' }] },
    'The order was changed meanwhile: version must be 7',
    'version',
  ],
  [
    'a status beside a field',
    { message: 'HTTP 409 Conflict', errors: [{ field: 'email', message: 'is taken' }] },
    'is taken',
    'email',
  ],
  ['a record that is echoed', { title: 'Blue shirt', errors: [{ field: 'sku', message: 'is taken' }] }, 'is taken', 'sku'],
  ['a status above an error', { message: 'Bad Request', error: { message: 'Order 7 is closed' } }, 'Order 7 is closed', null],
  ['another script', { message: '手机号格式错误', errors: [{ field: 'phone', message: 'invalid' }] }, '手机号格式错误', 'phone'],
])('of %s it finds the clearest sentence', (_, body, said, field) => {
  expect(remoteReason(JSON.stringify(body))).toEqual({ said, field })
})

it.each([
  ['<!DOCTYPE html><html><head><title>502 Bad\n Gateway</title></head><body>x</body></html>', '502 Bad Gateway', null],
  ['<html><body><h1>Not here</h1></body></html>', 'Not here', null],
  ['<?xml version="1.0"?><error><code>17</code><message>No &quot;stock&quot;</message></error>', 'No "stock"', null],
  ['<s:Fault><faultcode>c</faultcode><faultstring>Bad &amp; odd</faultstring></s:Fault>', 'Bad & odd', null],
  ['<e:Error><e:Field>zip</e:Field><e:Detail><![CDATA[is <odd>]]></e:Detail></e:Error>', 'is <odd>', 'zip'],
  ['<errors><!-- <message>no</message> --><error>is closed</error></errors>', 'is closed', null],
])('of %s it is %s, about %s', (body, said, field) => expect(remoteReason(body)).toEqual({ said, field }))

it.each(['', '<a/>', '<error><code>17</code></error>', '<html>no</html>', 'null', '{}', '[1,2]', '{"a":{"b":1}}'])(
  'finds nothing in %s',
  (body) => expect(remoteReason(body)).toBeNull(),
)

it('reads JSON that was cut', () => {
  expect(remoteReason(`{"code":7,"message":"is \\"so\\"","trace":"${'x'.repeat(50)}`)).toEqual({ said: 'is "so"', field: null })
  expect(remoteReason('{"message":"is so')).toBeNull()
})

it.each([
  ['Contact 88214 already uses luca@moretti.example.', 'Contact 5 already uses a.b@c.example.'],
  ['zip "8004" is not valid for Germany', "zip '80331 Munich' is not valid for Germany"],
  ['Order 3f2504e0-4f89-11d3-9a0c-0305e82c3301 is closed', 'Order SO-1239 is closed'],
  ['See https://a.example/x?y=1 for more', 'See https://b.example for more'],
  ['Amount 1,204.50 is too high.', 'amount 7 is too high'],
])('%s is the same reason as %s', (a, b) => expect(normalisedSentence(a)).toBe(normalisedSentence(b)))

it.each([
  ['phone must start with a country code', 'zip is not valid for the country'],
  ["Customer doesn't exist", "Customer isn't active"],
  ['newsletter must be true', 'newsletter must be false'],
])('%s is another reason than %s', (a, b) => expect(normalisedSentence(a)).not.toBe(normalisedSentence(b)))

it('is shown without what differs from record to record', () => {
  expect(withoutValues('Contact 88214 (VIP) already uses "a@b.example".')).toBe('Contact … (VIP) already uses ….')
  expect(withoutValues("phone must start with a country code, it doesn't")).toBe(
    "phone must start with a country code, it doesn't",
  )
})

it('keeps the field apart, without places in lists', () => {
  const body = (field: string) => JSON.stringify({ errors: [{ field, message: 'is required' }] })
  expect(reasonKey(body('email'))).not.toBe(reasonKey(body('phone')))
  expect(reasonKey(body('items[3].price'))).toBe(reasonKey(body('items[14].price')))
  expect(reasonKey('Too many contacts: 5001')).toBe(reasonKey('Too many contacts: 77'))
  expect(reasonKey('<html><body>Error 7</body></html>')).toBeNull()
})

it('is bounded and linear for hostile text', () => {
  const began = performance.now()
  for (const unit of [
    '"',
    "'",
    'a',
    '@',
    '1 ',
    '“',
    '\\',
    '{"a":',
    '. ',
    "a'",
    '<',
    '<a>',
    '<!--',
    '<![CDATA[',
    '&',
    '<message>&a',
  ] as const) {
    const text = unit.repeat(200_000)
    expect(normalisedSentence(text).length).toBeLessThanOrEqual(200)
    expect(reasonKey(JSON.stringify({ message: text }))?.length ?? 0).toBeLessThanOrEqual(302)
    reasonKey(text)
    reasonKey(`<error>${text}`)
  }
  expect(performance.now() - began).toBeLessThan(5_000)
})

it('is kept with every problem that has a response', () => {
  const answer = { status: 422, headers: {}, body: '{"message":"Order 7 is closed"}', bytes: 31 }
  expect(remoteProblem('destination/refused', { answer }).answer?.reason).toBe('order … is closed')
  expect(remoteProblem('destination/refused', { answer: { ...answer, body: '' } }).answer).not.toHaveProperty('reason')
})

it.each([
  [
    { ok: false, message: 'The order was changed.', errors: [{ message: 'version must be 7' }] },
    'The order was changed: version must be 7',
  ],
  [{ ok: false, message: 'Validation failed', errors: [{ message: 'version must be 7' }] }, 'version must be 7'],
])('an accepted response that reports a failure says it the same way: %j', (body, words) =>
  expect(saidIn(body).words).toBe(words),
)
