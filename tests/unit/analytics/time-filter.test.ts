import { assert, constantFrom, integer, option, property, record, string } from 'fast-check'
import { DateTime } from 'luxon'
import { describe, expect, it } from 'vitest'
import { createActor, type EventObject, fromCallback } from 'xstate'

import { fittingResolution, periods, rangeMax, resolutionNames, ruleFor } from '#contract/kit/time-range.ts'
import { endAt, faultsIn, spanOf } from '#src/machines/analytics/range.ts'
import { selectRule, type TimeFilterEmitted, timeFilterMachine } from '#src/machines/analytics/time-filter.machine.ts'
import { type FilterPlace, openingOf, placeOf, timeRangeOf } from '#src/machines/analytics/time-filter-place.ts'
import { clockAt, named, wallIn } from '#src/machines/analytics/zoned.ts'

/** Whole hours and halves, southern summers, a day that was left out, and no changes at all. */
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Santiago',
  'UTC',
]
const minute = 60_000
const zone = constantFrom(...zones)
const instant = integer({ min: Date.UTC(1975, 0, 1) / minute, max: Date.UTC(2037, 0, 1) / minute }).map((it) => it * minute)
/** Close to where the clocks of these zones change. */
const change = constantFrom(
  ...[
    '2026-03-29T01:00Z',
    '2026-10-25T01:00Z',
    '2026-03-08T07:00Z',
    '2026-11-01T06:00Z',
    '2026-04-04T15:00Z',
    '2026-10-03T15:30Z',
  ],
  ...['2011-12-30T10:00Z', '2026-04-05T03:00Z', '2026-09-06T04:00Z'],
)
const near = record({ change, by: integer({ min: -300, max: 300 }) }).map(({ change: at, by }) => Date.parse(at) + by * minute)

describe('a clock on the wall', () => {
  it.each([
    ['anywhere', instant],
    ['where clocks change', near],
  ])('shows what Luxon says it shows, and names the instant that it was read at, %s', (_, instants) => {
    assert(
      property(instants, zone, (at, where) => {
        const text = clockAt(at, where)
        expect(text).toBe(DateTime.fromMillis(at, { zone: where }).toFormat("yyyy-MM-dd'T'HH:mm"))
        const end = endAt(at, where)
        expect(spanOf({ from: end, to: end }, where)).toEqual({ from: at, to: at })
      }),
      { numRuns: 2_000 },
    )
  })

  it('names both instants of a time that comes twice, and the change for one that never comes', () => {
    expect(of('2026-10-25T02:30', 'Europe/Berlin')).toEqual({
      kind: 'twice',
      at: [Date.parse('2026-10-25T00:30Z'), Date.parse('2026-10-25T01:30Z')],
      offsets: [2 * 60 * minute, 60 * minute],
    })
    expect(of('2026-03-29T02:30', 'Europe/Berlin')).toEqual({
      kind: 'never',
      at: Date.parse('2026-03-29T01:00Z'),
      left: '02:00',
      met: '03:00',
    })
    expect(of('2026-10-04T02:10', 'Australia/Lord_Howe')).toMatchObject({ kind: 'never', left: '02:00', met: '02:30' })
    // Samoa went over the date line and left a whole day out.
    expect(of('2011-12-30T12:00', 'Pacific/Apia')).toMatchObject({ kind: 'never', at: Date.parse('2011-12-30T10:00Z') })
  })

  it.each(['', 'yesterday', '2026-02-30T10:00', '2026-13-01T10:00', '2026-01-01T24:00', '2026-01-01', '999999-01-01T00:00'])(
    'takes %j for no time',
    (text) => expect(wallIn(text)).toBeNull(),
  )
})

describe('a custom range', () => {
  it('is asked for as it was typed, or it is said why not', () => {
    assert(
      property(near, near, zone, (one, other, where) => {
        const ends = { from: endAt(one, where), to: endAt(other, where) }
        const fault = one === other ? 'empty' : other < one ? 'reversed' : other - one > rangeMax ? 'long' : undefined
        expect(faultsIn(ends, where).to).toBe(fault)
      }),
    )
  })
})

