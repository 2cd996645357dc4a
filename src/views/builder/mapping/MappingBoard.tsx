import type { KeyboardEvent, ReactNode } from 'react'
import type { Suggestion } from '#contract/builder/suggestions/suggestions.ts'
import type { MappingActor } from '#src/machines/builder/mapping/mapping.machine.ts'
import { AddField } from './AddField.tsx'
import { MappingTools } from './MappingTools.tsx'
import { Stack } from './mapping-frame.ts'

type MappingBoardProps = {
  readonly actor: MappingActor
  readonly suggestions: readonly Suggestion[]
  /** Between the table and the canvas. */
  readonly views?: ReactNode
  /** The table or the canvas. */
  readonly children: ReactNode
}

/** The mapping with its tools. Ctrl or Cmd with Z takes back, with Shift it does again; in a box of text the keys are the text's. */
export function MappingBoard({ actor, suggestions, views, children }: MappingBoardProps) {
  const press = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'z') return
    if (event.target instanceof HTMLInputElement && event.target.value !== '') return
    event.preventDefault()
    actor.send({ type: event.shiftKey ? 'user.redid' : 'user.undid' })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of whatever has the focus inside
    <div onKeyDown={press}>
      <Stack>
        <MappingTools actor={actor} suggestions={suggestions}>
          {views}
        </MappingTools>
        {children}
        <AddField actor={actor} />
      </Stack>
    </div>
  )
}
