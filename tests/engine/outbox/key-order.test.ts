/** Versions of one record take effect in the order in which they were read, whatever the destination does. */
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { type ForeignAnswer, problem } from '#contract/kit/problem.ts'
import type { Attempt } from '#server/engine/deliver/attempts.repository.ts'
import { itemOf } from '#server/engine/deliver/outcome-classifier.ts'
import { createSender } from '#server/engine/deliver/sending.ts'
import { createHosts } from '#server/engine/fairness/hosts.ts'
import type { Pace } from '#server/engine/fairness/pace.ts'
import { createPaces } from '#server/engine/fairness/paces.ts'
import { createCompanyTurns } from '#server/engine/fairness/tenant-scheduling.ts'
import type { ItemOutcome, Outcome, Parcel } from '#server/engine/kit/kind.ts'
import { engineLimits } from '#server/engine/limits.ts'
import { settledBy } from '#server/engine/read/window.ts'
import { type Delivery, deliveriesOf } from '#server/records/ledger/delivery.repository.ts'

const origin = 'https://crm.example.com'
const answer: ForeignAnswer = { status: 200, headers: {}, body: '', bytes: 0 }
const failing = problem('destination/failing')
const refused = problem('destination/refused')

/** Of a host that has taken many requests before, so that all are sent that may be. */
function knownPace(): Pace {
  const pace = createPaces({ pauseBase: 1, pauseCap: 1 }).of('a', origin)
  for (let count = 0; count < 100; count += 1) {
    pace.start({ perSecond: null, wake: () => {} })
    pace.ended('answered')
  }
  return pace
}

/** What the destination does with one request, in the order in which requests come. */
type Manner = { readonly does: Doing; readonly wait: number }
const doings = ['takes', 'fails', 'drops', 'refuses', 'finds-too-large', 'takes-some'] as const
type Doing = (typeof doings)[number]

type History = {
  /** Records by their keys, in the order in which they are read, and how many of them are in one delivery. */
  readonly keys: readonly number[]
  readonly size: number
  /** Records of one page. */
  readonly page: number
  readonly manners: readonly Manner[]
  /** Milliseconds that writing an outcome down takes. */
  readonly settling: number
  /** Whether a delivery is a document that holds its list: it stays whole. */
  readonly isDocument?: boolean
}

const histories: fc.Arbitrary<History> = fc.record({
  keys: fc.array(fc.nat(4), { minLength: 1, maxLength: 40 }),
  size: fc.integer({ min: 1, max: 5 }),
  page: fc.integer({ min: 1, max: 20 }),
  manners: fc.array(fc.record({ does: fc.constantFrom(...doings), wait: fc.nat(3) }), { maxLength: 40 }),
  settling: fc.nat(2),
  isDocument: fc.boolean(),
})

const pagesOf = ({ keys, size, page, isDocument = false }: History): Delivery[] =>
  Array.from({ length: Math.ceil(keys.length / page) }, (_, at) => at).flatMap((at) => {
    const own = keys.slice(at * page, (at + 1) * page).map((key, index) => ({ key, version: at * page + index }))
    const texts = own.map((it) => JSON.stringify(it))
    const [open, close] = size === 1 ? ['', ''] : isDocument ? ['{"items":[', ']}'] : ['[', ']']
    let body = ''
    for (let from = 0; from < texts.length; from += size) body += open + texts.slice(from, from + size).join(',') + close
    const content = {
      ...{ keyPrefix: 'dc-', first: at * page, size, open, close, indices: null, body: Buffer.from(body) },
      ...{ keys: own.map(({ key }) => `k${key}`), lengths: texts.map(({ length }) => length) },
    }
    return deliveriesOf({ number: at + 1, readAt: new Date(), content })
  })

type Record = { readonly key: number; readonly version: number }

