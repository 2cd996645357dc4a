import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { type AppearanceSnapshot, appearanceMachine, type Choice } from '#src/machines/shell/appearance.machine.ts'
import { ThemeChoice } from '#src/views/shell/ThemeChoice.tsx'
import { choose } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { verifyShape } from '../kit/shape.ts'

const fixture: Fixture<typeof appearanceMachine> = {
  view: (actor) => <ThemeChoice actor={actor} />,
  inputs: { 'no choice yet': { kept: 'system' }, 'a light page': { kept: 'light' }, 'a dark page': { kept: 'dark' } },
  answers: {
    showChoice: {
      asks: ({ value }) => ({ choice: value }) as { choice: Choice },
      says: {
        'another tab chose the system': { type: 'browser.choseSystem' },
        'another tab chose light': { type: 'browser.choseLight' },
        'another tab chose dark': { type: 'browser.choseDark' },
      },
      // Its failure moves nothing and tells nothing: the page keeps the colours that it has.
      problems: {},
    },
  },
  drivers: {
    'user.choseSystem': { ...choose('System', 'Theme'), when: isNot('system') },
    'user.choseLight': { ...choose('Light', 'Theme'), when: isNot('light') },
    'user.choseDark': { ...choose('Dark', 'Theme'), when: isNot('dark') },
  },
  assertions: { opening: 'passing', system: sees('System'), light: sees('Light'), dark: sees('Dark') },
  delays: {},
  project: () => ({}),
  invariants: {
    'what was chosen is what is shown, in whichever tab': {
      when: ({ event }) => /^(user|browser)\.chose/.test(event.type),
      holds: ({ event }) => expect(event.type.endsWith(`.chose${shown()}`)).toBe(true),
    },
  },
}

describe('an appearance', () => {
  verifyShape(appearanceMachine)
  verifyEveryEdge(appearanceMachine, fixture)
})

function isNot(choice: Choice) {
  return ({ value }: AppearanceSnapshot) => value !== choice
}

function sees(word: string) {
  return () => expect(shown()).toBe(word)
}

function shown() {
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Theme' })
  return [...select.options].find(({ value }) => value === select.value)?.textContent
}
