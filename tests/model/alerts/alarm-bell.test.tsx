import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { type AlarmBellSnapshot, alarmBellMachine } from '#src/machines/alerts/alarm-bell.machine.ts'
import { AlarmBell } from '#src/views/alerts/AlarmBell.tsx'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const fixture: Fixture<typeof alarmBellMachine> = {
  view: (actor) => <AlarmBell actor={actor} />,
  inputs: { 'a page inside': undefined },
  answers: {
    countRaised: {
      asks: undefined,
      answers: { none: 0, one: 1, 'more than there is room for': 120 },
      problems: { 'the net is down': offline },
    },
    watchFront: {
      asks: undefined,
      says: { 'the tab came to the front': { type: 'browser.asked' } },
      problems: {},
      isLasting: true,
    },
  },
  drivers: {},
  assertions: { looking: sees, resting: sees },
  delays: { lookPause: 60_000 },
  project: ({ raised, problem }) => ({ raised: raised ?? 'unknown', told: problem?.code ?? false }),
  invariants: {
    'a number that nobody knows any more is not shown': {
      when: ({ after }) => after.context.problem !== null,
      holds: () => expect(screen.getByRole('link').textContent).toBe(''),
    },
  },
  exits: ['Alarms', 'Alarms: none is raised', 'Alarms: 1 is raised', 'Alarms: 120 are raised'],
}

describe('the bell of the alarms', () => {
  verifyShape(alarmBellMachine)
  verifyEveryEdge(alarmBellMachine, fixture)
})

function sees({ context: { raised, problem } }: AlarmBellSnapshot) {
  const isKnown = raised !== null && problem === null
  const words: Readonly<Record<number, string>> = { 0: 'none is raised', 1: '1 is raised', 120: '120 are raised' }
  const link = screen.getByRole('link', { name: isKnown ? `Alarms: ${words[raised]}` : 'Alarms' })
  expect(link.getAttribute('href')).toBe('/alarms')
  const shown: Readonly<Record<number, string>> = { 0: '', 1: '1', 120: '99+' }
  expect(link.textContent).toBe(isKnown ? shown[raised] : '')
}
