/** How the deliveries of one run are sent, with a destination that answers as it is told. */
import { expect, it } from 'vitest'

import { type ForeignAnswer, problem } from '#contract/kit/problem.ts'
import type { Attempt } from '#server/engine/deliver/attempts.repository.ts'
import { itemOf } from '#server/engine/deliver/outcome-classifier.ts'
import { leavingOut } from '#server/engine/deliver/rebase.ts'
import { createSender } from '#server/engine/deliver/sending.ts'
import { createHosts } from '#server/engine/fairness/hosts.ts'
import { createPaces } from '#server/engine/fairness/paces.ts'
import { createCompanyTurns } from '#server/engine/fairness/tenant-scheduling.ts'
import type { Outcome } from '#server/engine/kit/kind.ts'
import { engineLimits } from '#server/engine/limits.ts'
import { Delivery } from '#server/records/ledger/delivery.repository.ts'
import { eventually } from '../kit/stage.ts'

const origin = 'https://crm.example.com'
const answer: ForeignAnswer = { status: 200, headers: {}, body: '', bytes: 0 }
const delivered: Outcome = { outcome: 'delivered', answer }
const failing = problem('destination/failing')

/** A delivery of so many records that begins at a place of the run. */
function deliveryAt(first: number, count: number): Delivery {
  const keys = Array.from({ length: count }, (_, at) => String(first + at))
  const body = Buffer.from(`[${keys.join(',')}]`)
  const content = {
    ...{ keyPrefix: 'dc-', first, size: count, open: '[', close: ']', indices: null },
    ...{ keys, lengths: keys.map(({ length }) => length), body },
  }
  const page = { number: 1, readAt: new Date(), content }
  return new Delivery(
    page,
    Array.from({ length: count }, (_, at) => at),
    true,
  )
}

/** @param tell what the destination does with the records of a delivery, told by their keys. */
function raise(
  tell: (keys: readonly string[], call: number) => Outcome,
  isIdempotent = true,
  more: Partial<typeof engineLimits> = {},
) {
  const limits = { ...engineLimits, sendsAtOnce: 1, retries: 1, retryBase: 1, retryCap: 1, probePause: 20, ...more }
  const hosts = createHosts(limits)
  const host = hosts.of(origin, 'connector')
  const attempts: Attempt[] = []
  const refusals: string[] = []
  let calls = 0
  const sender = createSender({
    ...{ host, limits, company: 'a', turns: createCompanyTurns(), begin: null, overtaken: null, crash: () => {} },
    pace: createPaces({ pauseBase: 1, pauseCap: 1 }).of('a', origin),
    ...{ waiting: { waits: () => {}, over: () => {} }, limited: () => {} },
    signal: new AbortController().signal,
    destination: {
      ...{ endpoint: origin, host: origin, preview: () => ({ method: 'POST', to: origin, headers: {}, body: '' }) },
      isIdempotent: () => isIdempotent,
      deliver: async (parcel) => {
        calls += 1
        return tell(parcel.texts(), calls)
      },
    },
    fence: { isFresh: () => true, refresh: async () => {}, looked: () => {} },
    report: (made, then) => {
      attempts.push(...made)
      queueMicrotask(then)
    },
    unsettled: () => 0,
    told: () => {},
    earlierWait: null,
    isRead: () => true,
    refuse: ({ code }) => void refusals.push(code),
    broke: (thrown) => {
      throw thrown
    },
    ended: () => {},
  })
  const add = (first: number, count: number) => sender.add(itemOf(deliveryAt(first, count)), null)
  const endsOf = (key: string) => attempts.flatMap(({ delivery, ends }) => (delivery.key === key && ends !== null ? [ends] : []))
  const other = hosts.of(origin, 'another connector')
  return { add, endsOf, attempts, calls: () => calls, host, other, refusals, standing: sender.standing, hold: sender.hold }
}

