/** Which answers took nothing because of a rate limit, and what headers say of one, in the spellings of real systems. */
import { describe, expect, it } from 'vitest'

import { limitReported } from '#server/engine/kinds/http/response/limit-reports.ts'
import { limitOf, signsOf } from '#server/engine/kinds/http/response/rate-limit.ts'

const now = Date.UTC(2026, 10, 20, 12, 0, 0)
const soon = now / 1_000 + 30
const asked = { 'retry-after': '2' }
const usedUp = { 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(soon) }
const left = { ...usedUp, 'x-ratelimit-remaining': '12' }
const certain = (wait: number | null) => ({ wait, isCertain: true })
const doubtful = (wait: number | null) => ({ wait, isCertain: false })

describe('an answer that took nothing', () => {
  it.each([
    ['429', 429, {}, '', certain(null)],
    ['429 with seconds', 429, asked, '', certain(2_000)],
    ['429 with a date', 429, { 'retry-after': new Date(now + 3_000).toUTCString() }, '', certain(3_000)],
    ['429 with milliseconds', 429, { 'retry-after-ms': '1500', 'retry-after': '2' }, '', certain(1_500)],
    ['429 with a reset', 429, usedUp, '', certain(30_000)],
    ['429 that cannot be read', 429, { 'retry-after': 'soon' }, '', certain(null)],
    ['503 with Retry-After', 503, asked, '', certain(2_000)],
    ['403 with Retry-After', 403, asked, '', certain(2_000)],
    ['400 with Retry-After', 400, asked, '', certain(2_000)],
    ['403 beside a limit that is used up, in words', 403, usedUp, 'API rate limit exceeded for user ID 1.', certain(30_000)],
    ['403 beside a limit that is used up', 403, usedUp, 'no', doubtful(30_000)],
    ['422 beside a limit that is used up', 422, usedUp, 'email is missing', doubtful(30_000)],
    ['the call limit of Shopify', 430, { 'x-shopify-shop-api-call-limit': '40/40' }, '', doubtful(1_000)],
    ['403 with a limit that is not used up', 403, left, 'rate limit', null],
    ['403', 403, {}, 'rate limit', null],
    ['503', 503, {}, '', null],
    ['503 beside a limit that is used up', 503, usedUp, '', null],
    ['503 with what is no time', 503, { 'retry-after': 'soon' }, '', null],
    ['500 with Retry-After', 500, asked, '', null],
    ['200 with Retry-After', 202, asked, '', null],
    ['401, which is about who asks', 401, { ...asked, ...usedUp }, '', null],
    ['409, which is about one key', 409, asked, '', null],
    ['413, which is about a size', 413, asked, '', null],
    ['a wait of more than an hour', 429, { 'retry-after': '3601' }, '', null],
    ['a reset in more than an hour', 403, { ...usedUp, 'x-ratelimit-reset': String(now / 1_000 + 86_400) }, '', null],
  ] as const)('%s', (_, status, headers, body, wanted) => {
    expect(limitOf({ status, headers, body: Buffer.from(body) }, now)).toEqual(wanted)
  })
})

const json = (value: unknown) => JSON.stringify(value)
const google = (reason: string) => json({ error: { code: 403, message: 'No.', errors: [{ domain: 'usageLimits', reason }] } })
const shopify = { cost: { requestedQueryCost: 100, throttleStatus: { currentlyAvailable: 50, restoreRate: 25 } } }