/** Plays a history and returns the records as they took effect, and how each record ended. */
async function play(history: History): Promise<{ effects: Record[]; ends: Map<number, string[]> }> {
  const limits = { ...engineLimits, retries: 3, retryBase: 1, retryCap: 2, probePause: 2 }
  const effects: Record[] = []
  const ends = new Map<number, string[]>()
  const manners = [...history.manners]
  let isOver = () => false
  const over = new Promise<void>((resolve) => {
    isOver = () => {
      if (ends.size === history.keys.length) resolve()
      return ends.size === history.keys.length
    }
  })
  /** Keys of requests that had their effect: a destination that honours them has each once. */
  const known = new Set<string>()

  async function deliver(parcel: Parcel): Promise<Outcome> {
    const { does: doing, wait } = manners.shift() ?? { does: 'takes', wait: 0 }
    const { key, count } = parcel
    // A destination that honours keys may fail or be cut off again; it never says of a request it took that it did not.
    const does = known.has(key) && doing !== 'fails' && doing !== 'drops' ? 'takes' : doing
    const records = parcel.texts().map((text) => JSON.parse(text) as Record)
    await sleep(wait)
    const take = (its: readonly Record[]) => {
      if (!known.has(key)) effects.push(...its)
      known.add(key)
    }
    if (does === 'takes' || known.has(key)) take(records)
    if (does === 'takes') return { outcome: 'delivered', answer }
    if (does === 'fails') return { outcome: 'retry', problem: failing }
    if (does === 'refuses') return { outcome: 'refused', problem: refused, about: 'records' }
    if (does === 'finds-too-large') return { outcome: 'too-large', problem: failing }
    if (does === 'takes-some' && count > 1) {
      effects.push(...records.filter((_, at) => at % 2 === 1))
      const items = records.map(
        (_, at): ItemOutcome => (at % 2 === 1 ? { outcome: 'delivered' } : { outcome: 'retry', problem: failing }),
      )
      return { outcome: 'partial', answer, items }
    }
    take(records)
    return { outcome: 'unknown', problem: failing }
  }

  const sender = createSender({
    ...{ host: createHosts(limits).of(origin, 'connector'), limits, company: 'a', begin: null, overtaken: null, crash: () => {} },
    turns: createCompanyTurns(),
    pace: knownPace(),
    ...{ waiting: { waits: () => {}, over: () => {} }, limited: () => {} },
    signal: new AbortController().signal,
    destination: {
      ...{ endpoint: origin, host: origin, answersEach: true, deliver },
      preview: () => ({ method: 'POST', to: origin, headers: {}, body: '' }),
    },
    fence: { isFresh: () => true, refresh: async () => {}, looked: () => {} },
    report: (made: readonly Attempt[], then) => {
      setTimeout(() => {
        for (const attempt of made) {
          const settled = settledBy(attempt)
          for (const ordinal of settled) {
            const { version } = JSON.parse(attempt.delivery.part([ordinal]).texts()[0] ?? '') as Record
            ends.set(version, [...(ends.get(version) ?? []), attempt.ends ?? ''])
          }
          sender.settled(attempt.delivery, settled)
        }
        then()
        sender.pump()
        isOver()
      }, history.settling)
    },
    unsettled: () => 0,
    told: () => {},
    earlierWait: null,
    isRead: () => true,
    refuse: () => {},
    broke: (thrown) => {
      throw thrown
    },
    ended: () => {},
  })
  for (const delivery of pagesOf(history)) {
    sender.enter([delivery])
    sender.add(itemOf(delivery), null)
  }
  await over
  sender.hold()
  return { effects, ends }
}

it('never goes back to an earlier version, ends each record once, and waits for none that has ended', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const { effects, ends } = await play(history)
      const newest = new Map<number, number>()
      const last = new Map(effects.map(({ key, version }) => [key, version]))
      for (const { key, version } of effects) {
        // A document that may have arrived goes again as it was, older versions first: what counts is which one stays.
        const least = history.isDocument ? version : (newest.get(key) ?? 0)
        const found = history.isDocument ? last.get(key) : version
        expect(found, `key ${key} in ${JSON.stringify(effects)}`).toBeGreaterThanOrEqual(least)
        newest.set(key, version)
      }
      expect([...ends.values()].filter(({ length }) => length !== 1)).toEqual([])
    }),
    { numRuns: 150 },
  )
})

it('sends records of other keys while one waits for its retry', async () => {
  const keys = [0, ...Array.from({ length: 30 }, (_, at) => at + 1), 0]
  const manners = [{ does: 'fails', wait: 0 } as const]
  const { effects } = await play({ keys, size: 1, page: 40, manners, settling: 0 })
  expect(effects.slice(-2)).toEqual([
    { key: 0, version: 0 },
    { key: 0, version: 31 },
  ])
})

it('sends what waits for a part of a refused delivery also when that part is divided unsent', { timeout: 10_000 }, async () => {
  // While the first delivery is refused, the second one shows that two records are too many.
  const manners = [{ does: 'refuses', wait: 50 } as const, { does: 'finds-too-large', wait: 0 } as const]
  const { ends } = await play({ keys: [0, 1, 2, 3, 4, 5], size: 4, page: 4, manners, settling: 0 })
  expect([...ends.values()].flat()).toEqual(Array.from({ length: 6 }, () => 'delivered'))
})
