/** Where each structure stands: from left to right at once, refined by ELK in its worker when it has an answer. */
import type { ElkNode } from 'elkjs/lib/elk-api'

import { column, gap, heightOf, type Point } from './geometry.ts'
import type { Structure } from './structure.ts'

/** What elkjs offers, in its worker or beside a test. */
export type Elk = { readonly layout: (graph: ElkNode) => Promise<ElkNode> }
type Spot = Pick<Structure, 'id' | 'side' | 'list'>
type Places = ReadonlyMap<string, Point>

/** Settled: nothing will move by itself any more. */
type Layout = { readonly places: Places; readonly isSettled: boolean }
export type Placement = { readonly now: () => Layout; readonly subscribe: (tell: () => void) => () => void }

const options = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.layered.spacing.nodeNodeBetweenLayers': String(gap.across),
  'elk.spacing.nodeNode': String(gap.down),
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
}

function chain(spots: readonly Spot[]): Places {
  let y = 0
  return new Map(
    spots.map((spot) => {
      if (spot.side === 'target') return [spot.id, { x: column.width + gap.across, y: 0 }]
      const place = { x: 0, y }
      y += heightOf(spot) + gap.down
      return [spot.id, place]
    }),
  )
}

/** Asks ELK once, when somebody first looks. Where no worker runs the chain stays. */
export function placementOf(spots: readonly Spot[], elk: () => Elk): Placement {
  // A single source beside a single destination leaves nothing to lay out.
  let layout: Layout = { places: chain(spots), isSettled: spots.length <= 2 }
  let isAsked = false
  const listeners = new Set<() => void>()
  const refine = async () => {
    const target = spots.filter(({ side }) => side === 'target').map(({ id }) => id)
    const { children = [] } = await elk().layout({
      id: 'mapping',
      layoutOptions: options,
      children: spots.map((spot) => ({ id: spot.id, width: column.width, height: heightOf(spot) })),
      edges: spots
        .filter(({ side }) => side === 'source')
        .map(({ id }) => ({ id: `from ${id}`, sources: [id], targets: target })),
    })
    const refined = new Map(children.map(({ id, x = 0, y = 0 }) => [id, { x, y }]))
    return spots.every(({ id }) => refined.has(id)) ? refined : layout.places
  }
  const settle = (places: Places) => {
    layout = { places, isSettled: true }
    for (const tell of listeners) tell()
  }
  return {
    now: () => layout,
    subscribe: (tell) => {
      listeners.add(tell)
      if (!isAsked && !layout.isSettled) refine().then(settle, () => settle(layout.places))
      isAsked = true
      return () => listeners.delete(tell)
    },
  }
}
