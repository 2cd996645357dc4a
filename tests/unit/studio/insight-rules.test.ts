/** The rules of AI Insights, each with a history in which it must find something and one in which it must not. */
import { describe, expect, it } from 'vitest'
import { driftOf } from '#server/features/studio/insights/drift.ts'
import { expiryOf } from '#server/features/studio/insights/expiry.ts'
import type { History, LostCause } from '#server/features/studio/insights/history.ts'
import { findingsOf } from '#server/features/studio/insights/rules.ts'
import { binomialTail, corrected, moreOften, normalTail, studentChance } from '#server/features/studio/insights/statistics.ts'

const at = '2026-11-25T10:00:00.000Z'
const healthy: History = {
  now: { delivered: 995, failed: 5, skipped: 0, unknown: 0 },
  before: { delivered: 6_960, failed: 40, skipped: 0, unknown: 0 },
  earlier: [980, 1_020, 1_010, 990, 1_000, 1_005, 995, 1_000],
  causes: [],
  steps: [],
  runs: { ended: 24, empty: 2 },
  requests: { made: 1_000, repeated: 12 },
  waiting: { records: 3, since: at, minutes: 2 },
  twice: { records: 0, runs: 0 },
  absent: [],
  drift: { now: 0, before: 0, fields: [] },
  expiring: [],
}
const cause: LostCause = {
  ...{
    id: 'c',
    message: 'The phone is not valid.',
    example: 'The phone is not valid.',
    lost: 12,
    arrived: 0,
    firstAt: at,
    wasBefore: false,
    differences: [],
  },
  compared: { lost: 12, delivered: 200 },
}
const difference = { path: 'customer.phone', trait: 'space', value: '', lost: 12, delivered: 1 } as const
const hours = (isBefore: boolean, count: number, mean: number) =>
  Array.from({ length: count }, (_, hour) => ({ step: 'destination', isBefore, calls: 50, took: 50 * (mean + (hour % 3)) }))

const field = { path: 'amount', now: 40, before: 200, type: 'number', typeNow: 'number', otherNow: 0, otherBefore: 0 }
const drifted = (change: Partial<typeof field>) => ({ drift: { now: 40, before: 200, fields: [{ ...field, ...change }] } })
const sent = (calls: number, mean: number) => ({ steps: [{ step: 'destination', isBefore: false, calls, took: calls * mean }] })
const ends = (days: number) => ({ expiring: [{ part: 'source', at, days }] })

const kindsOf = (history: Partial<History>) => findingsOf({ ...healthy, ...history }).findings.map(({ kind }) => kind)

describe('a history', () => {
  it('in which nothing stands out has no findings', () => expect(kindsOf({})).toEqual([]))

  it.each<[string, Partial<History>, string[]]>([
    ['a cause that was not there before', { causes: [cause] }, ['new-cause']],
    ['two records of a new cause', { causes: [{ ...cause, lost: 2 }] }, []],
    ['a cause that was there before', { causes: [{ ...cause, wasBefore: true }] }, []],
    [
      'a field that nearly all failed records share',
      { causes: [{ ...cause, wasBefore: true, differences: [difference] }] },
      ['field-differs'],
    ],
    [
      'a field that delivered records share, too',
      { causes: [{ ...cause, wasBefore: true, differences: [{ ...difference, delivered: 170 }] }] },
      [],
    ],
    ['many more failures', { now: { delivered: 900, failed: 100, skipped: 0, unknown: 0 } }, ['failure-rate']],
    [
      'many more failures that a new cause explains',
      { now: { delivered: 900, failed: 100, skipped: 0, unknown: 0 }, causes: [{ ...cause, lost: 98 }] },
      ['new-cause'],
    ],
    ['a tenth of the usual records', { now: { delivered: 99, failed: 1, skipped: 0, unknown: 0 } }, ['volume']],
    ['a connector that is too young', { now: { delivered: 99, failed: 1, skipped: 0, unknown: 0 }, earlier: [900, 1_000] }, []],
    ['a step that became three times as slow', { steps: [...hours(true, 48, 100), ...hours(false, 8, 300)] }, ['slow-step']],
    ['a step of the usual pace', { steps: [...hours(true, 48, 100), ...hours(false, 8, 103)] }, []],
    ['runs that are nearly all empty', { runs: { ended: 96, empty: 94 } }, ['empty-runs']],
    ['few runs that are empty', { runs: { ended: 6, empty: 6 } }, []],
    ['many repeated requests', { requests: { made: 1_000, repeated: 300 } }, ['retries']],
    ['records that wait for hours', { waiting: { records: 40, since: at, minutes: 300 } }, ['waiting']],
    ['records that may have come twice', { twice: { records: 7, runs: 1 } }, ['delivered-twice']],
    ['a mapped field that never came', { absent: [{ message: '"a.b" never came', runs: 3, firstAt: at }] }, ['absent-field']],
    ['a field that is gone', drifted({ now: 0 }), ['source-drift']],
    ['a field that is often missing', drifted({ now: 30, before: 150 }), []],
    ['a field that is new', drifted({ before: 0 }), ['source-drift']],
    ['a field that two records brought', drifted({ now: 2, before: 0 }), []],
    ['a field of another type', drifted({ otherNow: 40, typeNow: 'string' }), ['source-drift']],
    ['a field that was of two types before', drifted({ otherNow: 40, otherBefore: 60, typeNow: 'string' }), []],
    ['a thousand slow single requests', sent(5_000, 900), ['batch-size']],
    ['a thousand quick single requests', sent(5_000, 20), []],
    [
      'slow requests of many records each',
      { ...sent(5_000, 900), now: { delivered: 50_000, failed: 0, skipped: 0, unknown: 0 }, earlier: [] },
      [],
    ],
    ['a credential that ends in a week', ends(7), ['credential-expiry']],
    ['a credential that has ended', ends(-1), ['credential-expiry']],
    ['a credential that ends in a month', ends(30), []],
  ])('with %s', (_, history, found) => expect(kindsOf(history)).toEqual(found))

  it('gives the figures that were counted, and no chance where there is none', () => {
    const { findings, tests } = findingsOf({ ...healthy, causes: [cause], waiting: { records: 40, since: at, minutes: 300 } })
    expect(findings).toMatchObject([
      { kind: 'new-cause', figures: { lost: 12, records: 1_000, recordsBefore: 7_000 }, since: at },
      { kind: 'waiting', figures: { records: 40, minutes: 300 }, chance: null },
    ])
    expect(tests).toBe(5)
  })
})

