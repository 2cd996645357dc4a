/** What the filter by time promises, whatever its chart says. */
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'

import { ruleFor } from '#contract/kit/time-range.ts'
import type { RangeFault } from '#src/machines/analytics/range.ts'
import type { TimeFilterSnapshot } from '#src/machines/analytics/time-filter.machine.ts'
import { timeRangeOf } from '#src/machines/analytics/time-filter-place.ts'
import type { Invariant, Samples } from '../kit/fixture.ts'
import { faultAtField, fieldAt } from '../kit/samples/public-pages.ts'

export const labels = { from: 'From', to: 'To' } as const
const minute = 60_000

export const projection = ({ choice: { period, ends }, asked, adjustedFrom, unread }: TimeFilterSnapshot['context']) => ({
  period,
  ends: period === 'custom' ? `${ends.from.text}${ends.from.isLater ? ' (second)' : ''} to ${ends.to.text}` : '',
  by: asked.resolution,
  of: asked.environment,
  adjusted: adjustedFrom,
  unread: unread.length,
})

export const ruleOf = ({ asked, now }: TimeFilterSnapshot['context']) => ruleFor(timeRangeOf(asked, now), now)

const isCustom = ({ context }: TimeFilterSnapshot) => context.choice.period === 'custom'
const ends = ({ context }: TimeFilterSnapshot) => projection(context).ends

/** By the ends that are applied: at which field what is said. */
const wrong: Readonly<Record<string, readonly ['From' | 'To', RangeFault]>> = {
  ' to 2026-11-22T11:31': ['From', 'missing'],
  'yesterday to 2026-11-22T11:00': ['From', 'unreadable'],
  '0202-11-22T10:31 to 2026-11-22T11:31': ['From', 'year'],
  '2026-11-22T10:31 to 2026-11-22T10:31': ['To', 'empty'],
  '2026-11-22T10:31 to 2026-11-22T09:00': ['To', 'reversed'],
  '2014-11-22T10:31 to 2026-11-22T11:31': ['To', 'long'],
}
const faults: Readonly<Record<RangeFault, string>> = {
  missing: 'Enter a date and time.',
  unreadable: 'Enter a date and time such as 2026-11-22T10:30.',
  year: 'Enter a year from 1970 to 9999.',
  empty: 'Choose an end after the start.',
  reversed: 'Choose an end after the start.',
  long: 'Choose a range of ten years or less.',
}
/** By the ends that are applied: the instant that the range begins. */
const right: Readonly<Record<string, string>> = {
  '2026-10-25T02:30 to 2026-11-22T11:31': '2026-10-25T00:30:00.000Z',
  '2026-10-25T02:30 (second) to 2026-11-22T11:31': '2026-10-25T01:30:00.000Z',
  '2026-03-29T02:30 to 2026-11-22T11:31': '2026-03-29T01:00:00.000Z',
}
export const timeFilterInvariants: Samples<Invariant<TimeFilterSnapshot>> = {
  'only what the range allows is asked for': {
    when: () => true,
    holds: ({ after: { context } }) => expect(ruleOf(context).allowed).toContain(context.asked.resolution),
  },
  'what began more than 99 days ago is not told by the minute': {
    when: ({ after: { context } }) => timeRangeOf(context.asked, context.now).from < context.now - 99 * 1_440 * minute,
    holds: ({ after: { context } }) => {
      expect(context.asked.resolution).not.toBe('Minute')
      const offered = within(screen.getByRole('combobox', { name: 'Resolution' })).getAllByRole('option')
      expect(offered.map(({ textContent }) => textContent)).not.toContain('Minute')
    },
  },
  'a preset asks for its span up to now': {
    when: ({ event }) => event.type === 'user.chosePeriod' && event['period'] !== 'custom',
    holds: ({ event, after }) =>
      expect(after.context.asked.range).toEqual({
        kind: 'past',
        span: event['period'] === '1h' ? 60 * minute : 720 * 60 * minute,
      }),
  },
  'Custom Range keeps the dates': {
    when: ({ event }) => event['period'] === 'custom',
    holds: ({ before, after }) => {
      const to = before.context.now
      expect(after.context.asked.range).toEqual({ kind: 'between', from: to - 60 * minute, to })
    },
  },
  'what is typed stays, whatever it is': {
    when: ({ event }) => event.type === 'user.wrote',
    holds: ({ event, before, after }) => {
      expect(fieldAt(labels[event['end'] as 'from' | 'to']).value).toBe(event['text'])
      expect(after.context.asked).toEqual(before.context.asked)
    },
  },
  'what cannot be asked for is told at its field, and the range before stays': {
    when: ({ event, after }) => event.type === 'user.applied' && Object.keys(wrong).includes(ends(after)),
    holds: ({ before, after }) => {
      const [label, fault] = wrong[ends(after)] ?? ['From', 'missing']
      expect(after.matches('faulty')).toBe(true)
      expect(faultAtField(label)).toBe(faults[fault])
      expect(document.activeElement).toBe(fieldAt(label))
      expect(after.context.asked).toEqual(before.context.asked)
    },
  },
  'what can be asked for is asked for once it is applied': {
    when: ({ event, after }) => event.type === 'user.applied' && Object.keys(right).includes(ends(after)),
    holds: ({ after }) => {
      const { range } = after.context.asked
      expect(range.kind === 'between' && new Date(range.from).toISOString()).toBe(right[ends(after)])
    },
  },
  'a time that comes twice or never is told': {
    when: ({ after }) => isCustom(after) && /^2026-(03-29|10-25)T02:30/.test(ends(after)),
    holds: ({ after }) => {
      const said = ends(after).startsWith('2026-03')
        ? /^Clocks go forward from 02:00 to 03:00 that day, so this time doesn't exist. Using 03:00 instead.$/
        : /^Clocks go back that day, so this time occurs twice\./
      screen.getByText(said)
    },
  },
  'what was chosen for a person is told': {
    when: ({ after }) => after.context.adjustedFrom !== null,
    holds: ({ after: { context } }) => {
      const { asked, adjustedFrom } = context
      expect(screen.getByRole('status').textContent).toContain(
        `${adjustedFrom} is not available for this range. Showing ${asked.resolution}.`,
      )
    },
  },
  'what an address asks for and is not there is told': {
    when: ({ before, after }) => before.context.unread.length > 0 || after.context.unread.length > 0,
    holds: ({ after }) =>
      expect(/period=2h, environment=moon/.test(screen.getByRole('status').textContent ?? '')).toBe(
        after.context.unread.length > 0,
      ),
  },
  'the clock moves nothing that somebody sees': {
    when: ({ event }) => event.type === 'clock.ticked',
    holds: ({ before, after }) => expect(projection(after.context)).toEqual(projection(before.context)),
  },
}
