import 'reactflow/dist/base.css'

import { useSyncExternalStore } from 'react'
import { type Edge, Handle, type Node, type NodeProps, Position, ReactFlow } from 'reactflow'
import styled from 'styled-components'

import { color, font, radius, space } from '#src/theme/theme.ts'
import { minutesTo } from '../../connectors/details/flow/steps.ts'
import { pillOfHealth } from '../../connectors/details/health-pill.ts'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { duration } from '../../kit/format/spans.ts'
import { Monogram } from '../../kit/identity/Monogram.tsx'
import { Minute } from '../../kit/text/Minute.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import type { Stage } from './pipeline.ts'
import { universeMessages } from './universe.messages.ts'

const messages = universeMessages.diagram

type StageNode = Node<{ readonly stage: Stage }, 'stage'>
type PipelineDiagramProps = { readonly stages: readonly Stage[]; readonly isActive: boolean }

/** CSS pixels. `studio-account-settings.md` section 9. */
const paperHeight = 600
/** Six lines: four steps of it and three gaps are the paper. */
const nodeHeight = 132
const [gapMin, gapMax] = [24, 88]
const wide = 560
const small = 320
const smallest = 248

/** The steps from top to bottom, which no screen is too small for. It is looked at and not moved. */
export function PipelineDiagram({ stages, isActive }: PipelineDiagramProps) {
  const width = useSyncExternalStore(room.subscribe, room.now)
  const free = paperHeight - stages.length * nodeHeight
  const gap = Math.max(gapMin, Math.min(gapMax, Math.floor(free / Math.max(1, stages.length - 1))))
  const height = stages.length * nodeHeight + (stages.length - 1) * gap
  const nodes = stages.map(
    (stage, at): StageNode => ({
      ...{
        id: stage.kind,
        type: 'stage',
        width,
        height: nodeHeight,
        data: { stage },
        ariaLabel: messages.steps[stage.kind],
        ariaRole: 'group',
      },
      position: { x: 0, y: (paperHeight - height) / 2 + at * (nodeHeight + gap) },
    }),
  )
  const edges = stages.slice(1).map(({ kind }, at): Edge => {
    const source = stages[at]?.kind ?? kind
    return { id: kind, source, target: kind, ariaLabel: messages.way(messages.steps[source], messages.steps[kind]) }
  })
  return (
    <Paper role="group" aria-label={messages.label} data-flowing={isActive} style={{ width, height: paperHeight }}>
      <ReactFlow<StageNode>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        panOnDrag={false}
        zoomOnScroll={false}
        zoomOnPinch={false}
        zoomOnDoubleClick={false}
        preventScrolling={false}
      />
    </Paper>
  )
}

function StageFace({ data: { stage } }: NodeProps<StageNode>) {
  const { kind, address, system, several, parts, measured } = stage
  return (
    <Box>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <Head>
        <Step>{several.length > 0 ? messages.several(several.length) : messages.steps[kind]}</Step>
        <StatusPill {...pillOfHealth(measured.level)} />
      </Head>
      <Named title={several.length > 0 ? several.join(', ') : (address ?? undefined)}>
        {system === null || several.length > 0 ? null : <Monogram name={system} />}
        <span>{several.length > 0 ? several.join(', ') : (system ?? placeOf(kind, address, parts))}</span>
      </Named>
      {measured.latency === null ? (
        <p>{measured.newest === null ? universeMessages.noData : messages.noCall}</p>
      ) : (
        <Figures>
          <li>{messages.units[kind](measured.calls)}</li>
          <li data-bad={measured.errors > 0}>{messages.errors(measured.errors)}</li>
          <li>{messages.latency(duration(measured.latency))}</li>
        </Figures>
      )}
      {measured.newest === null ? null : <Judged at={measured.newest.at} />}
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </Box>
  )
}

/** By which minutes the health beside it was judged: that of the connector is judged by its last run. */
function Judged({ at }: { readonly at: string }) {
  const { first, last } = minutesTo(at)
  return (
    <Place>
      <Sentence of={messages.judged} parts={{ first: <Minute at={first} />, last: <Minute at={last} /> }} />
    </Place>
  )
}

function placeOf(kind: Stage['kind'], address: string | null, parts: number | null): string {
  if (parts === null) return address ?? universeMessages.overview.noAddress
  return kind === 'mapping' ? universeMessages.overview.mapped(parts) : messages.parts(parts)
}

const nodeTypes = { stage: StageFace }

/** A narrow screen, and a very narrow one. */
const queries = ['(max-width: 63.99rem)', '(max-width: 23.99rem)'] as const
const room = {
  now: () => (matchMedia(queries[1]).matches ? smallest : matchMedia(queries[0]).matches ? small : wide),
  subscribe: (tell: () => void) => {
    const lists = queries.map((query) => matchMedia(query))
    for (const list of lists) list.addEventListener('change', tell)
    return () => {
      for (const list of lists) list.removeEventListener('change', tell)
    }
  },
}

const Paper = styled.div`
  margin: 0 auto;
  max-width: 100%;

  & .react-flow__handle {
    visibility: hidden;
  }

  & .react-flow__pane,
  & .react-flow__node {
    cursor: default;
  }

  & .react-flow__edge-path {
    stroke: ${color['info.icon']};
    stroke-width: 3;
  }

  &[data-flowing='false'] .react-flow__edge-path {
    stroke: ${color['danger.icon']};
    stroke-dasharray: 6 4;
  }

  & .react-flow__attribution {
    background: transparent;
    font: ${font.dense};
  }

  & .react-flow__attribution a {
    color: ${color['text.muted']};
  }
`

const Box = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: center;
  gap: ${space[4]};
  height: 100%;
  padding: ${space[4]} ${space[16]};
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  color: ${color['text.default']};
  font: ${font.dense};
  overflow: hidden;
`

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]};
`

const Step = styled.h3`
  color: ${color['text.muted']};
  font: ${font.dense};
  font-weight: 500;
`

const Named = styled.p`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  min-width: 0;
  font: ${font.section};

  & > span:last-child {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`

const Place = styled.p`
  color: ${color['text.muted']};
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`

const Figures = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space[16]};
  margin: 0;
  padding: 0;
  list-style: none;
  font: ${font.body};
  font-variant-numeric: tabular-nums;

  & > [data-bad='true'] {
    color: ${color['danger.text']};
    font-weight: 500;
  }
`
