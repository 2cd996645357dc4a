import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { alarmLifecycle } from '#contract/alerts/alarm.lifecycle.ts'
import type { ConnectorAlarms } from '#contract/alerts/alarm.ts'
import { allowedMoves } from '#contract/kit/lifecycle.ts'
import { refusal, toProblem } from '#contract/kit/problem.ts'
import { type AlarmSnapshot, alarmMachine } from '#src/machines/alerts/alarm.machine.ts'
import { AlarmCard } from '#src/views/alerts/AlarmCard.tsx'
import { alarmLink } from '#src/views/alerts/alarm-links.ts'
import { pillOfAlarm } from '#src/views/alerts/alarm-status.ts'
import { pass } from '../kit/clock.ts'
import { choose, press } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'
import { alarmAt, alarmsWith, explanation } from './alarm-samples.ts'

const raised = alarmAt('raised', 'A run should have started.')
const muted = alarmAt('muted', 'Muted until noon.')
const acknowledged = alarmAt('acknowledged', 'A run should have started.')
const watching = alarmAt('watching', 'No alerts so far.')
const refused = refusal('alarm/not-allowed-now', { allowed: ['mute'] })
const unreached = { 'the net is down': offline }

const stateIn = ({ context }: AlarmSnapshot) => context.read?.alarms[0]?.state
const isOpen = (snapshot: AlarmSnapshot) => snapshot.matches('open')
const may = (move: string) => (snapshot: AlarmSnapshot) => allowedMoves(alarmLifecycle, stateIn(snapshot) ?? '').includes(move)

const fixture: Fixture<typeof alarmMachine> = {
  view: (actor) => <AlarmCard actor={actor} drawSettings={({ settings }) => <p>{`Grace: ${settings.late.graceMinutes}`}</p>} />,
  inputs: { 'a page of a connector': undefined },
  answers: {
    readAlarms: {
      asks: undefined,
      answers: { 'it is raised': alarmsWith(raised), 'it is muted': alarmsWith(muted) },
      says: { 'the settings were saved': { type: 'settings.saved', read: alarmsWith(watching) } },
      problems: unreached,
    },
    moveAlarm: {
      asks: ({ context }) => context.wish as NonNullable<typeof context.wish>,
      answers: { 'it is acknowledged': acknowledged, 'it is muted': muted, 'it is watched': watching },
      problems: { 'it stands elsewhere by now': refused },
    },
    readExplanation: { asks: { kind: 'late' }, answers: { 'the figures': explanation }, problems: unreached },
    sendTest: {
      asks: undefined,
      answers: { 'it went to two': { recipients: 2 } },
      problems: { 'nobody is told': refusal('alarm/nobody-to-tell') },
    },
  },
  drivers: {
    'user.retried': press('Retry'),
    'user.acknowledged': { ...press('Acknowledge: Overdue'), event: { type: 'user.acknowledged', kind: 'late' } },
    'user.unmuted': { ...press('Unmute: Overdue'), event: { type: 'user.unmuted', kind: 'late' } },
    'user.began': { ...press('Mute: Overdue'), event: { type: 'user.began', kind: 'late' } },
    'user.choseLength': [
      {
        ...choose('1 week', 'Mute for'),
        event: { type: 'user.choseLength', length: '10080' },
        when: ({ context }) => context.choice?.length !== '10080',
      },
      {
        ...choose('Until a date', 'Mute for'),
        event: { type: 'user.choseLength', length: 'day' },
        when: ({ context }) => context.choice?.length !== 'day',
      },
    ],
    'user.wroteDay': {
      says: 'give the day 2026-12-01',
      find: () => screen.queryByLabelText('Until', { selector: 'input' }),
      use: async (control, user) => {
        await user.clear(control)
        await user.type(control, '2026-12-01')
      },
      event: { type: 'user.wroteDay', day: '2026-12-01' },
      when: ({ context }) => context.choice?.day === '',
    },
    'user.muted': press('Mute'),
    'user.explained': { ...press('Explain: Overdue'), event: { type: 'user.explained', kind: 'late' } },
    'user.left': {
      ...press('Cancel'),
      says: 'leave the dialog',
      find: () => press('Cancel').find() ?? press('Close').find(),
    },
    'user.tested': press('Send test alert'),
  },
  assertions: {
    loading: () => expect(screen.getByRole('status').textContent).toBe('Loading alerts…'),
    failed: () => {
      screen.getByRole('button', { name: 'Retry' })
      expect(screen.queryByRole('list', { name: 'Alerts for this connector' })).toBeNull()
    },
    'open.resting': sees,
    'open.refreshing': sees,
    choosing: (snapshot) => {
      sees(snapshot)
      screen.getByRole('dialog', { name: 'Mute: Overdue' })
    },
    moving: sees,
    testing: (snapshot) => {
      sees(snapshot)
      screen.getByRole('button', { name: 'Sending…' })
    },
    explaining: (snapshot) => {
      sees(snapshot)
      expect(screen.getByRole('dialog', { name: 'Explain: Overdue' }).textContent).toContain('Loading the explanation…')
    },
    explained: (snapshot) => {
      sees(snapshot)
      const text = screen.getByRole('dialog', { name: 'Explain: Overdue' }).textContent ?? ''
      for (const part of [explanation.rule, 'Grace period in minutes', 'Active']) expect(text).toContain(part)
    },
  },
  delays: { refreshPause: 30_000 },
  project: ({ read, choice, tested, problem }) => ({
    alarm: read?.alarms[0]?.state ?? 'unread',
    mute: choice === null ? false : `${choice.length} ${choice.day}`.trim(),
    tested: tested !== null,
    told: problem !== null,
  }),
  exits: ['See the runs'],
  invariants: {
    'a person is offered what the lifecycle of an alarm allows, and nothing else': {
      when: ({ after }) => isOpen(after),
      holds: ({ after }) => {
        const offered = (name: string) => screen.queryByRole('button', { name }) !== null
        expect(offered('Acknowledge: Overdue')).toBe(may('user.acknowledged')(after))
        expect(offered('Unmute: Overdue')).toBe(may('user.unmuted')(after))
        expect(offered('Mute: Overdue')).toBe(may('user.muted')(after))
      },
    },
    'a mute is asked for as long as was chosen': {
      when: ({ event }) => event.type === 'user.muted',
      holds: ({ before, after }) => {
        const { length, day } = before.context.choice ?? { length: '', day: '' }
        const of = length === 'day' ? { day } : { minutes: Number(length) }
        expect(after.context.wish).toEqual({ kind: 'late', move: 'mute', ...of })
      },
    },
    'what the server refused is told in its words': {
      when: ({ event }) => event.type.startsWith('xstate.error.actor.'),
      holds: ({ event }) => expect(alertText()).toContain(toProblem(event['error']).message),
    },
    'what was read stays when it cannot be read again': {
      when: ({ before, event }) => before.matches({ open: 'refreshing' }) && /^xstate\.(error|after)\./.test(event.type),
      holds: ({ before, after }) => expect(after.context.read).toEqual(before.context.read),
    },
    'a test is told only when it was sent': {
      when: () => true,
      holds: ({ after }) => expect(screen.queryByText('Test alert sent to 2 people.') !== null).toBe(after.context.tested === 2),
    },
  },
}

