import { useSelector } from '@xstate/react'

import type { AppearanceActor, Choice } from '../../machines/shell/appearance.machine.ts'
import { selectChoice } from '../../machines/shell/appearance.machine.ts'
import { Select } from '../kit/controls/Select.tsx'
import { shellMessages } from './shell.messages.ts'

const events = {
  system: { type: 'user.choseSystem' },
  light: { type: 'user.choseLight' },
  dark: { type: 'user.choseDark' },
} as const satisfies Record<Choice, unknown>

export function ThemeChoice({ actor }: { readonly actor: AppearanceActor }) {
  const choice = useSelector(actor, selectChoice)
  return (
    <Select label={shellMessages.theme} options={shellMessages.themes} value={choice} onChoose={(it) => actor.send(events[it])} />
  )
}
