import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'

import type { HelpFigures } from '#contract/help/help.ts'
import { selectPage } from '#src/machines/kit/list.selectors.ts'
import { helpFiguresMachine } from '#src/services/help/help.actors.ts'
import type { Access } from '#src/services/kit/api-client.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { HelpFiguresText } from './HelpFiguresText.tsx'

/** What people look for in the help and do not find; nothing where it cannot be read. */
export function FiguresSection({ access }: { readonly access: Access }) {
  const machine = useMemo(() => helpFiguresMachine(access), [access])
  const actor = useActorRef(machine, { input: { query: {} }, inspect })
  const figures = useSelector(actor, selectPage<HelpFigures>)?.items[0] ?? null
  return figures === null ? null : <HelpFiguresText figures={figures} />
}
