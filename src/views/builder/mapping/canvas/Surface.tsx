import { useContextOf } from '#src/views/kit/use-snapshot.ts'
import 'reactflow/dist/base.css'

import { useSelector } from '@xstate/react'
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Controls, ReactFlow, useReactFlow, ViewportPortal } from 'reactflow'

import type { MappingActor } from '#src/machines/builder/mapping/mapping.machine.ts'
import { selectFields, selectMissing, selectSearch } from '#src/machines/builder/mapping/mapping.machine.ts'
import { fieldsWithLines } from '#src/machines/builder/mapping/rows.ts'
import { canvasMessages as messages } from './canvas.messages.ts'
import { Paper } from './canvas-frame.ts'
import { column, heightOf } from './geometry.ts'
import { joinedOf } from './joined.ts'
import { Lines } from './Lines.tsx'
import { opened } from './open.ts'
import { type Elk, placementOf } from './placement.ts'
import { usePulling } from './pulling.ts'
import { type NodeHandlers, StructureNode, type StructureNodeType } from './StructureNode.tsx'
import { newScrolls } from './scrolls.ts'
import { type LookupPlace, structuresOf } from './structure.ts'

type SurfaceProps = {
  readonly actor: MappingActor
  readonly lookups: readonly LookupPlace[]
  /** What the destination is called, where there are several. */
  readonly destination?: string | undefined
  readonly elk: () => Elk
}

/** The paper: one node of React Flow per structure, and one drawing of the lines in sight. It can be moved and enlarged. */
export function Surface({ actor, lookups, destination, elk }: SurfaceProps) {
  const edges = useContextOf(actor, 'edges')
  const knownSource = useSelector(actor, (snapshot) => selectFields(snapshot, 'source'))
  const source = useMemo(() => fieldsWithLines(knownSource, edges, 'source'), [knownSource, edges])
  const knownTarget = useSelector(actor, (snapshot) => selectFields(snapshot, 'target'))
  const target = useMemo(() => fieldsWithLines(knownTarget, edges), [knownTarget, edges])
  const searchSource = useSelector(actor, (snapshot) => selectSearch(snapshot, 'source'))
  const searchTarget = useSelector(actor, (snapshot) => selectSearch(snapshot, 'target'))
  const missingKey = useSelector(actor, (snapshot) =>
    selectMissing(snapshot)
      .map(({ path }) => path)
      .join('\n'),
  )
  const picked = useContextOf(actor, 'picked')
  const [shut, setShut] = useState<ReadonlyMap<string, ReadonlySet<string>>>(new Map())
  const [scrolls] = useState(newScrolls)
  const drawing = useRef<SVGPathElement>(null)
  const { screenToFlowPosition, fitView } = useReactFlow()

  const structures = useMemo(
    () => structuresOf({ source, target }, lookups, { source: messages.source, target: destination ?? messages.target }),
    [source, target, lookups, destination],
  )
  const spotsKey = structures.map(({ id }) => id).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: fields come and go, what they stand in does not
  const placement = useMemo(() => placementOf(structures, elk), [spotsKey, elk])
  const subscribe = useCallback(
    (tell: () => void) =>
      placement.subscribe(() => {
        tell()
        // Once the nodes stand at their new places.
        requestAnimationFrame(() => fitView(wholePaper))
      }),
    [placement, fitView],
  )
  const { places, isSettled } = useSyncExternalStore(subscribe, placement.now)
  const missing = useMemo(() => new Set(missingKey.split('\n')), [missingKey])
  const sides = useMemo(
    () =>
      structures.map((structure) =>
        opened(structure, {
          shut,
          search: { source: searchSource, target: searchTarget },
          missing,
        }),
      ),
    [structures, shut, searchSource, searchTarget, missing],
  )
  const joined = useMemo(() => ({ source: joinedOf(edges, 'source'), target: joinedOf(edges, 'target') }), [edges])
  const handlers = useMemo(() => handlersOf(actor, scrolls.move, setShut), [actor, scrolls])
  const nodes = useMemo(
    () =>
      sides.map((structure): StructureNodeType => {
        const { id, side } = structure
        return {
          id,
          type: 'structure',
          position: places.get(id) ?? { x: 0, y: 0 },
          width: column.width,
          height: heightOf(structure),
          data: {
            structure,
            search: side === 'source' ? searchSource : searchTarget,
            joined: joined[side],
            picked: picked?.side === side ? picked.path : null,
            handlers,
          },
        }
      }),
    [sides, places, searchSource, searchTarget, joined, picked, handlers],
  )
  const connect = useCallback(
    (from: string, into: string) => actor.send({ type: 'user.connected', source: from, target: into }),
    [actor],
  )
  const pulling = usePulling({ drawing, toPaper: screenToFlowPosition, connect })
  return (
    <Paper role="group" aria-label={messages.name} aria-busy={!isSettled} {...pulling}>
      <ReactFlow<StructureNodeType>
        nodes={nodes}
        nodeTypes={nodeTypes}
        ariaLabelConfig={{
          'controls.zoomIn.ariaLabel': messages.zoomIn,
          'controls.zoomOut.ariaLabel': messages.zoomOut,
          'controls.fitView.ariaLabel': messages.fit,
        }}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        zoomOnScroll={false}
        zoomOnDoubleClick={false}
        preventScrolling={false}
        minZoom={0.3}
        maxZoom={1.5}
        fitView
        fitViewOptions={wholePaper}
      >
        <ViewportPortal>
          <Lines actor={actor} structures={sides} places={places} scrolls={scrolls} pulled={drawing} />
        </ViewportPortal>
        <Controls showInteractive={false} />
      </ReactFlow>
    </Paper>
  )
}

const wholePaper = { padding: 0.04, maxZoom: 1 } as const
const nodeTypes = { structure: StructureNode }

type Shut = ReadonlyMap<string, ReadonlySet<string>>

function handlersOf(
  actor: MappingActor,
  scroll: NodeHandlers['scroll'],
  setShut: (change: (shut: Shut) => Shut) => void,
): NodeHandlers {
  const linesAt = (side: 'source' | 'target', path: string) =>
    joinedOf(actor.getSnapshot().context.edges, side).get(path)?.ids ?? []
  return {
    scroll,
    pick: (side, path) => actor.send({ type: 'user.picked', side, path }),
    search: (side, text) => actor.send({ type: 'user.searched', side, text }),
    release: () => {
      actor.send({ type: 'user.unpicked' })
      actor.send({ type: 'user.selected', id: null })
    },
    choose: (side, path) => {
      const ids = linesAt(side, path)
      const next = ids[ids.indexOf(actor.getSnapshot().context.selected ?? '') + 1] ?? ids[0]
      if (next !== undefined) actor.send({ type: 'user.selected', id: next })
    },
    remove: (side, path) => {
      const ids = linesAt(side, path)
      const { selected } = actor.getSnapshot().context
      // Of several lines only the chosen one: which is meant nobody can tell.
      const id = ids.find((it) => it === selected) ?? (ids.length === 1 ? ids[0] : undefined)
      if (id !== undefined) actor.send({ type: 'user.disconnected', id })
    },
    toggle: (structure, path, isOpen) =>
      setShut((shut) => {
        const own = new Set(shut.get(structure))
        if (isOpen) own.add(path)
        else own.delete(path)
        return new Map(shut).set(structure, own)
      }),
  }
}