const unavailable = problem('destination/failing', { answer: { ...answer, status: 503 } })
const unavailableFor =
  (...refused: readonly string[]) =>
  ([key]: readonly string[]): Outcome =>
    key !== undefined && refused.includes(key) ? { outcome: 'retry', problem: unavailable } : delivered

it('asks a host that was away with what it sends, and not with what it divides', async () => {
  const { add, endsOf, host, hold } = raise((keys) => {
    if (keys.length > 1) return { outcome: 'too-large', problem: failing }
    return keys[0] === '10' ? { outcome: 'retry', problem: failing } : delivered
  })
  const areDelivered = (...keys: string[]) =>
    eventually(
      () => keys.flatMap(endsOf),
      (all) => all.length === keys.length && all.every((ends) => ends === 'delivered'),
      5_000,
    )
  add(0, 2)
  await areDelivered('dc-0x1', 'dc-1x1')
  add(10, 1)
  await eventually(host.state, (state) => state === 'open', 5_000)
  add(20, 2)
  await areDelivered('dc-20x1', 'dc-21x1')
  expect(host.state()).toBe('closed')
  expect(endsOf('dc-10')).toEqual(['failed'])
  hold()
})

it('fails a record that a host always answers with 503 after its own tries, where the host takes others meanwhile', async () => {
  const { add, attempts, endsOf, host, other, hold } = raise(unavailableFor('1', '3', '5'), true, { sendsAtOnce: 4 })
  for (let at = 0; at < 12; at += 1) add(at, 1)
  const refused = ['dc-1', 'dc-3', 'dc-5']
  await eventually(
    () => refused.flatMap(endsOf),
    ({ length }) => length === 3,
    2_000,
  )
  expect(refused.flatMap(endsOf)).toEqual(['failed', 'failed', 'failed'])
  expect(attempts.filter(({ delivery }) => delivery.key === refused[0])).toHaveLength(2)
  expect(attempts.filter(({ ends }) => ends === 'delivered')).toHaveLength(9)
  expect([host.state(), other.state()]).toEqual(['closed', 'closed'])
  hold()
})

it('waits for a host that answers all that is left with 503, and lets other connectors go on', async () => {
  let isDown = false
  const { add, endsOf, host, other, standing, hold } = raise(
    ([key]) => (isDown && key !== undefined ? { outcome: 'retry', problem: unavailable } : delivered),
    true,
  )
  add(0, 1)
  await eventually(
    () => endsOf('dc-0'),
    ({ length }) => length === 1,
    2_000,
  )
  isDown = true
  add(1, 1)
  add(2, 1)
  await eventually(host.state, (state) => state === 'open', 2_000)
  expect(other.state()).toBe('closed')
  expect(standing()?.waiting?.kind).toBe('away')
  isDown = false
  await eventually(
    () => ['dc-1', 'dc-2'].flatMap(endsOf),
    ({ length }) => length === 2,
    2_000,
  )
  expect(['dc-1', 'dc-2'].flatMap(endsOf)).toEqual(['delivered', 'delivered'])
  hold()
})

it('fails the last records of a run when they alone met nothing but 503 for too long', async () => {
  const { add, endsOf, refusals, hold } = raise(unavailableFor('1'), true, { leftOverMax: 100 })
  add(0, 1)
  await eventually(
    () => endsOf('dc-0'),
    ({ length }) => length === 1,
    2_000,
  )
  add(1, 1)
  await eventually(
    () => endsOf('dc-1'),
    ({ length }) => length === 1,
    5_000,
  )
  expect(endsOf('dc-1')).toEqual(['failed'])
  expect(refusals).toEqual([])
  hold()
})

