/** Questions to a chart that `xstate/graph` does not answer. */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition, StateValue } from 'xstate'
import { getStateNodes } from 'xstate/graph'

/** `getStateNodes` leaves out the root, which may have edges of its own. */
export function nodesOf(machine: AnyStateMachine): AnyStateNode[] {
  return [machine.root, ...getStateNodes(machine)]
}

/** The names of all transitions that do something. One without target and actions forbids; it is no edge. */
export function edgesOf(machine: AnyStateMachine): string[] {
  const all: AnyTransitionDefinition[] = nodesOf(machine).flatMap((node) => [
    ...[...node.transitions.values()].flat(),
    ...(node.always ?? []),
  ])
  return all.filter(({ target, actions }) => target !== undefined || actions.length > 0).map(nameEdge)
}

export function nameEdge(edge: AnyTransitionDefinition): string {
  const { source, eventType, target } = edge
  const siblings: AnyTransitionDefinition[] = (eventType ? source.transitions.get(eventType) : source.always) ?? []
  const to = target?.map(({ id }) => id).join(', ') ?? 'itself'
  return `${source.id}: ${eventType || 'always'} #${siblings.indexOf(edge)} → ${to}`
}

/** `deploying.asking`; one per region where regions are parallel. */
export function leavesOf(value: StateValue): string[] {
  if (typeof value === 'string') return [value]
  return Object.entries(value).flatMap(([key, inner = {}]) => {
    const leaves = leavesOf(inner)
    return leaves.length === 0 ? [key] : leaves.map((leaf) => `${key}.${leaf}`)
  })
}
