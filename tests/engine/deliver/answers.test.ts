/** What the answers of a destination mean. `faults.md` F9 to F11 and F24 to F27. */
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'

import { openHttpDestination } from '#server/engine/kinds/http/destination.ts'
import type { Outcome, Parcel } from '#server/engine/kit/kind.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { answering, commitsThenHangs, type Misbehaviour, startDestination } from '../kit/dest-sim.ts'
import { bad, ok, shapes, three } from './answer-shapes.ts'

const parcelOf = (records: readonly object[], key = 'key-1'): Parcel => {
  const texts = records.map((record) => JSON.stringify(record))
  const body = records.length === 1 ? (texts[0] ?? '') : `[${texts}]`
  return { key, body, bytes: Buffer.from(body), count: records.length, texts: () => texts }
}

/** What comes of deliveries under one key to a destination that answers so, one after the other. */
async function outcomes(answers: readonly Misbehaviour[], parcel = parcelOf(three), headers = 200): Promise<Outcome[]> {
  const destination = await startDestination({ misbehave: ({ number }) => answers[number - 1] ?? null })
  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'], limits: { headers, total: headers * 2 } })
  onTestFinished(async () => {
    await outbound.close()
    await destination.close()
  })
  const to = await openHttpDestination(
    { type: 'http', url: destination.url, requestMethod: 'POST' },
    { outbound, readSecret: async () => '', heldEvents: async () => [] },
  )
  const never = new AbortController().signal
  const permission = { signal: never, withdrawn: never, mayStart: () => true }
  const found: Outcome[] = []
  for (const _ of answers) found.push(await to.deliver(parcel, permission))
  return found
}

const outcomeOf = async (status: number, body: string, parcel = parcelOf(three), headers: Record<string, string> = {}) => {
  const [outcome] = await outcomes([answering(status, headers, body)], parcel)
  if (!outcome) throw new Error('no outcome')
  return outcome
}

/** `delivered refused retry` for a partial answer, else the outcome itself. */
const told = (it: Outcome) => (it.outcome === 'partial' ? it.items.map(({ outcome }) => outcome).join(' ') : it.outcome)

