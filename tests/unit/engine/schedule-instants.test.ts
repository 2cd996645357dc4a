import { describe, expect, it } from 'vitest'

import { checkRhythm } from '#contract/connectors/config/rhythm.ts'
import { instantsSince, nextInstant } from '#server/engine/schedule/schedule-instants.ts'
import type { Rhythm } from '#server/records/connectors/schedules.repository.ts'

const every = (everySeconds: number): Rhythm => ({ type: 'schedule', everySeconds })
const cron = (text: string, timeZone?: string): Rhythm => ({
  type: 'schedule',
  cron: text,
  ...(timeZone === undefined ? {} : { timeZone }),
})
const at = (text: string) => new Date(text)

/** So many instants after a time. */
function instants(rhythm: Rhythm, after: string, count: number): string[] {
  const found: string[] = []
  for (let now: Date | null = at(after); found.length < count; ) {
    now = nextInstant(rhythm, now)
    if (now === null) break
    found.push(now.toISOString())
  }
  return found
}

describe('every so many seconds', () => {
  it('stays on its grid, whenever it is asked', () => {
    const grid = at('2026-01-01T00:00:00.250Z')
    expect(nextInstant(every(10), at('2026-01-01T00:00:00.250Z'), grid)).toEqual(at('2026-01-01T00:00:10.250Z'))
    expect(nextInstant(every(10), at('2026-01-01T00:00:10.249Z'), grid)).toEqual(at('2026-01-01T00:00:10.250Z'))
    expect(nextInstant(every(10), at('2026-01-01T00:01:00.251Z'), grid)).toEqual(at('2026-01-01T00:01:10.250Z'))
    expect(nextInstant(every(10), at('2026-01-01T00:00:00.000Z'), grid), 'the grid itself is still to come').toEqual(grid)
    expect(nextInstant(every(10), at('2025-12-31T23:00:00.000Z'), grid)).toEqual(grid)
  })

  it('counts what passed', () => {
    const due = at('2026-01-01T00:00:00.000Z')
    expect(instantsSince(every(10), due, at('2026-01-01T00:00:09.999Z'))).toBe(0)
    expect(instantsSince(every(10), due, at('2026-01-01T00:00:10.000Z'))).toBe(1)
    expect(instantsSince(every(10), due, at('2026-01-01T01:00:00.000Z'))).toBe(360)
    expect(instantsSince(every(10), due, at('2025-01-01T00:00:00.000Z'))).toBe(0)
  })
})

describe('a cron expression', () => {
  it.each<[string, string | undefined, string, string[]]>([
    ['*/5 * * * *', undefined, '2026-01-01T00:02:00.000Z', ['2026-01-01T00:05:00.000Z', '2026-01-01T00:10:00.000Z']],
    ['*/20 * * * * *', undefined, '2026-01-01T00:00:30.000Z', ['2026-01-01T00:00:40.000Z', '2026-01-01T00:01:00.000Z']],
    ['0 9 * * MON-FRI', 'America/New_York', '2026-03-06T00:00:00.000Z', ['2026-03-06T14:00:00.000Z', '2026-03-09T13:00:00.000Z']],
    ['@daily', 'Asia/Kolkata', '2026-01-01T00:00:00.000Z', ['2026-01-01T18:30:00.000Z', '2026-01-02T18:30:00.000Z']],
    // The night that has no 02:30, and the one that has it twice: once each.
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00.000Z', ['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z']],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00.000Z', ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']],
    ['0 0 29 2 *', undefined, '2026-01-01T00:00:00.000Z', ['2028-02-29T00:00:00.000Z']],
  ])('%s in %s', (text, zone, after, wanted) => {
    expect(checkRhythm(cron(text, zone))).toEqual([])
    expect(instants(cron(text, zone), after, wanted.length)).toEqual(wanted)
  })

  it('counts what passed, up to a limit', () => {
    const due = at('2026-01-01T00:00:00.000Z')
    expect(instantsSince(cron('* * * * *'), due, at('2026-01-01T00:00:59.999Z'))).toBe(0)
    expect(instantsSince(cron('* * * * *'), due, at('2026-01-01T00:10:00.000Z'))).toBe(10)
    expect(instantsSince(cron('* * * * * *'), due, at('2027-01-01T00:00:00.000Z'))).toBe(1_000)
  })

  it.each([
    ['61 * * * *', undefined, '/cron', 'Invalid value for minute: 61'],
    ['* * *', undefined, '/cron', 'it needs 5 parts'],
    ['* * * * * * 2030', undefined, '/cron', 'it needs 5 parts'],
    ['2030-01-01T00:00:00', undefined, '/cron', 'it needs 5 parts'],
    ['', undefined, '/cron', 'it needs 5 parts'],
    ['0 0 31 2 *', undefined, '/cron', 'it never comes round'],
    ['@reboot', undefined, '/cron', 'not supported'],
    ['0 9 * * *', 'Mars/Base', '/timeZone', 'Mars/Base is not a time zone'],
    ['0 9 * * *', '', '/timeZone', ' is not a time zone'],
  ])('%j in %s is refused, and why', (text, zone, path, why) => {
    expect(checkRhythm(cron(text, zone))).toEqual([{ path, message: expect.stringContaining(why) }])
  })
})