describe('a field', () => {
  it('is compared by name and type; a null is of no type', () => {
    const drift = driftOf([{ a: '1', c: null }, { a: '2' }], [{ a: 1, b: { d: true } }, { a: 2 }])
    expect(drift).toMatchObject({ now: 2, before: 2 })
    expect(
      Object.fromEntries(drift.fields.map((it) => [it.path, [it.now, it.before, it.otherNow, it.type, it.typeNow]])),
    ).toEqual({
      ...{ a: [2, 2, 2, 'number', 'string'], 'b.d': [0, 1, 0, 'boolean', null], c: [1, 0, 0, null, null] },
    })
  })
})

describe('a credential', () => {
  const token = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`
  it.each<[string, string, string | null]>([
    ['a token', token({ exp: 1_800_000_000 }), '2027-01-15T08:00:00.000Z'],
    ['a token behind Bearer', `Bearer ${token({ exp: 1_800_000_000 })}`, '2027-01-15T08:00:00.000Z'],
    ['a shared access signature', '?sv=2024-01-01&se=2027-01-15T08%3A00%3A00Z&sig=abc', '2027-01-15T08:00:00.000Z'],
    ['a token without an end', token({ sub: 'x' }), null],
    ['a token with a hostile end', token({ exp: 1e300 }), null],
    ['three parts that are no token', 'a.b.c', null],
    ['a password', 'correct horse battery', null],
  ])('%s says when it ends, or nothing', (_, secret, end) => {
    const at = expiryOf(secret)
    expect(at === null ? null : new Date(at).toISOString()).toBe(end)
  })
})

describe('a chance', () => {
  it.each([
    ['of the normal distribution', () => normalTail(1.959964), 0.025],
    ['of eight heads in ten', () => binomialTail(8, 10, 0.5), 0.0546875],
    ['of a lady who tastes tea (Fisher)', () => moreOften(4, 4, 0, 4), 1 / 70],
    ['of three of four cups', () => moreOften(3, 4, 1, 4), 17 / 70],
    ['of a t of 2.228 with ten degrees', () => studentChance(2.228139, 10), 0.05],
    ['of a t of 12.706 with one degree', () => studentChance(12.7062, 1), 0.05],
  ])('%s', (_, found, expected) => expect(found()).toBeCloseTo(expected, 5))

  it('of many comparisons is corrected as Benjamini and Hochberg have it', () => {
    const found = corrected([0.01, 0.04, 0.03, 0.005])
    expect(found.map((it) => Math.round(it * 1_000) / 1_000)).toEqual([0.02, 0.04, 0.04, 0.02])
  })
})