describe('words of a limit', () => {
  it.each([
    ['Shopify', 200, json({ errors: [{ message: 'x', extensions: { code: 'THROTTLED' } }], extensions: shopify }), 2_000],
    ['Shopify REST', 400, json({ errors: 'Exceeded 2 calls per second. Too many requests.' }), null],
    ['Google', 403, google('rateLimitExceeded'), null],
    ['Google of a user', 403, google('userRateLimitExceeded'), null],
    ['Salesforce', 403, json([{ message: 'TotalRequests Limit exceeded.', errorCode: 'REQUEST_LIMIT_EXCEEDED' }]), null],
    ['HubSpot', 400, json({ status: 'error', message: 'x', category: 'RATE_LIMITS' }), null],
    ['HubSpot in a sentence', 400, json({ status: 'error', message: 'You have reached your secondly limit.' }), null],
    ['AWS', 400, json({ __type: 'com.amazon.coral#ThrottlingException', message: 'Rate exceeded' }), null],
    ['S3', 503, '<Error><Code>SlowDown</Code><Message>Reduce your request rate</Message></Error>', null],
    ['Facebook', 400, json({ error: { message: '(#4) Application request limit reached', code: 4 } }), null],
    ['Marketo', 400, json({ errors: [{ code: '606', message: "Max rate limit '100' exceeded with in '20' secs" }] }), null],
    ['Discord', 403, json({ message: 'You are being rate limited.', retry_after: 1.5 }), 1_500],
    [
      'Apigee',
      500,
      json({ fault: { faultstring: 'x', detail: { errorcode: 'policies.ratelimit.SpikeArrestViolation' } } }),
      null,
    ],
    ['QuickBooks', 403, json({ Fault: { Error: [{ Message: 'message=ThrottleExceeded', code: 'ThrottleExceeded' }] } }), null],
    ['GitHub', 403, json({ message: 'You have exceeded a secondary rate limit. Please wait a few minutes.' }), null],
    ['a text', 403, 'API rate limit exceeded', null],
    ['Django', 403, json({ detail: 'Request was throttled. Expected available in 5 seconds.' }), null],
  ] as const)('%s', (_, status, body, wait) => {
    expect(limitReported(Buffer.from(body))).toEqual({ wait })
    if (status >= 400) expect(limitOf({ status, headers: {}, body: Buffer.from(body) }, now)).toEqual(certain(wait))
  })

  it.each([
    ['a record that is quoted', 422, json({ message: 'The subject "Rate limit exceeded" is not allowed' })],
    ['a value that came back', 422, json({ error: 'invalid', record: { reason: 'rateLimitExceeded', message: 'Throttled' } })],
    ['a request that is too large', 400, json({ message: 'Request size limit of 6 MB exceeded' })],
    ['a batch with too many records', 400, json({ message: 'The request limit of 100 records is exceeded' })],
    ['an amount', 400, json({ code: 'limit_exceeded', message: 'Credit limit exceeded' })],
    ['storage', 403, json({ error: { errors: [{ reason: 'quotaExceeded' }], message: 'Storage quota exceeded' } })],
    ['one address', 403, json({ message: 'Too many requests for this email address' })],
    ['a long text', 403, `${'A page about the rate limit. '.repeat(20)}Too many requests.`],
    ['a page of HTML', 403, '<html><title>Rate limit exceeded</title><body>Too many requests</body></html>'],
    ['who asks', 401, json({ message: 'Rate limit exceeded' })],
    ['a size', 413, json({ message: 'Rate limit exceeded' })],
    ['a gateway', 502, json({ message: 'Rate limit exceeded' })],
  ] as const)('are not seen in %s', (_, status, body) => {
    expect(limitOf({ status, headers: {}, body: Buffer.from(body) }, now)).toBeNull()
  })
})

describe('headers of a limit', () => {
  it.each([
    ['none', { date: 'x', 'content-length': '7' }, null],
    ['of the draft', { 'ratelimit-limit': '10', 'ratelimit-remaining': '3', 'ratelimit-reset': '5' }, [3, 5_000, 10, null]],
    [
      'with its window',
      { 'ratelimit-limit': '10, 10;w=1', 'ratelimit-remaining': '3', 'ratelimit-reset': '1' },
      [3, 1_000, 10, 1_000],
    ],
    [
      'with a window',
      { 'ratelimit-limit': '10;w=60', 'ratelimit-remaining': '3', 'ratelimit-reset': '5' },
      [3, 5_000, 10, 60_000],
    ],
    [
      'structured, the tightest of two',
      { ratelimit: '"burst";r=0;t=5, "daily";r=900;t=3000', 'ratelimit-policy': '"burst";q=100;w=60,"daily";q=1000;w=86400' },
      [0, 5_000, 100, 60_000],
    ],
    ['structured in one', { ratelimit: 'limit=10, remaining=4, reset=7' }, [4, 7_000, 10, null]],
    ['times since 1970', usedUp, [0, 30_000, 5_000, null]],
    ['milliseconds since 1970', { ...left, 'x-ratelimit-reset': String(soon * 1_000) }, [12, 30_000, 5_000, null]],
    ['by the clock of the other system', { ...left, date: new Date(now + 10_000).toUTCString() }, [12, 20_000, 5_000, null]],
    [
      'with a hyphen more',
      { 'x-rate-limit-limit': '15', 'x-rate-limit-remaining': '2', 'x-rate-limit-reset': String(soon) },
      [2, 30_000, 15, null],
    ],
    ['a length', { 'x-ratelimit-remaining-requests': '1', 'x-ratelimit-reset-requests': '6m0s' }, [1, 360_000, null, null]],
    ['a short length', { 'x-ratelimit-remaining-requests': '1', 'x-ratelimit-reset-requests': '120ms' }, [1, 120, null, null]],
    ['of tokens', { 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '1s' }, null],
    [
      'used up in a named time',
      { 'x-ratelimit-limit-minute': '60', 'x-ratelimit-remaining-minute': '0' },
      [0, 60_000, 60, 60_000],
    ],
    [
      'with the name of a system',
      {
        'x-hubspot-ratelimit-max': '100',
        'x-hubspot-ratelimit-remaining': '0',
        'x-hubspot-ratelimit-interval-milliseconds': '10000',
      },
      [0, 10_000, 100, 10_000],
    ],
    ['of calls', { 'x-shopify-shop-api-call-limit': '39/40' }, [1, null, 40, null]],
    ['after', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '1.5' }, [0, 1_500, null, null]],
    ['what is no number', { 'x-ratelimit-remaining': 'many', 'x-ratelimit-reset': 'soon' }, null],
  ] as const)('%s', (_, headers, wanted) => {
    const signs = signsOf(headers, now)
    expect(signs && [signs.remaining, signs.reset, signs.limit, signs.window]).toEqual(wanted)
  })
})
