import { type Ref, useSyncExternalStore } from 'react'
import type { MappingEdge } from '#contract/connectors/config/config.ts'
import { sourceOf, targetOf } from '#src/machines/builder/mapping/lines.ts'
import type { MappingActor } from '#src/machines/builder/mapping/mapping.machine.ts'
import { useContextOf } from '#src/views/kit/use-snapshot.ts'
import { curve, endAt, type LineState, type Point } from './geometry.ts'
import { Drawing, Hit, Line, Pulled } from './line-frame.ts'
import type { OpenStructure } from './open.ts'
import type { Scrolls } from './scrolls.ts'

type LinesProps = {
  readonly actor: MappingActor
  readonly structures: readonly OpenStructure[]
  readonly places: ReadonlyMap<string, Point>
  readonly scrolls: Scrolls
  /** The line that is being pulled; its points are written by the hand that pulls it. */
  readonly pulled: Ref<SVGPathElement>
}

/** The lines in sight, in one drawing. The keyboard has the same at the fields, so that this is for the eye and the mouse alone. */
export function Lines({ actor, structures, places, scrolls, pulled }: LinesProps) {
  const edges = useContextOf(actor, 'edges')
  const selected = useContextOf(actor, 'selected')
  const tops = useSyncExternalStore(scrolls.subscribe, scrolls.now)
  const standing = structures.flatMap((it) => {
    const place = places.get(it.id)
    return place === undefined ? [] : [{ ...it, place, scroll: tops.get(it.id) ?? 0 }]
  })
  const sources = standing.filter(({ side }) => side === 'source')
  const target = standing.find(({ side }) => side === 'target')
  return (
    <Drawing aria-hidden="true">
      {edges.flatMap((edge) => {
        const drawn = target && drawnLine(edge, sources, target)
        if (!drawn) return []
        return (
          <g key={edge.id} data-chosen={edge.id === selected || undefined} data-line={edge.id}>
            <Line d={drawn.path} data-dim={!drawn.isWhole || undefined} />
            <Hit
              d={drawn.path}
              onClick={() => actor.send({ type: 'user.selected', id: edge.id === selected ? null : edge.id })}
            />
          </g>
        )
      })}
      <Pulled ref={pulled} />
    </Drawing>
  )
}

type Drawn = { readonly path: string; readonly isWhole: boolean }

/** Null where neither end is in sight. A line whose one end is scrolled away leaves by the edge of its list. */
function drawnLine(edge: MappingEdge, sources: readonly LineState[], target: LineState): Drawn | null {
  const into = target.anchor(targetOf(edge))
  if (into === null) return null
  for (const source of sources) {
    const from = source.anchor(sourceOf(edge))
    if (from === null) continue
    const [start, end] = [endAt(source, from, 'source'), endAt(target, into, 'target')]
    if (!start.isVisible && !end.isVisible) return null
    return { path: curve(start, end), isWhole: start.isVisible && end.isVisible }
  }
  return null
}
