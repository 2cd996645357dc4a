/** Proofs of senders: requests as the senders' own libraries sign them, and what each turn of a bit makes of them. */
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import { type HookProof, type HookSettings, senderNames } from '#contract/connectors/triggers/sender.ts'
import { type HookRequest, verify, withoutToken } from '#server/features/connectors/triggers/hook-proof.ts'

type Signed = {
  readonly sender: HookSettings['sender']
  /** What signed it. Bytes were recorded, so that the libraries are no packages of this one. */
  readonly by: string
  readonly secret: string
  readonly url?: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** Of `other`. */
  readonly proof?: HookProof
}

/** Seconds: when all of them were signed. */
const at = 1_764_400_000
const url = 'https://datacrane.example/hooks/8281d1d4-67f9-5860-b7f9-903dc0a1b2c3'
const json = { 'content-type': 'application/json' }
const hmac = (algorithm: string, secret: string, text: string, encoding: 'hex' | 'base64') =>
  createHmac(algorithm, secret).update(text).digest(encoding)
const secret = 'a-secret-of-the-test-4711'
const body = '{"event":"made","payload":{"id":7,"name":"Größe"}}'

const requests: readonly Signed[] = [
  {
    sender: 'stripe',
    by: 'stripe 23.1.0, generateTestHeaderString',
    secret: 'whsec_oAvXkRPZ8Jp0sTq3fLmW9yBc',
    body: '{"id":"evt_1NG8Du2eZvKYlo2C","object":"event","type":"charge.succeeded","pending_webhooks":2}',
    headers: { ...json, 'Stripe-Signature': 't=1764400000,v1=21be98889e453fb2293c01c62ac78ac6ea6165d73cbc1f1120f6b5bef9e19da3' },
  },
  {
    sender: 'github',
    by: '@octokit/webhooks-methods 6.0.0, sign',
    secret: 'hush-2f0c9d7b',
    body: '{"action":"opened","issue":{"number":7,"title":"Größe"}}',
    headers: {
      ...json,
      'X-Hub-Signature-256': 'sha256=b967baba4227802af97c2d72509c68601d1f20e459458af5a61551335c4787d9',
    },
  },
  {
    sender: 'twilio',
    by: 'twilio 6.3.1, getExpectedTwilioSignature',
    secret: '12345678901234567890123456789012',
    body: 'From=%2B15017122661&To=%2B15558675310&Body=Hi+%26+%22bye%22+%E2%80%93+%C3%BC&NumMedia=0',
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'X-Twilio-Signature': 'VqOz75ZegcWqIhAJ0/i37I85fJQ=',
    },
  },
  {
    sender: 'twilio',
    by: 'twilio 6.3.1, a body of JSON whose digest is in the address',
    secret: '12345678901234567890123456789012',
    url: `${url}?bodySHA256=1f02eb7a5a759deaaf78a9d6b62affaa117f0dc401c9fffd809b51a2fb281977`,
    body: '{"CallSid":"CA123","Digits":"1"}',
    headers: { ...json, 'X-Twilio-Signature': 'BeZ6Wtqe2HGFrIoMZPDoCBP2v5g=' },
  },
  {
    sender: 'hubspot',
    by: '@hubspot/api-client 14.0.1, Signature',
    secret: 'yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy',
    body: '[{"eventId":100,"subscriptionId":1,"attemptNumber":0,"objectId":123,"subscriptionType":"contact.creation"}]',
    headers: {
      ...json,
      'X-HubSpot-Request-Timestamp': '1764400000000',
      'X-HubSpot-Signature-v3': 'FZhyb+z/mtjKiPMcVT8GFmkGMd/teq3KWURcDiDgRo0=',
    },
  },
  {
    sender: 'standard',
    by: 'standardwebhooks 1.1.1, sign',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    body: '{"type":"contact.created","data":{"id":"1f81eb52"}}',
    headers: {
      ...json,
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1764400000',
      'webhook-signature': 'v1,Ul6HgVqGm7BFgwkEHpT2b1AGP6kKlMFJjyQO4MbyOFU=',
    },
  },
  {
    sender: 'slack',
    by: 'the documented formula; @slack/bolt 5.1.0, isValidSlackRequest takes it',
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    body: '{"type":"event_callback","event_id":"Ev08MFMKH6","event":{"type":"message","text":"hi"}}',
    headers: {
      ...json,
      'X-Slack-Request-Timestamp': '1764400000',
      'X-Slack-Signature': 'v0=0967721b3462fc7db495bbac5d7d5c4d496c696f6ef3173421f04d7f4a30404c',
    },
  },
  {
    sender: 'shopify',
    by: 'the documented formula; @shopify/shopify-api 15.0.0, webhooks.validate takes it',
    secret: 'shpss_0f3c2a9b7d4e',
    body: '{"id":820982911946154508,"email":"jon@example.com","total_price":"409.94"}',
    headers: { ...json, 'X-Shopify-Hmac-Sha256': 'kOOH5Vf+vhpbLNSHQA7v6AzN0PQIE/2bHvTaIQFe3CA=' },
  },
  // The senders below have no library of their own that signs; the formula is that of their documentation (`senders.ts`).
  {
    ...{ sender: 'typeform', by: 'the documented formula', secret, body },
    headers: { ...json, 'Typeform-Signature': `sha256=${hmac('sha256', secret, body, 'base64')}` },
  },
  {
    ...{ sender: 'meta', by: 'the documented formula', secret, body },
    headers: { ...json, 'X-Hub-Signature-256': `sha256=${hmac('sha256', secret, body, 'hex')}` },
  },
  {
    ...{ sender: 'zoom', by: 'the documented formula', secret, body },
    headers: {
      ...json,
      'x-zm-request-timestamp': String(at),
      'x-zm-signature': `v0=${hmac('sha256', secret, `v0:${at}:${body}`, 'hex')}`,
    },
  },
  {
    ...{ sender: 'dropbox', by: 'the documented formula', secret, body },
    headers: { ...json, 'X-Dropbox-Signature': hmac('sha256', secret, body, 'hex') },
  },
  {
    ...{ sender: 'trello', by: 'the documented formula', secret, body },
    headers: { ...json, 'X-Trello-Webhook': hmac('sha1', secret, `${body}${url}`, 'base64') },
  },
  {
    ...{ sender: 'other', by: 'HMAC SHA-512', secret, body },
    proof: {
      ...{ type: 'signature', algorithm: 'sha512', encoding: 'hex', header: 'X-Sig', prefix: 'h1=', separator: 'comma' },
      ...{ signed: '{timestamp}:{body}', timestamp: { header: 'X-Sig', prefix: 'ts=', unit: 'seconds' }, tolerance: 60 },
    },
    headers: { ...json, 'X-Sig': `ts=${at},h1=${hmac('sha512', secret, `${at}:${body}`, 'hex')}` },
  },
]

