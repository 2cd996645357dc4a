/** When the answer of a destination counts as a delivery. */
import { describe, expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { SuccessCondition } from '#contract/connectors/config/success-condition.ts'
import { openHttpDestination } from '#server/engine/kinds/http/destination.ts'
import { createMask } from '#server/engine/kinds/http/masking/masking.ts'
import { judgeOf } from '#server/engine/kinds/http/response/success.ts'
import { checkConfig } from '#server/engine/plan/plan.ts'
import { pageOfTransactions } from '#server/features/connectors/runs/transactions.repository.ts'
import type { OutboundAnswer } from '#server/outbound/exchange.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { answering, startDestination } from '../kit/dest-sim.ts'
import { play } from '../kit/scene.ts'
import { configFor } from '../kit/stage.ts'

const page = '\n<!DOCTYPE html><html><body><form>Sign in</form></body></html>'
const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html; charset=utf-8' }

async function outcomeOf(success: SuccessCondition | undefined, status: number, headers: Record<string, string>, body: string) {
  const destination = await startDestination({ misbehave: () => answering(status, headers, body) })
  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
  onTestFinished(async () => {
    await outbound.close()
    await destination.close()
  })
  const config = { type: 'http', url: destination.url, requestMethod: 'POST', ...(success ? { success } : {}) } as const
  const to = await openHttpDestination(config, { outbound, readSecret: async () => '', heldEvents: async () => [] })
  const text = '{"id":1}'
  const parcel = { key: 'k', body: text, bytes: Buffer.from(text), count: 1, texts: () => [text] }
  const never = new AbortController().signal
  return to.deliver(parcel, { signal: never, withdrawn: never, mayStart: () => true })
}

const field = (path: string, value?: string): SuccessCondition => ({ field: { path, ...(value === undefined ? {} : { value }) } })

type Row = readonly [
  name: string,
  success: SuccessCondition | undefined,
  status: number,
  headers: Record<string, string>,
  body: string,
  why: string | null,
]

const rows: readonly Row[] = [
  ['a page of HTML', undefined, 200, html, page, 'its response is a web page'],
  ['a page of HTML without a type', undefined, 200, {}, page, 'its response is a web page'],
  ['a fragment said to be HTML', undefined, 200, html, '<div>Please sign in</div>', 'its response is a web page'],
  ['a word said to be HTML', undefined, 200, html, 'OK', null],
  ['a text that counts errors', undefined, 200, {}, 'Saved, 0 errors', null],
  ['JSON said to be HTML', undefined, 200, html, '{"ok":true}', null],
  ['XML', undefined, 200, { 'content-type': 'text/xml' }, '<?xml version="1.0"?><ok/>', null],
  ['nothing', undefined, 204, {}, '', null],
  ['a page of HTML where one is expected', { contentType: 'text/html' }, 200, html, page, null],
  [
    'another type',
    { contentType: 'application/json' },
    200,
    { 'content-type': 'text/plain' },
    'OK',
    'its content type is text/plain, not application/json',
  ],
  ['no type', { contentType: 'application/json' }, 204, {}, '', 'its content type is missing, not application/json'],
  ['a type of the family', { contentType: 'text/*' }, 200, { 'content-type': 'text/plain; charset=utf-8' }, 'OK', null],
  ['another status', { statuses: ['200', '201'] }, 202, json, '{}', "the success criteria don't include this status"],
  ['a status of the range', { statuses: ['200-204'] }, 202, json, '{}', null],
  ['a status of the hundred', { statuses: ['2xx', '409'] }, 409, json, '{"error":"exists"}', null],
  ['a field with its value', field('result.state', 'ok'), 200, json, '{"result":{"state":"ok"}}', null],
  ['a field with another value', field('status', 'ok'), 201, json, '{"status":"failed"}', '"status" is "failed", not "ok"'],
  ['a number', field('code', '0'), 200, json, '{"code":0}', null],
  ['a missing field', field('id'), 200, json, '{"ok":true}', 'its response has no "id"'],
  ['text instead of JSON', field('id'), 200, {}, 'created', 'its response is not JSON, so it has no "id"'],
]

describe('an answer with', () => {
  it.each(rows)('%s', async (_, success, status, headers, body, why) => {
    const outcome = await outcomeOf(success, status, headers, body)
    if (why === null) expect(outcome.outcome).toBe('delivered')
    else {
      const message =
        why === 'its response is a web page'
          ? expect.stringContaining('The destination returned a web page instead of data.')
          : `The destination returned ${status}, but ${why}. This doesn't count as a delivery.`
      expect(outcome).toMatchObject({
        outcome: 'refused',
        about: 'answer',
        problem: { code: 'destination/not-confirmed', message, answer: { status } },
      })
    }
  })

  it('a text that begins with an error refuses the record', async () => {
    const outcome = await outcomeOf(undefined, 200, {}, 'ERROR: unknown customer')
    const message = 'The destination returned 200, but its response reports an error: "ERROR: unknown customer".'
    expect(outcome).toMatchObject({ outcome: 'refused', problem: { code: 'destination/refused', message } })
  })
})

describe('an answer that is XML', () => {
  const soap = (fault: string) =>
    `<?xml version="1.0"?><soap:Envelope xmlns:soap="urn:x"><soap:Body>${fault}</soap:Body></soap:Envelope>`
  const old = (code: string) =>
    soap(`<soap:Fault><faultcode>soap:${code}</faultcode><faultstring>No such customer</faultstring></soap:Fault>`)
  const newer = (code: string) =>
    soap(
      `<soap:Fault><soap:Code><soap:Value>soap:${code}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">No such customer</soap:Text></soap:Reason></soap:Fault>`,
    )
  const xml = { 'content-type': 'text/xml; charset=utf-8' }
  const reported = (code: string) =>
    `The destination returned 200, but its response reports an error: "No such customer" (${code}).`
  const long = soap(`<soap:Fault><faultstring>No such customer</faultstring><detail>${'x'.repeat(20_000)}</detail></soap:Fault>`)

  it.each([
    ['a fault of SOAP 1.1', 200, old('Server'), 'refused', reported('Server')],
    ['a fault of SOAP 1.2', 200, newer('Sender'), 'refused', reported('Sender')],
    ['a fault that is too long to be read', 200, long, 'refused', expect.stringContaining('"No such customer"')],
    ['a fault of the client with 500', 500, old('Client'), 'refused', expect.stringContaining('"No such customer" (Client)')],
    ['a fault of the sender with 500', 500, newer('Sender'), 'refused', expect.stringContaining('"No such customer" (Sender)')],
    ['a fault of the server with 500', 500, old('Server'), 'retry', expect.stringContaining('500')],
    ['a fault of the receiver with 500', 500, newer('Receiver'), 'retry', expect.stringContaining('500')],
    ['a response without a fault', 200, soap('<FaultCount>0</FaultCount>'), 'delivered', undefined],
  ])('%s', async (_, status, body, outcome, message) => {
    const it = await outcomeOf(undefined, status, xml, body)
    expect([it.outcome, 'problem' in it ? it.problem.message : undefined]).toEqual([outcome, message])
  })

  it('has the fields of success criteria under the paths of an XML source', async () => {
    const body = '<result><state>ok</state></result>'
    expect(await outcomeOf({ field: { path: 'result.state', value: 'ok' } }, 200, xml, body)).toMatchObject({
      outcome: 'delivered',
    })
    expect(await outcomeOf({ field: { path: 'result.state', value: 'done' } }, 200, xml, body)).toMatchObject({
      problem: { message: expect.stringContaining('"result.state" is "ok", not "done"') },
    })
  })
})

const address = 'http://127.0.0.1:9'
const errorsOf = (change: (config: ConnectorConfig) => ConnectorConfig) =>
  checkConfig(change(configFor({ source: address, destination: `${address}/in` }))).map(
    ({ path, message }) => `${path}: ${message}`,
  )
const to = (more: Partial<ConnectorConfig['destination']>) =>
  errorsOf((config) => ({ ...config, destination: { ...config.destination, ...more } }))
const from = (more: Partial<ConnectorConfig['source']>) =>
  errorsOf((config) => ({ ...config, source: { ...config.source, ...more } }))

describe('before a deployment', () => {
  it('a success condition is checked', () => {
    expect(
      to({ success: { statuses: ['200', '200-204', '2xx', '404'], contentType: 'application/json', field: { path: 'a.b' } } }),
    ).toEqual([])
    expect(to({ success: { statuses: ['200-', '500', '2xx-3', '204-200', '4xx'] } })).toEqual([
      '/destination/success/statuses/0: "200-" is not a status. Enter 201, 200-204 or 2xx',
      '/destination/success/statuses/1: Only statuses from 200 to 499 can count as a success',
      '/destination/success/statuses/2: "2xx-3" is not a status. Enter 201, 200-204 or 2xx',
      '/destination/success/statuses/3: "204-200" is not a status. Enter 201, 200-204 or 2xx',
      "/destination/success/statuses/4: 401 can't count as a success",
    ])
    expect(to({ success: { contentType: 'json' } })).toEqual([
      '/destination/success/contentType: "json" is not a content type. Enter one, such as application/json',
    ])
    expect(to({ success: { field: { path: 'a[*].b' } } })).toEqual([
      '/destination/success/field/path: Enter a path to one place, without [*]',
    ])
  })

  it('names without a value are refused by name and place', () => {
    const variables = [{ key: 'known', value: '1' }]
    const destination = 'Add a variable with this name, or use {name} to insert a record value'
    expect(to({ url: `${address}/contacts/{{id}}/{{known}}`, variables })).toEqual([
      `/destination/url: {{id}} in the URL has no value. ${destination}`,
    ])
    expect(to({ url: `${address}/%7B%7Border%20id%7D%7D` })).toEqual([
      `/destination/url: {{order id}} in the URL has no value. ${destination}`,
    ])
    expect(to({ headers: [{ key: 'X-Shop', value: '{{shop}}' }], queries: [{ key: 'at', value: '{{at}}' }] })).toEqual([
      `/destination/queries/0: {{at}} in the query parameter "at" has no value. ${destination}`,
      `/destination/headers/0: {{shop}} in the header "X-Shop" has no value. ${destination}`,
    ])
    const source = 'Add a variable with this name, or remove it'
    expect(from({ url: `${address}/offset?since={{lastRun}}` })).toEqual([
      `/source/url: {{lastRun}} in the URL has no value. ${source}`,
    ])
    expect(from({ requestMethod: 'POST', body: { rawContent: '{"since":"{{since}}"}' } })).toEqual([
      `/source/body/rawContent: {{since}} in the body has no value. ${source}`,
    ])
    const off = [{ key: 'known', value: '1', active: false }]
    expect(from({ queries: [{ key: 'q', value: '{{known}}' }], variables: off })).toEqual([
      `/source/queries/0: {{known}} in the query parameter "q" has no value. ${source}`,
    ])
    expect(from({ queries: [{ key: 'q', value: '{{known}} {x} {{}}' }], variables })).toEqual([])
  })

  it('a content type that contradicts a body is refused', () => {
    const form = { key: 'Content-Type', value: 'application/x-www-form-urlencoded' }
    expect(to({ headers: [form] })).toEqual([
      "/destination/headers/0: The records are sent as JSON, so the content type can't be application/x-www-form-urlencoded. Remove the header, and select Form as body",
    ])
    for (const value of ['application/json; charset=utf-8', 'application/vnd.api+json', 'text/json'])
      expect(to({ headers: [{ key: 'content-type', value }] })).toEqual([])
    expect(to({ headers: [{ ...form, active: false }] })).toEqual([])
    expect(from({ requestMethod: 'POST', headers: [form], body: { rawContent: '{"a":1}' } })).toEqual([
      "/source/headers/0: The body is JSON, so the content type can't be application/x-www-form-urlencoded. Remove the header, or use application/json",
    ])
    expect(from({ requestMethod: 'POST', headers: [form], body: { rawContent: 'a=1' } })).toEqual([])
  })
})

describeOnEachDatabase('a run to a destination that answers', (open) => {
  it('every record with a page of HTML ends after a few, and none is called delivered', async () => {
    const { database } = await open()
    const scene = await play(database, { records: 300, destination: { misbehave: () => answering(200, html, page) } })
    const run = await scene.over()
    expect(run).toMatchObject({ status: 'failed', recordsDelivered: 0, error: { code: 'destination/not-confirmed' } })
    expect(scene.destination.journal.length).toBeLessThanOrEqual(32)
    expect(run.statusReason).toContain('The source was not read to its end')
  })

  it('with what it made, whatever became of that, delivers; with a condition the records that do not meet it fail', async () => {
    const { database } = await open()
    const misbehave = ({ number }: { readonly number: number }) =>
      answering(201, json, JSON.stringify({ id: number, status: number % 4 === 0 ? 'failed' : 'paid' }), true)
    const usual = await play(database, { records: 40, destination: { misbehave } })
    expect(await usual.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 40, recordsFailed: 0 })
    const strict = await play(database, {
      records: 40,
      destination: { misbehave },
      change: (config) => ({ ...config, destination: { ...config.destination, success: field('status', 'paid') } }),
    })
    const run = await strict.over()
    expect(run).toMatchObject({ recordsDelivered: 30, recordsFailed: 10 })
    const { connectorId, companyId } = strict.place
    const filter = { companyId, connectorId, runId: run.runId, status: 'failure' } as const
    const { transactions } = await pageOfTransactions(database.db, filter, 1, 100)
    expect(new Set(transactions.map(({ details }) => details))).toEqual(
      new Set(['The destination returned 201, but "status" is "failed", not "paid". This doesn\'t count as a delivery.']),
    )
  })
})

describe('what does not count as a delivery is told without the secrets of the destination', () => {
  const secret = 'tok_live_0123456789abcdefghijklmnopqrstuvwxyz'
  const judge = judgeOf(field('state', 'ok'))
  const { masked } = createMask(secret)
  const doubtOf = (body: unknown) =>
    judge.doubt({ status: 200, headers: json, body: Buffer.from(JSON.stringify(body)), bytes: 0 } as OutboundAnswer, masked)

  it.each([
    ['alone', { state: secret }],
    ['in a sentence', { state: `bad token ${secret}` }],
    ['in an object', { state: { token: secret } }],
    ['where the text is cut', { state: `${'x'.repeat(40)}${secret}` }],
  ])('%s', (_, body) => {
    const doubt = doubtOf(body) ?? ''
    expect(doubt).toContain('"state" is ')
    expect(doubt).not.toContain('tok_live')
  })
})
