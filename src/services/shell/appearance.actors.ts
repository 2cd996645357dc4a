import { fromCallback } from 'xstate'

import { appearanceMachine, type Choice } from '../../machines/shell/appearance.machine.ts'
import { readChoice, showChoice, watchChoice } from './appearance.service.ts'

const chosen = {
  system: { type: 'browser.choseSystem' },
  light: { type: 'browser.choseLight' },
  dark: { type: 'browser.choseDark' },
} as const satisfies Record<Choice, unknown>

export const liveAppearanceMachine = appearanceMachine.provide({
  actors: {
    showChoice: fromCallback(({ input, sendBack }) => {
      showChoice(input.choice)
      return watchChoice((choice) => sendBack(chosen[choice]))
    }),
  },
})

export const restoreAppearance = () => ({ kept: readChoice() })