const hasTime = ({ sender }: Signed) => ['stripe', 'slack', 'hubspot', 'standard', 'zoom', 'other'].includes(sender)
const settingsOf = ({ sender, proof }: Signed): HookSettings => ({ sender, ...(proof ? { proof } : {}) })

function requestOf({ headers, url: own = url }: Pick<Signed, 'headers' | 'url'>): HookRequest {
  const found = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return { method: 'POST', url: own, header: (name) => found.get(name.toLowerCase()) }
}

const verdictOf = (it: Signed, { bytes = Buffer.from(it.body), key = it.secret, seconds = 1 } = {}) =>
  verify(settingsOf(it), requestOf(it), bytes, key, (at + seconds) * 1_000)

describe.each(requests.map((it) => [`${it.sender}: ${it.by}`, it] as const))('%s', (_, it_) => {
  it('is proved, and only with this secret', () => {
    expect(verdictOf(it_)).toEqual({ is: 'proved' })
    for (const key of [`${it_.secret}xx`, it_.secret.slice(0, -2), 'another-secret-0815'])
      expect(verdictOf(it_, { key }).is).toBe('wrong')
  })

  it('is not proved with another length of body, or without the header', () => {
    for (const text of [`${it_.body} `, it_.body.slice(0, -1), ''])
      expect(verdictOf(it_, { bytes: Buffer.from(text) }).is).toBe('wrong')
    expect(verdictOf({ ...it_, headers: json }).is).toBe('none')
  })

  it.runIf(hasTime(it_))('is late once its time is out of the tolerance, before and after', () => {
    for (const seconds of [401, -401]) expect(verdictOf(it_, { seconds })).toEqual({ is: 'late', seconds })
  })
})

it('is held against every sender but those without a signature', () => {
  expect(new Set(requests.map(({ sender }) => sender))).toEqual(new Set(senderNames.filter((it) => it !== 'microsoft')))
})

/** The same numbers each time. */
function createNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const turned = (bytes: Buffer, bit: number) => {
  const copy = Buffer.from(bytes)
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return copy
}
const fieldsOf = (bytes: Buffer) => JSON.stringify([...new URLSearchParams(bytes.toString())])

it('proves none of 2,000 requests in which one bit of body, signature or time was turned', () => {
  const number = createNumbers(51)
  const taken: string[] = []
  for (let round = 0; round < 2_000; round += 1) {
    const one = requests[round % requests.length] as Signed
    const names = Object.keys(one.headers).filter((name) => !['content-type', 'webhook-id'].includes(name))
    const name = names[number(names.length)] ?? ''
    const isBody = number(2) === 0
    const whole = Buffer.from(isBody ? one.body : (one.headers[name] ?? ''), isBody ? 'utf8' : 'latin1')
    const changed = turned(whole, number(whole.length * 8))
    // Of a form the fields are signed and not their spelling: `%2b` is `%2B`.
    if (isBody && one.headers['content-type']?.includes('form') && fieldsOf(changed) === fieldsOf(whole)) continue
    const request = isBody ? one : { ...one, headers: { ...one.headers, [name]: changed.toString('latin1') } }
    const verdict = verdictOf(request, isBody ? { bytes: changed } : {})
    if (verdict.is === 'proved') taken.push(`${one.sender} ${isBody ? 'body' : name}: ${changed.toString('latin1')}`)
  }
  expect(taken).toEqual([])
})