describe('an answer about several records:', () => {
  it.each(shapes)('%s', async (_, status, body, wanted) => {
    expect(told(await outcomeOf(status, JSON.stringify(body)))).toBe(wanted)
  })

  it.each([
    ['text', 200, 'fine', 'delivered'],
    ['nothing', 204, '', 'delivered'],
    ['JSON that is cut', 200, '[{"status":201},', 'unknown'],
    ['nothing at all as multi-status', 207, '', 'unknown'],
    ['XML as multi-status', 207, '<multistatus/>', 'unknown'],
    ['too much to read', 200, `{"pad":"${'x'.repeat(300_000)}"}`, 'delivered'],
    ['too much to read, and a failure', 200, `{"errors":true,"pad":"${'x'.repeat(300_000)}"}`, 'unknown'],
    ['too much to read as multi-status', 207, `[${'{"status":201},'.repeat(30_000)}{}]`, 'unknown'],
    ['too deep', 207, `${'['.repeat(100)}${']'.repeat(100)}`, 'unknown'],
  ])('%s', async (_, status, body, wanted) => {
    expect(told(await outcomeOf(status, body))).toBe(wanted)
  })

  it('keeps the own words of a refused record, the first 2 kB of them, and the first 2 kB of the whole', async () => {
    const items = three.map((_, at) => (at === 1 ? { ...bad, detail: 'y'.repeat(5_000) } : { ...ok, pad: 'x'.repeat(50_000) }))
    const outcome = await outcomeOf(207, JSON.stringify({ items }))
    if (outcome.outcome !== 'partial') throw new Error(outcome.outcome)
    expect(outcome.answer.body).toHaveLength(2_048)
    const [, refused] = outcome.items
    expect(refused).toMatchObject({
      outcome: 'refused',
      problem: {
        code: 'destination/refused',
        message: 'The destination rejected this record: "email is taken" (422).',
        answer: { status: 422 },
      },
    })
    const { answer } = refused && 'problem' in refused ? refused.problem : {}
    expect(answer?.body).toMatch(/^\{"status":422,"error":"email is taken","detail":"y+$/)
    expect(answer?.body).toHaveLength(2_048)
  })

  it.each([
    [
      'HubSpot',
      207,
      {
        status: 'COMPLETE',
        results: [{ id: 'a' }, { id: 'c' }],
        numErrors: 1,
        errors: [{ status: 'error', category: 'VALIDATION_ERROR', message: 'Invalid email', context: { ids: ['b'] } }],
      },
      'The destination rejected this record: "Invalid email" (VALIDATION_ERROR).',
    ],
    [
      'HubSpot, where the error names nobody',
      207,
      { results: [{ id: 'a' }, { id: 'c' }], numErrors: 1, errors: [{ status: 'error', message: 'Invalid email' }] },
      'The destination rejected this record: "Invalid email".',
    ],
    [
      'Salesforce',
      200,
      [
        { id: '001', success: true, errors: [] },
        { success: false, errors: [{ statusCode: 'DUPLICATES_DETECTED', message: 'Use one of these?', fields: [] }] },
        { id: '002', success: true, errors: [] },
      ],
      'The destination rejected this record: "Use one of these?" (DUPLICATES_DETECTED).',
    ],
    [
      'Elasticsearch',
      200,
      {
        errors: true,
        items: [
          { index: { _id: 'a', status: 201 } },
          {
            index: { _id: 'b', status: 400, error: { type: 'mapper_parsing_exception', reason: 'failed to parse field [age]' } },
          },
          { index: { _id: 'c', status: 201 } },
        ],
      },
      'The destination rejected this record: "failed to parse field [age]" (mapper_parsing_exception).',
    ],
    [
      'BigQuery',
      200,
      { kind: 'x', insertErrors: [{ index: 1, errors: [{ reason: 'invalid', message: 'no such field' }] }] },
      'The destination rejected this record: "no such field" (invalid).',
    ],
    [
      'Google',
      200,
      {
        entries: [
          { batchId: 1, product: {} },
          { batchId: 2, errors: { code: 400, message: 'bad' } },
          { batchId: 3, product: {} },
        ],
      },
      'The destination rejected this record: "bad" (400).',
    ],
    [
      'Airtable',
      207,
      [ok, { error: { type: 'INVALID_VALUE', message: 'Cannot accept the value' } }, ok],
      'The destination rejected this record: "Cannot accept the value" (INVALID_VALUE).',
    ],
    ['a code alone', 207, [ok, { status: 422 }, ok], 'The destination rejected this record (422) without giving a reason.'],
    [
      'a flag alone',
      207,
      [ok, { success: false }, ok],
      'The destination returned 207 and rejected this record without giving a reason.',
    ],
    [
      'a failure that passes',
      207,
      [ok, { status: 503, message: 'busy' }, ok],
      'The destination could not process this record: "busy" (503).',
    ],
  ] as const)('says of a record why it was refused, in the words of %s', async (_, status, body, message) => {
    const outcome = await outcomeOf(status, JSON.stringify(body))
    if (outcome.outcome !== 'partial') throw new Error(outcome.outcome)
    expect(outcome.items[1]).toMatchObject({ problem: { message } })
  })

  it('does not take the values of the record for a reason', async () => {
    const sent = [
      { id: 1, description: 'Blue shirt' },
      { id: 2, description: 'Red shirt' },
    ]
    const body = sent.map((it, at) =>
      at === 1 ? { ...it, success: false, error: 'price is missing' } : { ...it, success: true },
    )
    const outcome = await outcomeOf(200, JSON.stringify(body), parcelOf(sent))
    if (outcome.outcome !== 'partial') throw new Error(outcome.outcome)
    expect(outcome.items[1]).toMatchObject({ problem: { message: 'The destination rejected this record: "price is missing".' } })
  })

  it('places every record of every list of failures rightly, or not at all', async () => {
    const { readItems } = await import('#server/engine/kinds/http/response/items.ts')
    const lists = fc.integer({ min: 2, max: 40 }).chain((count) =>
      fc.record({
        count: fc.constant(count),
        failed: fc.uniqueArray(fc.nat(count - 1), { minLength: 1 }),
        by: fc.constantFrom('index', 'row0', 'row1', 'id', 'pointer'),
      }),
    )
    fc.assert(
      fc.property(lists, ({ count, failed, by }) => {
        const sent = Array.from({ length: count }, (_, at) => ({ id: `r${at}`, same: 1 }))
        const entry = (at: number) =>
          ({
            index: { index: at },
            row0: { row: at },
            row1: { row: at + 1 },
            id: { id: `r${at}`, same: 1 },
            pointer: { source: { pointer: `/${at}/x` } },
          })[by]
        const value = { errors: failed.map((at) => ({ message: 'no', ...entry(at) })) }
        const reading = readItems({ status: 200, value, count, sent: () => sent })
        // A failure is never overlooked.
        if (!('items' in reading)) return reading.whole === 'unclear'
        const found = reading.items.flatMap(({ says }, at) => (says === 'refused' ? [at] : []))
        expect(found).toEqual(failed.toSorted((a, b) => a - b))
        return true
      }),
    )
  })
})

const one = (record: object) => parcelOf([record])

describe('an answer about one record:', () => {
  it.each([
    [200, { ok: true }, 'delivered'],
    [201, { id: 5, status: 'pending', total: 3 }, 'delivered'],
    // What was made may have failed in its own way: it was made.
    [201, { id: 'p-1', status: 'failed' }, 'delivered'],
    [200, { success: false, error: 'email is taken' }, 'refused'],
    [200, { errors: [{ message: 'no' }] }, 'refused'],
    [200, { status: 503 }, 'refused'],
    [200, { ok: false, error: 'rate_limited' }, 'limited'],
    [200, [{ success: false, errors: [{ message: 'no' }] }], 'refused'],
    [200, { success: true, result: [{ status: 'skipped', reasons: [{ code: '1004' }] }] }, 'refused'],
    [200, { errors: true, items: [{ index: { _id: '1', status: 400, error: { type: 'mapper' } } }] }, 'refused'],
    [207, { status: 422, error: 'email is taken' }, 'refused'],
    [207, { status: 503 }, 'retry'],
    [207, { items: [{ status: 422 }] }, 'refused'],
    [207, {}, 'unknown'],
  ])('%d %j', async (status, body, wanted) => {
    const outcome = await outcomeOf(status, JSON.stringify(body), one({ id: 1 }))
    expect(outcome.outcome).toBe(wanted)
    // If one record is refused alone, all may be: the run ends when all are.
    if (outcome.outcome === 'refused') expect(outcome.about).toBe(status === 207 ? 'records' : 'answer')
  })

  it('quotes the reasons of a record that was skipped', async () => {
    const body = { success: true, result: [{ status: 'skipped', reasons: [{ code: '1004', message: 'Lead not found' }] }] }
    expect(await outcomeOf(200, JSON.stringify(body), one({ id: 1 }))).toMatchObject({
      problem: { message: expect.stringContaining('reports an error: "Lead not found" (1004).') },
    })
  })

  it('does not take the record that comes back for a verdict', async () => {
    const record = { id: 1, status: 'failed', error: 'a log line', success: false }
    const text = `[${JSON.stringify(record)}]`
    const bulkOfOne = { ...one(record), body: text, bytes: Buffer.from(text) }
    expect((await outcomeOf(201, JSON.stringify(record), bulkOfOne)).outcome).toBe('delivered')
    const { id: _, ...unnamed } = record
    expect((await outcomeOf(201, JSON.stringify(record), one(record))).outcome).toBe('delivered')
    expect((await outcomeOf(201, JSON.stringify({ data: unnamed }), one(unnamed))).outcome).toBe('delivered')
    expect((await outcomeOf(201, JSON.stringify({ ...record, id: 2, error: 'another' }), bulkOfOne)).outcome).toBe('refused')
  })
})

const reused = '{"error":"Keys for idempotent requests can only be used with the same parameters they were first used with"}'

describe('an answer to the whole:', () => {
  it.each([
    [400, '{}', 'refused', 'records'],
    [422, '{"error":"bad"}', 'refused', 'records'],
    [409, '{"error":"exists"}', 'refused', 'records'],
    [422, '{"title":"Idempotency-Key is already used"}', 'refused', 'delivery'],
    [400, reused, 'refused', 'delivery'],
    ...[401, 402, 407, 511].map((status) => [status, '', 'refused', 'caller'] as const),
    ...[301, 302, 303, 307, 308, 403, 404, 405, 410, 415, 501, 505].map((status) => [status, '', 'refused', 'request'] as const),
    ...[507, 508].map((status) => [status, '', 'refused', 'records'] as const),
    ...[408, 429, 500, 502, 503, 504, 520, 529, 599].map((status) => [status, '', 'retry', undefined] as const),
    [413, '', 'too-large', undefined],
    [409, '{"error":"A request with this key is in progress"}', 'retry', undefined],
  ] as const)('%d %s: %s %s', async (status, body, wanted, about) => {
    const outcome = await outcomeOf(status, body)
    expect(outcome).toMatchObject({ outcome: wanted, ...(about ? { about } : {}), problem: { answer: { status } } })
    const isReused = about === 'delivery'
    if ('problem' in outcome) expect(outcome.problem.code === 'destination/key-reused').toBe(isReused)
  })

  it('409 with Retry-After waits so long', async () => {
    expect(await outcomeOf(409, '{}', parcelOf(three), { 'retry-after': '2' })).toMatchObject({
      outcome: 'retry',
      problem: { retryAfter: 2_000 },
    })
  })

  it('409 after a try without an answer is waited out, and then refused as a whole with the reason', async () => {
    const exists = answering(409, {}, '{"error":"exists"}')
    const found = await outcomes([commitsThenHangs, exists, exists, exists, exists, exists])
    expect(found.map(told)).toEqual(['unknown', 'retry', 'retry', 'retry', 'refused', 'refused'])
    expect(found[4]).toMatchObject({ about: 'delivery' })
    expect(found[4]).toMatchObject({ problem: { message: expect.stringContaining('may have accepted it') } })
    // Under another key nothing is known.
    expect(await outcomes([exists], parcelOf(three, 'key-2'))).toMatchObject([{ outcome: 'refused', about: 'records' }])
  })

  it('says until when, where more than an hour is asked for', async () => {
    const outcome = await outcomeOf(429, '', parcelOf(three), { 'retry-after': '1000000000' })
    // Longer than a run waits: it ends (F10).
    expect(outcome).toMatchObject({ outcome: 'refused', about: 'caller', problem: { retryAfter: 3_600_000 } })
    expect(outcome).toMatchObject({
      problem: { message: expect.stringMatching(/^The destination returned 429\. It requested a wait until 20[5-9]\d-/) },
    })
  })
})
