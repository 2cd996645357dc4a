import { lazy, Suspense, use } from 'react'
import styled from 'styled-components'

import { color, font, space } from '../theme/theme.ts'
import { Spinner } from '../views/kit/feedback/Spinner.tsx'
import type { Graph } from './graph.ts'
import { inspectorMessages as messages } from './inspector.messages.ts'
import { type Elk, type Layout, layOut } from './layout.ts'
import { Panel, PanelTitle } from './panel.ts'
import type { Entry, Seen } from './recorder.ts'

const Chart = lazy(async () => ({ default: (await import('./Chart.tsx')).Chart }))

type ChartPanelProps = { readonly actor: Seen; readonly entry: Entry; readonly elk: () => Elk }

/** The chart of the chosen actor with the states lit that it was in after the chosen event. */
export function ChartPanel({ actor, entry, elk }: ChartPanelProps) {
  const { graph, name, status } = actor
  return (
    <Panel aria-label={messages.chartOf(name)}>
      <PanelTitle>
        {name}{' '}
        <Now role="status" aria-label={messages.now}>
          {graph === null ? status : leavesOf(entry.states).join(', ')}
        </Now>
      </PanelTitle>
      {graph === null ? (
        <Note>{messages.noChart}</Note>
      ) : (
        <Suspense
          fallback={
            <Note as="div">
              <Spinner label={messages.drawing} />
            </Note>
          }
        >
          <Drawing key={graph.nodes[0]?.id} graph={graph} entry={entry} elk={elk} />
        </Suspense>
      )}
    </Panel>
  )
}

function Drawing({ graph, entry, elk }: { readonly graph: Graph; readonly entry: Entry; readonly elk: () => Elk }) {
  const layout = use(layoutOf(graph, elk))
  if (layout === null) return <StateList graph={graph} states={entry.states} />
  return <Chart graph={graph} layout={layout} states={entry.states} transitions={entry.transitions} />
}

/** What remains of a chart where no worker runs: its states in their order. */
function StateList({ graph, states }: { readonly graph: Graph; readonly states: readonly string[] }) {
  return (
    <Note as="div">
      <p>{messages.notLaidOut}</p>
      <ul>
        {graph.nodes.map(({ id }) => (
          <li key={id} aria-current={states.includes(id) ? 'true' : undefined}>
            {states.includes(id) ? <strong>{id}</strong> : id}
          </li>
        ))}
      </ul>
    </Note>
  )
}

/** Null where none could be made. */
const layouts = new WeakMap<Graph, Promise<Layout | null>>()

function layoutOf(graph: Graph, elk: () => Elk): Promise<Layout | null> {
  const known = layouts.get(graph) ?? tryToLayOut(graph, elk)
  layouts.set(graph, known)
  return known
}

async function tryToLayOut(graph: Graph, elk: () => Elk): Promise<Layout | null> {
  try {
    return await layOut(graph, elk())
  } catch {
    return null
  }
}

/** The innermost of the states that it is in. */
function leavesOf(states: readonly string[]): string[] {
  return states
    .filter((state) => !states.some((other) => other.startsWith(`${state}.`)))
    .map((state) => state.slice(state.indexOf('.') + 1))
}

const Now = styled.span`
  color: ${color['text.muted']};
  font: ${font.body};
`

const Note = styled.p`
  padding: ${space[16]};
  color: ${color['text.muted']};
  overflow: auto;
`
