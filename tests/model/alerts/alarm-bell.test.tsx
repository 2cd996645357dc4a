import { screen, within } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { Notification } from '#contract/account/notifications.ts'
import { type AlarmBellSnapshot, alarmBellMachine } from '#src/machines/alerts/alarm-bell.machine.ts'
import { AlarmBell } from '#src/views/alerts/AlarmBell.tsx'
import { BellCard } from '#src/views/alerts/BellCard.tsx'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const told: Notification = {
  ...{ id: '0193a6f0-0000-7000-8000-000000000001', type: 'EMAIL', subject: 'Orders is late', content: null, error: null },
  ...{ category: 'updates', sentAt: '2026-11-25T10:00:00.000Z', status: 'delivered', readAt: null },
}
const late = {
  ...{ connectorId: 'orders', connectorName: 'Orders', kind: 'late' as const },
  ...{ since: '2026-11-25T10:00:00.000Z', reason: 'A run should have started.' },
}
const marker = (word: string) => screen.queryByRole('button', { name: word })
const isKnown = ({ context: { seen, problem } }: AlarmBellSnapshot) => seen !== null && problem === null

const fixture: Fixture<typeof alarmBellMachine> = {
  // The popover is open: what a closed one holds is the browser's business.
  view: (actor) => (
    <>
      <AlarmBell actor={actor} />
      <BellCard actor={actor} />
    </>
  ),
  inputs: { 'a page inside': undefined },
  answers: {
    look: {
      asks: undefined,
      answers: {
        nothing: { raised: 0, alerts: [], unread: { items: [], total: 0 } },
        'one of each': { raised: 1, alerts: [late], unread: { items: [told], total: 1 } },
        'more than there is room for': { raised: 90, alerts: [late], unread: { items: [told], total: 30 } },
      },
      problems: { 'the net is down': offline },
    },
    markRead: { asks: undefined, answers: { 'none is left': 0 }, problems: { 'the net is down': offline } },
    watchFront: {
      asks: undefined,
      says: { 'the tab came to the front': { type: 'browser.asked' } },
      problems: {},
      isLasting: true,
    },
    watchStream: {
      asks: undefined,
      says: {
        'something changed': { type: 'stream.told', missed: true },
        'the stream is alive': { type: 'stream.told', missed: false },
        'the stream is cut': { type: 'stream.ended' },
      },
      problems: {},
      isLasting: true,
    },
  },
  drivers: {
    'user.retried': {
      says: 'presses Retry',
      find: () => screen.queryByRole('button', { name: 'Retry' }),
      use: (control, user) => user.click(control),
    },
    'user.markedRead': {
      says: 'marks all as read',
      find: () => marker('Mark all as read'),
      use: (control, user) => user.click(control),
    },
  },
  assertions: {
    opening: sees,
    looking: sees,
    looked: 'passing',
    'resting.polling': sees,
    'resting.live': sees,
    marking: (snapshot) => {
      sees(snapshot)
      expect(marker('Marking…')?.getAttribute('aria-disabled')).toBe('true')
    },
  },
  delays: { streamLimit: 1_000, lookPause: 60_000, silenceLimit: 40_000 },
  project: ({ seen, problem, notMarked, isLive, isStale }) => ({
    isLive,
    isStale,
    raised: seen?.raised ?? 'unknown',
    unread: seen?.unread.total ?? 'unknown',
    told: problem?.code ?? false,
    notMarked: notMarked?.code ?? false,
  }),
  invariants: {
    'a number that nobody knows any more is not shown': {
      when: ({ after }) => after.context.problem !== null,
      holds: () => {
        expect(bell().textContent).toBe('')
        expect(screen.queryByRole('list')).toBeNull()
      },
    },
    'no stream: it is read again every minute': {
      when: ({ after }) => after.matches('resting'),
      holds: ({ after }) => expect(after.matches({ resting: 'live' })).toBe(after.context.isLive),
    },
    'it is read once when the stream opens at once': {
      when: ({ before }) => before.matches('opening'),
      holds: ({ after }) => {
        expect(after.matches('looking')).toBe(true)
        expect(after.context.isStale).toBe(false)
      },
    },
    'what changed while it was read is read once more': {
      when: ({ before, event }) => before.context.isStale && event.type.endsWith('.actor.look'),
      holds: ({ after }) => expect(after.matches('looking')).toBe(true),
    },
    'what was marked is no longer counted': {
      when: ({ event }) => event.type === 'xstate.done.actor.markRead',
      holds: ({ after }) => expect(after.context.seen?.unread).toEqual({ items: [], total: 0 }),
    },
  },
  exits: [
    'Alerts',
    'Overdue: Orders',
    'See all',
    ...['no active alerts', '1 active alert', '90 active alerts'].map((it) => `Alerts ${it}`),
  ],
}

describe('the bell of the alarms and notifications', () => {
  verifyShape(alarmBellMachine)
  verifyEveryEdge(alarmBellMachine, fixture)
})

function bell() {
  return screen.getByRole('button', { name: /^Alerts and notifications/ })
}

function sees(snapshot: AlarmBellSnapshot) {
  const { seen, notMarked } = snapshot.context
  const { raised, unread } = isKnown(snapshot) && seen !== null ? seen : { raised: 'unknown', unread: null }
  const alarms = { 0: 'no active alerts', 1: '1 active alert', 90: '90 active alerts', unknown: '' }[raised]
  if (unread === null) {
    expect(bell().getAttribute('aria-label')).toBe('Alerts and notifications')
    return
  }
  const words = { 0: 'no unread notifications', 1: '1 unread notification', 30: '30 unread notifications' }[unread.total]
  const count = Number(raised) + unread.total
  const shown = count === 0 ? '' : count > 99 ? '99+' : String(count)
  const all = shown === '' ? '' : `${shown} in all: `
  expect(bell().getAttribute('aria-label')).toBe(`Alerts and notifications: ${all}${alarms}, ${words}`)
  expect(bell().querySelectorAll('[aria-hidden] + [aria-hidden]')).toHaveLength(count === 0 ? 0 : 1)
  const list = screen.queryByRole('list', { name: 'Unread notifications' })
  const active = screen.queryByRole('list', { name: 'Active alerts' })
  expect(active === null).toBe(raised === 0)
  if (active !== null) {
    const link = within(active).getByRole('link', { name: 'Overdue: Orders' })
    expect(link.getAttribute('href')).toBe('/details/orders?tab=runs')
  }
  expect(list === null ? 0 : within(list).getAllByText(told.subject).length).toBe(unread.items.length)
  expect(marker('Mark all as read') === null && marker('Marking…') === null).toBe(unread.total === 0)
  expect(screen.queryByRole('alert') !== null).toBe(notMarked !== null)
}
