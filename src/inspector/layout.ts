/** Where each state and each transition of a chart is drawn. Sizes come from the words, so that nothing has to be measured first. */
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api'

import type { ChartEdge, ChartNode, Graph } from './graph.ts'

/** CSS pixels; a box stands relative to the state around it, a line relative to the whole. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
export type Point = { readonly x: number; readonly y: number }
export type Line = { readonly points: readonly Point[]; readonly label: Box }

/** All that leads from one state to another, drawn as one line with a line of words each. */
export type Bundle = Line & {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly edges: readonly ChartEdge[]
}

export type Layout = { readonly boxes: ReadonlyMap<string, Box>; readonly bundles: readonly Bundle[] }

/** What elkjs offers, in its worker or beside a test. */
export type Elk = { readonly layout: (graph: ElkNode) => Promise<ElkNode> }

/** Width of a letter and height of a line of the dense font, in CSS pixels; a little wide on purpose. */
const letter = 7.5
const line = 18
/** Room for the name of a state around others. */
const headroom = 44

const options = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.layered.spacing.nodeNodeBetweenLayers': '48',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.spacing.nodeNode': '32',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeLabel': '4',
  'elk.edgeLabels.inline': 'true',
  'elk.json.edgeCoords': 'ROOT',
}

export async function layOut(graph: Graph, elk: Elk): Promise<Layout> {
  const bundles = bundlesOf(graph)
  const order = new Map(graph.nodes.map(({ id }, index) => [id, index]))
  /**
   * Lines that lead back are given to ELK the other way round, so that a chart with loops begins at its first state. Its own
   * strategy MODEL_ORDER does so for the outermost states only, and fails on states with an inside (elkjs 0.12.1).
   */
  const leadsBack = ({ source, target }: Way) =>
    (order.get(target) ?? 0) < (order.get(source) ?? 0) && !source.startsWith(`${target}.`)
  const edges = bundles.map((bundle) => elkEdge(bundle, leadsBack(bundle)))
  const laid = await elk.layout({ id: 'chart', layoutOptions: options, children: childrenOf(null, graph), edges })
  const parts = partsOf(laid)
  const boxes = parts.map(({ id, x = 0, y = 0, width = 0, height = 0 }) => [id, { x, y, width, height }] as const)
  const lines = new Map(parts.flatMap((part) => part.edges ?? []).map((edge) => [edge.id, lineOf(edge)]))
  return {
    boxes: new Map(boxes.filter(([id]) => id !== 'chart')),
    bundles: bundles.flatMap((bundle) => {
      const line = lines.get(bundle.id)
      if (!line) return []
      return { ...bundle, ...line, points: leadsBack(bundle) ? line.points.toReversed() : line.points }
    }),
  }
}

/** What stands on a line. */
export function edgeLabel({ event, guard }: ChartEdge): string {
  return guard === null ? event : `${event} [${guard}]`
}

function childrenOf(parent: string | null, graph: Graph): ElkNode[] {
  const own = graph.nodes.filter((node) => node.parent === parent)
  return own.map((node) => {
    const children = childrenOf(node.id, graph)
    const { width, height } = sizeOf(node)
    if (children.length === 0) return { id: node.id, width, height }
    const layoutOptions = {
      'elk.direction': 'DOWN',
      'elk.padding': `[top=${headroom},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width}, ${height})`,
    }
    return { id: node.id, children, layoutOptions }
  })
}

function sizeOf({ name, ports }: ChartNode): { readonly width: number; readonly height: number } {
  const longest = Math.max(name.length, ...ports.map((port) => port.length + 2))
  return { width: longest * letter + 32, height: line * (1 + ports.length) + 14 }
}

type Way = Pick<Bundle, 'id' | 'source' | 'target' | 'edges'>

function bundlesOf({ edges }: Graph): Way[] {
  const groups = Map.groupBy(edges, ({ source, target }) => `${source} → ${target}`)
  return [...groups].flatMap(([id, [first, ...others]]) =>
    first === undefined ? [] : { id, source: first.source, target: first.target, edges: [first, ...others] },
  )
}

function partsOf(node: ElkNode): ElkNode[] {
  return [node, ...(node.children ?? []).flatMap(partsOf)]
}

function elkEdge({ id, source, target, edges }: Way, isTurned: boolean): ElkExtendedEdge {
  const messages = edges.map(edgeLabel)
  const width = Math.max(...messages.map(({ length }) => length)) * letter + 8
  return {
    id,
    sources: [isTurned ? target : source],
    targets: [isTurned ? source : target],
    labels: [{ id: `${id} label`, text: messages.join('\n'), width, height: messages.length * line }],
  }
}

function lineOf({ sections = [], labels = [] }: ElkExtendedEdge): Line | null {
  const [section] = sections
  if (section === undefined) return null
  const points = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint]
  const [{ x = 0, y = 0, width = 0, height = 0 } = {}] = labels
  return { points, label: { x, y, width, height } }
}
