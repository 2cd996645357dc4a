import { fireEvent, screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { PeriodCode, Resolution, RuleName } from '#contract/kit/time-range.ts'
import { type TimeFilterSnapshot, timeFilterMachine } from '#src/machines/analytics/time-filter.machine.ts'
import type { Environment, FilterPlace } from '#src/machines/analytics/time-filter-place.ts'
import { FilterBar } from '#src/views/analytics/FilterBar.tsx'
import { choose, press } from '../kit/drivers.ts'
import type { Fixture, Gesture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { faultAtField } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'
import { labels, projection, ruleOf, timeFilterInvariants } from './time-filter.invariants.ts'

const zone = 'Europe/Berlin'
const now = Date.parse('2026-11-22T10:31:00Z')
const minute = 60_000
const usual: FilterPlace = { period: null, from: null, to: null, by: null, environment: null }

/** The past hour, as the two fields have it. */
const hour = '2026-11-22T10:31 to 2026-11-22T11:31'
const first: ReturnType<typeof projection> = { period: '1h', ends: '', by: 'Minute', of: 'all', adjusted: null, unread: 0 }
const custom = { ...first, period: 'custom', ends: hour } as const

const fixture: Fixture<typeof timeFilterMachine> = {
  view: (actor) => <FilterBar actor={actor} />,
  inputs: {
    'the usual': { place: usual, zone, now },
    'an address with what there is not': { place: { ...usual, period: '2h', by: 'day', environment: 'moon' }, zone, now },
    'an address with what is no time': {
      place: { ...usual, period: 'custom', from: 'yesterday', to: '2026-11-22T10:00Z' },
      zone,
      now,
    },
    'an address with a few hours of long ago': {
      place: { ...usual, period: 'custom', from: '2026-08-15T06:00Z', to: '2026-08-15T12:00Z' },
      zone,
      now,
    },
  },
  answers: {
    joinPlace: {
      asks: undefined,
      says: { 'Back led to the sandbox': { type: 'place.changed', place: { ...usual, environment: 'sandbox' } } },
      problems: {},
      isLasting: true,
    },
    watchClock: {
      asks: undefined,
      says: { 'a minute passed': { type: 'clock.ticked', now: now + minute } },
      problems: {},
      isLasting: true,
    },
  },
  drivers: {
    'user.chosePeriod': [
      choosesPeriod('1h', 'Past 1 Hour', ({ context }) => context.asked.environment === 'all'),
      choosesPeriod('30d', 'Past 30 Days', (it) => is(first)(it) || is(custom)(it)),
      choosesPeriod('custom', 'Custom Range', is(first)),
    ],
    'user.choseResolution': [
      choosesResolution('Minute', ({ context }) => context.asked.environment === 'all'),
      choosesResolution('Hour', is(first)),
      choosesResolution('Week', ({ context }) => context.asked.environment === 'all' && context.choice.period === '30d'),
      choosesResolution('Month', ({ context }) => context.asked.environment === 'all' && context.choice.period === '30d'),
    ],
    'user.choseEnvironment': [
      choosesEnvironment('all', 'All environments', ({ context }) => context.asked.environment === 'sandbox'),
      choosesEnvironment('sandbox', 'Sandbox', is(first)),
    ],
    'user.wrote': [
      writes('from', '2026-10-25T02:30', is(custom)),
      writes('from', '2026-03-29T02:30', is(custom)),
      writes('from', '2014-11-22T10:31', is(custom)),
      writes('from', '0202-11-22T10:31', is(custom)),
      writes('from', '', is(custom)),
      writes('to', '2026-11-22T10:31', is(custom)),
      writes('to', '2026-11-22T09:00', is(custom)),
      writes('from', '2026-11-22T09:00', ({ context }) => context.choice.ends.from.text === 'yesterday'),
    ],
    'user.choseTurn': [turns(true, 'The second, UTC+01:00'), turns(false, 'The first, UTC+02:00')],
    'user.applied': press('Apply'),
  },
  assertions: {
    opening: 'passing',
    judging: 'passing',
    settled: (snapshot) => {
      sees(snapshot)
      expect(screen.queryByText('Select Apply to show this range.')).toBeNull()
      expect(screen.queryAllByText('Already applied.')).toHaveLength(snapshot.context.choice.period === 'custom' ? 1 : 0)
    },
    editing: (snapshot) => {
      sees(snapshot)
      screen.getByText('Select Apply to show this range.')
    },
    faulty: (snapshot) => {
      sees(snapshot)
      expect([faultAtField('From'), faultAtField('To')].join('')).not.toBe('')
    },
  },
  delays: {},
  project: (context) => projection(context as TimeFilterSnapshot['context']),
  invariants: timeFilterInvariants,
}

const smart: Readonly<Record<RuleName, string>> = {
  hours: 'Smart: minute or hour below 24 hours',
  hoursLongAgo: 'Smart: hour below 24 hours, where minutes are older than 99 days',
  days: 'Smart: hour or day from 24 hours to 7 days',
  weeks: 'Smart: day or week from 7 to 30 days',
  months: 'Smart: week or month from 30 to 90 days',
  longer: 'Smart: month from 90 days',
}

describe('the filter by time', () => {
  verifyShape(timeFilterMachine)
  verifyEveryEdge(timeFilterMachine, fixture)
})

function is(stage: ReturnType<typeof projection>) {
  return ({ context }: TimeFilterSnapshot) => JSON.stringify(projection(context)) === JSON.stringify(stage)
}

function choosesPeriod(period: PeriodCode, option: string, when: (snapshot: TimeFilterSnapshot) => boolean) {
  const isOther = (it: TimeFilterSnapshot) => it.context.choice.period !== period && when(it)
  return { ...choose(option, 'Period'), event: { type: 'user.chosePeriod', period } as const, when: isOther }
}

function choosesResolution(resolution: Resolution, when: (snapshot: TimeFilterSnapshot) => boolean) {
  const isOther = (it: TimeFilterSnapshot) => it.context.asked.resolution !== resolution && when(it)
  return { ...choose(resolution, 'Resolution'), event: { type: 'user.choseResolution', resolution } as const, when: isOther }
}

function choosesEnvironment(environment: Environment, option: string, when: (snapshot: TimeFilterSnapshot) => boolean) {
  return { ...choose(option, 'Environment'), event: { type: 'user.choseEnvironment', environment } as const, when }
}

/** The browser's own field for a day and a time tells one whole value. */
function writes(end: 'from' | 'to', text: string, when: (snapshot: TimeFilterSnapshot) => boolean) {
  const gesture: Gesture = {
    says: text === '' ? `empty "${labels[end]}"` : `write "${text}" under "${labels[end]}"`,
    find: () => screen.queryByLabelText(labels[end], { selector: 'input' }),
    use: async (control) => {
      fireEvent.change(control, { target: { value: text } })
    },
  }
  return { ...gesture, event: { type: 'user.wrote', end, text } as const, when }
}

function turns(isLater: boolean, option: string) {
  return {
    ...choose(option, 'From: first or second'),
    event: { type: 'user.choseTurn', end: 'from', isLater } as const,
    when: ({ context: { asked, choice } }: TimeFilterSnapshot) =>
      asked.resolution === 'Minute' && choice.ends.from.isLater !== isLater,
    behind: ({ context }: TimeFilterSnapshot) => context.choice.ends.from.text !== '2026-10-25T02:30',
  }
}

/** Everything as it is, and the rule that holds. */
function sees({ context }: TimeFilterSnapshot): void {
  const { choice, asked } = context
  const value = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name }).value
  expect([value('Period'), value('Resolution'), value('Environment')]).toEqual([
    choice.period,
    asked.resolution,
    asked.environment,
  ])
  screen.getByText(smart[ruleOf(context).name])
  for (const end of ['from', 'to'] as const) {
    const field = screen.queryByLabelText<HTMLInputElement>(labels[end], { selector: 'input' })
    expect(field?.value).toBe(choice.period === 'custom' ? choice.ends[end].text : undefined)
  }
}
