import 'reactflow/dist/base.css'

import { Background, Controls, type FitViewOptions, Handle, type Node, type NodeProps, Position, ReactFlow } from 'reactflow'
import styled from 'styled-components'

import { color, font, radius, space } from '../theme/theme.ts'
import type { ChartNode, Graph } from './graph.ts'
import { inspectorMessages as messages } from './inspector.messages.ts'
import type { Bundle, Layout } from './layout.ts'
import { Transitions, type TransitionsEdge } from './Transitions.tsx'

type StateNode = Node<{ readonly state: ChartNode; readonly isLit: boolean }, 'state'>

type ChartProps = {
  readonly graph: Graph
  readonly layout: Layout
  /** Ids of the states that are lit, and of the transitions that led to them. */
  readonly states: readonly string[]
  readonly transitions: readonly string[]
}

/** A chart as it was laid out. It can be moved and enlarged; what it says cannot be changed. */
export function Chart({ graph, layout, states, transitions }: ChartProps) {
  return (
    <Paper>
      <ReactFlow<StateNode, TransitionsEdge>
        nodes={graph.nodes.map((state) => nodeOf(state, layout, states.includes(state.id)))}
        edges={layout.bundles.map((bundle) => edgeOf(bundle, transitions))}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        nodesDraggable={false}
        nodesConnectable={false}
        elementsSelectable={false}
        edgesFocusable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        minZoom={0.1}
        fitView
        fitViewOptions={firstLook(graph, layout, states)}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </Paper>
  )
}

/** CSS pixels that the paper has at least, what stands beside it, and how much smaller words may become before nobody reads them. */
const paper = { width: 520, height: 600, beside: 800 }
const smallest = 0.6

/** The whole chart where it can be read, otherwise the surroundings of the innermost lit states. */
function firstLook({ nodes }: Graph, { boxes }: Layout, states: readonly string[]): FitViewOptions {
  const root = boxes.get(nodes[0]?.id ?? '')
  const width = Math.max(paper.width, innerWidth - paper.beside)
  if (root && root.width * smallest <= width && root.height * smallest <= paper.height) return { padding: 0.04, maxZoom: 1 }
  const leaves = nodes.filter(({ id, hasInside }) => !hasInside && states.includes(id))
  return { nodes: leaves.map(({ id }) => ({ id })), maxZoom: 0.8 }
}

function nodeOf(state: ChartNode, { boxes }: Layout, isLit: boolean): StateNode {
  const { x, y, width, height } = boxes.get(state.id) ?? { x: 0, y: 0, width: 0, height: 0 }
  return {
    id: state.id,
    type: 'state',
    position: { x, y },
    width,
    height,
    data: { state, isLit },
    ariaLabel: messages.state(state.name, isLit),
    ...(state.parent === null ? {} : { parentId: state.parent }),
  }
}

function edgeOf(bundle: Bundle, taken: readonly string[]): TransitionsEdge {
  const { id, source, target, edges } = bundle
  const lit = edges.filter((edge) => taken.includes(edge.id)).map((edge) => edge.id)
  return { id, type: 'transitions', source, target, data: { bundle, lit }, ariaLabel: messages.way(source, target) }
}

function State({ data: { state, isLit } }: NodeProps<StateNode>) {
  return (
    <Box $isLit={isLit} $isOpen={state.hasInside} $kind={state.kind}>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <Name>
        {state.isInitial ? <span title={messages.first}>▸ </span> : null}
        {state.name}
      </Name>
      {state.ports.map((port) => (
        <Port key={port} title={messages.port}>
          ↻ {port}
        </Port>
      ))}
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </Box>
  )
}

const nodeTypes = { state: State }
const edgeTypes = { transitions: Transitions }

const Paper = styled.div`
  min-height: 20rem;
  background: ${color['bg.canvas']};

  & .react-flow__handle {
    visibility: hidden;
  }

  & .react-flow__background {
    --xy-background-pattern-color: ${color['border.subtle']};
  }

  & .react-flow__controls-button {
    width: 1.75rem;
    height: 1.75rem;
    padding: ${space[4]};
    border: 1px solid ${color['border.control']};
    background: ${color['bg.surface']};
    fill: ${color['text.default']};
    cursor: pointer;
  }

  & .react-flow__attribution {
    background: transparent;
    color: ${color['text.subtle']};
    font: ${font.dense};
  }
`

const Box = styled.div<{ readonly $isLit: boolean; readonly $isOpen: boolean; readonly $kind: ChartNode['kind'] }>`
  height: 100%;
  padding: 6px ${space[12]};
  border: ${({ $isLit, $kind }) => ($kind === 'final' ? '3px double' : $isLit ? '2px solid' : '1px solid')};
  border-style: ${({ $kind }) => ($kind === 'parallel' ? 'dashed' : undefined)};
  border-color: ${({ $isLit }) => color[$isLit ? 'brand.solid' : 'border.control']};
  border-radius: ${radius.control};
  background: ${({ $isLit, $isOpen }) => ($isOpen ? 'transparent' : color[$isLit ? 'brand.subtle' : 'bg.surface'])};
  color: ${({ $isLit, $isOpen }) => color[$isLit && !$isOpen ? 'brand.onSubtle' : 'text.default']};
`

const Name = styled.p`
  font: ${font.strong};
  font-size: 0.8125rem;
  line-height: 18px;
  white-space: nowrap;
`

const Port = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
  line-height: 18px;
  white-space: nowrap;
`
