import { useSelector } from '@xstate/react'

import type { HelpFigures } from '#contract/help/help.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { helpFiguresMachine } from '#src/services/help/help.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { HelpFiguresText } from './HelpFiguresText.tsx'

/** What people look for in the help and do not find; nothing where it cannot be read. */
export function FiguresSection() {
  const access = useAccess()
  const actor = useMachine(() => helpFiguresMachine(access), [access], { query: {} })
  const figures = useSelector(actor, selectPage<HelpFigures>)?.items[0] ?? null
  return figures === null ? null : <HelpFiguresText figures={figures} />
}