it.each([
  ['one connector', [['a', true]], 'open', 'closed'],
  [
    'two connectors',
    [
      ['a', true],
      ['b', true],
    ],
    'open',
    'open',
  ],
  ['one connector, without a response', [['a', false]], 'open', 'open'],
] as const)('closes the way for all connectors of a host, or for one: %s', (_, failures, own, others) => {
  const hosts = createHosts(engineLimits)
  for (const [connector, isAnswered] of failures) hosts.of(origin, connector).failed({ isLast: true, since: 0, isAnswered })
  expect([hosts.of(origin, 'a').state(), hosts.of(origin, 'c').state()]).toEqual([own, others])
  expect(hosts.circuits()).toEqual([[origin, 'open']])
  hosts.of(origin, 'c').answered()
  expect(hosts.circuits()).toEqual([])
})

it.each([
  ['the caller', 'caller', 'unknown'],
  ['the request', 'request', 'unknown'],
  ['the key', 'delivery', 'unknown'],
  ['the records', 'records', 'failed'],
] as const)('calls what may have arrived unknown, unless the destination refuses the records: %s', async (_, about, ends) => {
  const { add, endsOf, hold } = raise((__, call) =>
    call === 1
      ? { outcome: 'unknown', problem: failing }
      : { outcome: 'refused', problem: problem('destination/refused'), about },
  )
  add(0, 1)
  expect(
    await eventually(
      () => endsOf('dc-0'),
      ({ length }) => length > 0,
      5_000,
    ),
  ).toEqual([ends])
  hold()
})

it.each([
  ['may have arrived, where a second one would have a second effect', false, { outcome: 'unknown', problem: failing }],
  ['was answered without a word of what became of it', true, { outcome: 'unknown', problem: failing, isAnswered: true }],
] as const)('sends once what %s', async (_, isIdempotent, outcome) => {
  const { add, attempts, calls, endsOf, host, hold } = raise(() => outcome, isIdempotent)
  add(0, 1)
  await eventually(
    () => endsOf('dc-0'),
    ({ length }) => length > 0,
    5_000,
  )
  expect(calls()).toBe(1)
  expect(attempts).toMatchObject([{ ends: 'unknown', settled: [{ status: 'unknown' }] }])
  expect(attempts[0]?.error?.message).toMatch(/ We sent the request once and won't repeat it automatically\.$/)
  // One lost response is no outage.
  expect(host.state()).toBe('closed')
  hold()
})

it('takes a host for away when as many as a delivery has tries were lost one after another', async () => {
  const { add, host, hold } = raise(() => ({ outcome: 'unknown', problem: failing }), false)
  add(0, 1)
  add(1, 1)
  await eventually(host.state, (state) => state === 'open', 5_000)
  hold()
})

it('ends when every answer leaves the outcome unknown', async () => {
  const { add, calls, refusals, hold } = raise(() => ({ outcome: 'unknown', problem: failing, isAnswered: true }))
  for (let at = 0; at < 40; at += 1) add(at, 1)
  await eventually(
    () => refusals.length,
    (length) => length > 0,
    5_000,
  )
  hold()
  expect(calls()).toBeLessThanOrEqual(21)
})

it('goes on with the others where some records of a delivery were overtaken, and not at all where it may have arrived', () => {
  const item = { ...itemOf(deliveryAt(0, 3), 1, 0) }
  const some = leavingOut(item, [1])
  expect(some).toMatchObject({ number: 2, outcome: 'not-sent', ends: 'divided', error: { code: 'replay/overtaken' } })
  expect(some.settled).toEqual([{ ordinal: 1, status: 'skipped', error: null }])
  expect(some.parts?.map(({ ordinals }) => ordinals)).toEqual([[0, 2]])
  expect(leavingOut(item, [0, 1, 2])).toMatchObject({ ends: 'failed', parts: null })
  for (const doubt of [{ isInDoubt: true }, { isCutOff: true }]) {
    const doubtful = leavingOut({ ...item, ...doubt }, [1])
    expect(doubtful).toMatchObject({ ends: 'unknown', parts: null, error: { code: 'destination/outcome-unknown' } })
    expect(doubtful.settled.map(({ status }) => status)).toEqual(['unknown', 'unknown', 'unknown'])
  }
})