describe('the alarms of a connector', () => {
  verifyShape(alarmMachine)
  verifyEveryEdge(alarmMachine, fixture)
})

it('are read again half a minute after each answer', async () => {
  let reads = 0
  const clock = new SimulatedClock()
  const readAlarms = fromPromise<ConnectorAlarms, void>(async () => {
    reads += 1
    return alarmsWith(raised)
  })
  createActor(alarmMachine.provide({ actors: { readAlarms } }), { clock }).start()
  await pass(clock, 0)
  await pass(clock, 29_999)
  expect(reads).toBe(1)
  await pass(clock, 1)
  expect(reads).toBe(2)
})

function sees({ context }: AlarmSnapshot) {
  const [alarm] = context.read?.alarms ?? []
  const words = { raised: 'Active', muted: 'Muted', acknowledged: 'Acknowledged', watching: 'Watching' } as const
  const list = screen.getByRole('list', { name: 'Alerts for this connector', hidden: true })
  expect(list.textContent).toContain(words[alarm?.state as keyof typeof words])
  for (const part of [alarm?.reason, alarm?.next]) expect(list.textContent).toContain(part)
}

it('that are not evaluated now are off, in no green word', () => {
  expect(pillOfAlarm({ state: 'watching', isEvaluated: true })).toEqual({ look: 'good', word: 'Watching' })
  expect(pillOfAlarm({ state: 'watching', isEvaluated: false })).toEqual({ look: 'stopped', word: 'Off' })
  expect(pillOfAlarm({ state: 'raised', isEvaluated: false }).word).toBe('Active')
})

it('lead to what failed since their evaluation began, or to the runs, while they are active', () => {
  const failing = {
    connectorId: 'c1',
    kind: 'failing',
    state: 'raised',
    reason: '4 records failed since 2026-11-25T10:00:00.000Z.',
  } as const
  expect(alarmLink(failing)).toEqual({
    href: '/details/c1?tab=problems&from=2026-11-25T10%3A00%3A00.000Z',
    word: 'See what failed',
  })
  expect(alarmLink({ ...failing, reason: 'The last 3 runs failed.' })?.href).toBe('/details/c1?tab=problems')
  expect(alarmLink({ ...failing, kind: 'late' })?.href).toBe('/details/c1?tab=runs')
  expect(alarmLink({ ...failing, state: 'cleared' })).toBeNull()
})
