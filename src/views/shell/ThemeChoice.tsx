import { useSelector } from '@xstate/react'

import type { AppearanceActor, Choice } from '../../machines/appearance/appearance.machine.ts'
import { selectChoice } from '../../machines/appearance/appearance.selectors.ts'
import { shellWords } from '../../words/shell.ts'
import { Select } from '../parts/Select.tsx'

const events = {
  system: { type: 'user.choseSystem' },
  light: { type: 'user.choseLight' },
  dark: { type: 'user.choseDark' },
} as const satisfies Record<Choice, unknown>

export function ThemeChoice({ actor }: { readonly actor: AppearanceActor }) {
  const choice = useSelector(actor, selectChoice)
  return <Select label={shellWords.theme} options={shellWords.themes} value={choice} onChoose={(it) => actor.send(events[it])} />
}