describe('how finely a range is told', () => {
  const now = Date.parse('2026-11-22T10:31:00Z')
  const hour = 60 * minute
  const day = 24 * hour
  const allowed = (from: number, span: number) => ruleFor({ from, to: from + span }, now).allowed

  it('is by its length', () => {
    expect([24 * hour - 1, 24 * hour, 168 * hour, 720 * hour, 2_160 * hour].map((span) => allowed(now - span, span))).toEqual([
      ['Minute', 'Hour'],
      ['Hour', 'Day'],
      ['Day', 'Week'],
      ['Week', 'Month'],
      ['Month'],
    ])
  })

  it.each([
    ['99 days ago', 99 * day, 'hours', ['Minute', 'Hour'], 'Minute'],
    ['a millisecond before that', 99 * day + 1, 'hoursLongAgo', ['Hour'], 'Hour'],
    ['100 days ago', 100 * day, 'hoursLongAgo', ['Hour'], 'Hour'],
    ['in the future', -day, 'hours', ['Minute', 'Hour'], 'Minute'],
  ] as const)('is by what is kept, under 24 hours that begin %s', (_, age, name, names, usual) => {
    const range = { from: now - age, to: now - age + hour }
    expect(ruleFor(range, now)).toEqual({ name, allowed: names, default: usual })
    expect(fittingResolution(range, 'Minute', now)).toBe(usual)
    expect(fittingResolution(range, 'Hour', now)).toBe('Hour')
  })

  it('is not by what is kept of a day and more', () => {
    expect(allowed(now - 100 * day, day)).toEqual(['Hour', 'Day'])
    expect(allowed(now - 5_000 * day, 7 * day)).toEqual(['Day', 'Week'])
  })

  it('counts days of 24 hours, wherever clocks were moved since', () => {
    const opened = (clock: string, where: string) => {
      const place = { period: 'custom', from: clock, to: '2026-08-15T15:00Z', by: null, environment: null }
      return openingOf(place, where, now).asked.resolution
    }
    for (const where of zones) {
      expect([where, opened('2026-08-15T10:31Z', where)]).toEqual([where, 'Minute'])
      expect([where, opened('2026-08-15T10:30Z', where)]).toEqual([where, 'Hour'])
    }
  })

  it('says so where Minute was asked for, and grows old with the clock', () => {
    const place = { period: 'custom', from: '2026-08-15T10:31Z', to: '2026-08-15T11:31Z', by: null, environment: null } as const
    const old = openingOf({ ...place, from: '2026-08-15T10:30Z', by: 'minute' }, 'UTC', now)
    expect([old.asked.resolution, old.adjustedFrom]).toEqual(['Hour', 'Minute'])
    const idle = {
      joinPlace: fromCallback<TimeFilterEmitted, void>(() => {}),
      watchClock: fromCallback<EventObject, void>(() => {}),
    }
    const actor = createActor(timeFilterMachine.provide({ actors: idle }), { input: { place, zone: 'UTC', now } }).start()
    const seen = () => {
      const { asked, adjustedFrom } = actor.getSnapshot().context
      return [asked.resolution, adjustedFrom, selectRule(actor.getSnapshot()).name]
    }
    expect(seen()).toEqual(['Minute', null, 'hours'])
    actor.send({ type: 'clock.ticked', now: now + minute })
    expect(seen()).toEqual(['Hour', 'Minute', 'hoursLongAgo'])
    actor.send({ type: 'clock.ticked', now: now + 2 * minute })
    expect(seen()).toEqual(['Hour', 'Minute', 'hoursLongAgo'])
    actor.stop()
  })
})

describe('the address', () => {
  const now = Date.parse('2026-11-22T10:31:00Z')
  const word = option(string({ maxLength: 20 }), { nil: null })
  const time = option(
    near.map((at) => `${new Date(at).toISOString().slice(0, 16)}Z`),
    { nil: null },
  )
  const place = record<FilterPlace>({
    period: option(constantFrom(...periods.map(({ code }) => code)), { nil: null }),
    from: time,
    to: time,
    by: option(constantFrom(...resolutionNames.map((it) => it.toLowerCase())), { nil: null }),
    environment: option(constantFrom('all', 'sandbox', 'production'), { nil: null }),
  })

  it('gives back what stood in it, in every zone', () => {
    assert(
      property(place, zone, zone, (given, here, there) => {
        const opened = openingOf(given, here, now)
        const written = placeOf(opened.choice, opened.asked, now)
        const again = openingOf(written, there, now)
        expect({ ...again.asked, zone: here }).toEqual(opened.asked)
        expect(placeOf(again.choice, again.asked, now)).toEqual(written)
        expect(ruleFor(timeRangeOf(opened.asked, now), now).allowed).toContain(opened.asked.resolution)
      }),
      { numRuns: 1_000 },
    )
  })

  it('is read whatever it says, and what is no time stays as it was written', () => {
    assert(
      property(record<FilterPlace>({ period: word, from: word, to: word, by: word, environment: word }), zone, (given, where) => {
        const { choice, asked } = openingOf({ ...given, period: 'custom' }, where, now)
        expect(choice.ends.from.text).toBe(given.from ?? (given.to === null ? clockAt(now - 60 * minute, where) : ''))
        expect(fittingResolution(timeRangeOf(asked, now), asked.resolution, now)).toBe(asked.resolution)
      }),
    )
  })
})

function of(text: string, where: string) {
  return named(wallIn(text) ?? Number.NaN, where)
}
