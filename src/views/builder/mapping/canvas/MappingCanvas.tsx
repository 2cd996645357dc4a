import { type ReactNode, useSyncExternalStore } from 'react'
import { ReactFlowProvider } from 'reactflow'
import { sourceOf, targetOf } from '#src/machines/builder/mapping/lines.ts'
import type { MappingActor } from '#src/machines/builder/mapping/mapping.machine.ts'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { useContextOf } from '#src/views/kit/use-snapshot.ts'
import { mappingMessages } from '../mapping.messages.ts'
import { Stack } from '../mapping-frame.ts'
import { canvasMessages as messages } from './canvas.messages.ts'
import { Bar, TextWithTimestamps } from './canvas-frame.ts'
import type { Elk } from './placement.ts'
import { Surface } from './Surface.tsx'
import type { LookupPlace } from './structure.ts'

type MappingCanvasProps = {
  readonly actor: MappingActor
  /** Each keeps its own place on the paper. */
  readonly lookups: readonly LookupPlace[]
  /** What the destination is called, where there are several. */
  readonly destination?: string | undefined
  readonly elk: () => Elk
  /** The same mapping as a table, for screens without room for a canvas. */
  readonly table: ReactNode
}

/** The mapping drawn: fields of the source on the left, of the destination on the right, and lines between them. */
export function MappingCanvas({ actor, lookups, destination, elk, table }: MappingCanvasProps) {
  const isNarrow = useSyncExternalStore(narrowness.subscribe, narrowness.now)
  if (isNarrow) {
    return (
      <Stack>
        <TextWithTimestamps>{messages.narrow}</TextWithTimestamps>
        {table}
      </Stack>
    )
  }
  return (
    <Stack>
      <TextWithTimestamps>{messages.hint}</TextWithTimestamps>
      <ReactFlowProvider>
        <Surface actor={actor} lookups={lookups} destination={destination} elk={elk} />
      </ReactFlowProvider>
      <LineBar actor={actor} />
    </Stack>
  )
}

/** What is picked, chosen or refused, and what can be done with it. */
function LineBar({ actor }: { readonly actor: MappingActor }) {
  const picked = useContextOf(actor, 'picked')
  const refused = useContextOf(actor, 'refused')
  const selected = useContextOf(actor, 'selected')
  const line = useContextOf(actor, 'edges').find(({ id }) => id === selected)
  const isIdle = picked === null && line === undefined
  return (
    <Bar>
      <TextWithTimestamps role="status">
        {refused === null ? null : <span>{messages.said.refused(refused.path, mappingMessages.refused[refused.why])} </span>}
        <span>
          {picked !== null
            ? messages.said.picked(picked.path)
            : line !== undefined
              ? messages.said.chosen(sourceOf(line) || messages.byRule, targetOf(line))
              : messages.said.idle}
        </span>
      </TextWithTimestamps>
      {line === undefined ? null : (
        <Button kind="danger" onPress={() => actor.send({ type: 'user.disconnected', id: line.id })}>
          {messages.remove}
        </Button>
      )}
      {isIdle ? null : (
        <Button onPress={() => actor.send(picked === null ? { type: 'user.selected', id: null } : { type: 'user.unpicked' })}>
          {messages.release}
        </Button>
      )}
    </Bar>
  )
}

const query = '(max-width: 47.99rem)'
const narrowness = {
  now: () => matchMedia(query).matches,
  subscribe: (tell: () => void) => {
    const list = matchMedia(query)
    list.addEventListener('change', tell)
    return () => list.removeEventListener('change', tell)
  },
}