describe('several signatures in one header', () => {
  const stripe = requests[0] as Signed
  const good = stripe.headers['Stripe-Signature'] ?? ''
  const with_ = (header: string) => verdictOf({ ...stripe, headers: { ...json, 'Stripe-Signature': header } }).is

  it('needs one that fits, wherever it stands, among the first eight', () => {
    const [time = '', signature = ''] = good.split(',')
    expect(with_(`${time},v1=${'0'.repeat(64)},${signature},v0=${'1'.repeat(64)}`)).toBe('proved')
    expect(with_([time, ...Array(7).fill('v1=00'), signature].join(', '))).toBe('proved')
    expect(with_([time, ...Array(8).fill('v1=00'), signature].join(','))).toBe('wrong')
    expect(with_(good.replace('v1=', 'v0='))).toBe('none')
    expect(with_(good.replace('t=1764400000,', ''))).toBe('wrong')
  })

  it('takes the list of Standard Webhooks, whose values are apart by spaces', () => {
    const standard = requests.find(({ sender }) => sender === 'standard') as Signed
    const signature = standard.headers['webhook-signature'] ?? ''
    const headers = { ...standard.headers, 'webhook-signature': `v1a,AAAA ${signature.replace('Ul6', 'Ul7')} ${signature}` }
    expect(verdictOf({ ...standard, headers }).is).toBe('proved')
  })
})

describe('a secret that is sent itself', () => {
  const proofs: readonly (readonly [string, HookSettings, Partial<Signed>, Partial<Signed>])[] = [
    [
      'a header',
      { sender: 'other', proof: { type: 'token', in: 'header', name: 'X-Api-Key' } },
      { headers: { 'x-api-key': secret } },
      { headers: { 'x-api-key': `${secret}x` } },
    ],
    [
      'a header after its scheme',
      { sender: 'other', proof: { type: 'token', in: 'header', name: 'Authorization', prefix: 'Token ' } },
      { headers: { authorization: `token  ${secret}` } },
      { headers: { authorization: `Token ${secret}x` } },
    ],
    [
      'the query',
      { sender: 'other', proof: { type: 'token', in: 'query', name: 'token' } },
      { url: `${url}?token=${secret}` },
      { url: `${url}?token=${secret}&token=other` },
    ],
    [
      'a secret address',
      { sender: 'other', proof: { type: 'address' } },
      { url: `${url}?key=${secret}` },
      { url: `${url}?key=` },
    ],
    [
      'each part of a body',
      { sender: 'microsoft' },
      { body: JSON.stringify({ value: [{ clientState: secret }, { clientState: secret }] }) },
      { body: JSON.stringify({ value: [{ clientState: secret }, { other: 1 }] }) },
    ],
    [
      'a field of a form',
      { sender: 'other', proof: { type: 'token', in: 'body', name: 'token' } },
      { body: `a=1&token=${secret}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      { body: `a=1&token=${secret}&token=`, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    [
      'Basic',
      { sender: 'other', proof: { type: 'basic', username: 'shop' } },
      { headers: { authorization: `Basic ${Buffer.from(`shop:${secret}`).toString('base64')}` } },
      { headers: { authorization: `Basic ${Buffer.from(`shop2:${secret}`).toString('base64')}` } },
    ],
  ]

  it.each(proofs)('is taken in %s, and not when it is another one or is missing', (_, settings, good, bad) => {
    const of = ({ headers = json, url: own, body: text = body }: Partial<Signed>) =>
      verify(settings, requestOf({ headers, ...(own ? { url: own } : {}) }), Buffer.from(text), secret, at * 1_000).is
    expect([of(good), of(bad), of({ body: '{"value":[]}' })]).toEqual(['proved', 'wrong', 'none'])
  })
})

it('proves nothing for a sender whose proof nobody has described', () => {
  const request = requestOf({ headers: { authorization: `Bearer ${secret}` } })
  expect(verify({ sender: 'other' }, request, Buffer.from(body), secret, at * 1_000)).toEqual({ is: 'none' })
})

it.each<[string, string, string, string, Partial<Signed>['headers']]>([
  [
    'each part',
    'value[*].clientState',
    `{"value":[{"clientState":"${secret}","n":12345678901234567890},{"n":2}]}`,
    '{"value":[{"n":12345678901234567890},{"n":2}]}',
    json,
  ],
  ['a list', 'keys[*]', `{"keys":["${secret}"]}`, '{"keys":[null]}', json],
  ['a place of a list', 'keys[1]', `{"keys":[1,"${secret}"]}`, '{"keys":[1,null]}', json],
  ['a form', 'token', `a=1&token=${secret}&b=2`, 'a=1&b=2', { 'content-type': 'application/x-www-form-urlencoded' }],
])('does not stay in a body that proves itself by %s', (_, name, text, kept, headers = {}) => {
  const settings: HookSettings = { sender: 'other', proof: { type: 'token', in: 'body', name } }
  expect(withoutToken(settings, requestOf({ headers }), Buffer.from(text)).toString()).toBe(kept)
})
