/** The search for bad records, against a destination that is a function: every delivery is answered in its order, nothing is a network. */
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { problem } from '#contract/kit/problem.ts'
import type { Attempt } from '#server/engine/deliver/attempts.repository.ts'
import { createBisection } from '#server/engine/deliver/batch-splitting.ts'
import type { Item } from '#server/engine/deliver/outcome-classifier.ts'
import { type Delivery, deliveriesOf } from '#server/records/ledger/delivery.repository.ts'

/** A page of `count` records in one delivery. */
function pageOf(count: number): Delivery {
  const keys = Array.from({ length: count }, (_, at) => String(at))
  const body = Buffer.from(`[${keys.join(',')}]`)
  const content = {
    keyPrefix: 'dc-',
    first: 0,
    size: count,
    open: '[',
    close: ']',
    keys,
    lengths: keys.map((it) => it.length),
    indices: null,
    body,
  }
  const [delivery] = deliveriesOf({ number: 1, readAt: new Date(), content })
  if (!delivery) throw new Error('there is no delivery')
  return delivery
}

const why = problem('destination/refused')

/** Sends until nothing is left; which records ended how, and what was asked. */
function search(count: number, bad: ReadonlySet<number>) {
  const queue: Item[] = []
  const ended = new Map<number, string[]>()
  const asked: number[][] = []
  const end = (ordinals: readonly number[], how: string) => {
    for (const it of ordinals) ended.set(it, [...(ended.get(it) ?? []), how])
  }
  const bisection = createBisection({
    report: (attempts: readonly Attempt[], then) => {
      // Only what was asked alone is called refused.
      expect(attempts.flatMap(({ settled }) => settled)).toEqual([])
      then()
    },
    send: (item) => queue.push(item),
  })
  const whole = pageOf(count)
  queue.push({
    delivery: whole,
    firstAt: null,
    attempts: 0,
    inherited: 0,
    againAt: null,
    failedAt: null,
    interruptedAt: null,
    sentAt: 0,
    isInDoubt: false,
    isCutOff: false,
    isFresh: true,
    isBegun: false,
    sought: null,
    limits: null,
  })
  for (let item = queue.shift(); item; item = queue.shift()) {
    const { delivery } = item
    item.attempts += 1
    asked.push([...delivery.ordinals])
    // What is sent is what the records say, in a delivery of its own.
    expect(JSON.parse(delivery.body)).toEqual([...delivery.ordinals])
    const times = { startedAt: new Date(), endedAt: new Date() }
    if (!delivery.ordinals.some((it) => bad.has(it))) {
      end(delivery.ordinals, 'taken')
      bisection.ended(delivery, 'delivered')
    } else if (delivery.count > 1) bisection.divide(item, why, times)
    else {
      end(delivery.ordinals, 'refused')
      bisection.ended(delivery, 'otherwise')
    }
  }
  return { ended, asked }
}

it.each(Array.from({ length: 100 }, (_, at) => at))(
  'F26 record %i of a hundred is bad: nine more requests at most, and the others are taken once',
  (at) => {
    const { ended, asked } = search(100, new Set([at]))
    expect(asked.length - 1).toBeLessThanOrEqual(9)
    for (let record = 0; record < 100; record += 1) expect(ended.get(record)).toEqual([record === at ? 'refused' : 'taken'])
  },
)

it('any number of bad records of any number: each record ends once, as it deserves, and no key is used for different bytes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 130 }), fc.uniqueArray(fc.nat(129), { maxLength: 12 }), (count, places) => {
      const bad = new Set(places.filter((it) => it < count))
      const { ended, asked } = search(count, bad)
      for (let record = 0; record < count; record += 1) expect(ended.get(record)).toEqual([bad.has(record) ? 'refused' : 'taken'])
      const byName = Map.groupBy(asked, (ordinals) => `${ordinals[0]}x${ordinals.length}`)
      for (const [, same] of byName) expect(new Set(same.map((it) => it.join())).size).toBe(1)
    }),
  )
})
