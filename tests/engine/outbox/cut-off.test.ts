/** What may have been on its way when a run was broken off, and what is said of it. */
import { expect, it } from 'vitest'

import { type Item, itemOf } from '#server/engine/deliver/outcome-classifier.ts'
import { putToHead } from '#server/engine/deliver/sending.ts'
import { engineLimits } from '#server/engine/limits.ts'
import { perhapsSent } from '#server/engine/outbox/outbox-takeover.ts'
import { twiceNote } from '#server/engine/runs/run-ending.ts'
import { Delivery } from '#server/records/ledger/delivery.repository.ts'
import type { PendingDelivery } from '#server/records/ledger/source-pages.repository.ts'

const now = new Date('2026-02-03T04:05:06Z')
const before = new Date(now.getTime() - 1)
const after = new Date(now.getTime() + 1)

/** Deliveries of one record each: its key is that of the argument. */
function deliveriesOf(keys: readonly string[]): Delivery[] {
  const content = {
    ...{ keyPrefix: 'dc-', first: 0, size: 1, open: '', close: '', indices: null, keys },
    ...{ lengths: keys.map(() => 1), body: Buffer.from('1'.repeat(keys.length)) },
  }
  return keys.map((_, at) => new Delivery({ number: 1, readAt: now, content }, [at], true))
}

function pendingOf(keys: readonly string[], changes: Readonly<Record<number, Partial<PendingDelivery>>> = {}): PendingDelivery[] {
  const fresh = {
    attempts: 0,
    inherited: 0,
    notBefore: null,
    isBegun: false,
    isInDoubt: false,
    isCutOff: false,
    cuts: 0,
    error: null,
  }
  return deliveriesOf(keys).map((delivery, at) => ({ delivery, ...fresh, ...changes[at] }))
}

const limits = { ...engineLimits, unsettledMax: 2 }
const placesOf = (pending: readonly PendingDelivery[]) =>
  perhapsSent(pending, limits, now).map(({ delivery }) => delivery.position)

it('is the first that nothing is known of, as many as are open or not settled at once', () => {
  expect(placesOf(pendingOf(['a', 'b', 'c', 'd']))).toEqual([0, 1])
})

it('leaves out what waits for an earlier version of its record, and counts no place for it', () => {
  expect(placesOf(pendingOf(['a', 'a', 'a', 'b', 'c']))).toEqual([0, 3])
})

it('holds what was tried before once its pause is over, beside the first', () => {
  const changes = {
    0: { attempts: 1, notBefore: after },
    1: { attempts: 1, notBefore: before },
    4: { attempts: 2, inherited: 2 },
  }
  expect(placesOf(pendingOf(['a', 'b', 'c', 'd', 'e', 'f'], changes))).toEqual([1, 2, 3, 4])
})

it('takes what was cut off already and not tried since for one of the first', () => {
  const changes = { 0: { attempts: 1, cuts: 1, isCutOff: true } }
  expect(placesOf(pendingOf(['a', 'b', 'c'], changes))).toEqual([0, 1])
})

it('is what is sent first: those of which nothing was tried keep their order when they come back from a pause', () => {
  const [a, b, c, d] = deliveriesOf(['a', 'b', 'c', 'd']) as [Delivery, Delivery, Delivery, Delivery]
  const queue: Item[] = [itemOf(d)]
  for (const item of [itemOf(a), itemOf(c), itemOf(b), itemOf(d, 1)]) putToHead(queue, item)
  expect(queue.map(({ delivery, attempts }) => [delivery.position, attempts])).toEqual([
    ...[[3, 1] as const, [0, 0] as const, [1, 0] as const, [2, 0] as const, [3, 0] as const],
  ])
})

it.each([
  [0, false, true, null],
  [2, true, false, '2 of them may have arrived twice. We sent them again after a lost response.'],
  [1, true, false, '1 of them may have arrived twice. We sent it again after a lost response.'],
  [...[2, false, true], 'Up to 2 of them may have arrived twice. We sent them again after an interruption.'],
  [...[1, false, true], '1 of them may have arrived twice. We sent it again after an interruption.'],
  [...[3, true, true], 'Up to 3 of them may have arrived twice. We sent them again after a lost response or an interruption.'],
] as const)('is said of %i (lost %s, broken off %s)', (count, isLost, isCutOff, said) => {
  expect(twiceNote(count, { isLost, isCutOff })).toBe(said)
})
