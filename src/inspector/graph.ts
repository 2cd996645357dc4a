/** A chart as nodes and edges: each of its states and each of its transitions once. Pure. */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

export type ChartNode = {
  readonly id: string
  /** The state around it; null for the root. */
  readonly parent: string | null
  readonly name: string
  readonly kind: AnyStateNode['type']
  readonly isInitial: boolean
  readonly tags: readonly string[]
  /** Names of the ports that run while it is active. */
  readonly ports: readonly string[]
  readonly hasInside: boolean
}

export type ChartEdge = {
  readonly id: string
  readonly source: string
  readonly target: string
  /** What happens, in words: the event, a port that answered or failed, a limit that passed. */
  readonly event: string
  /** The guard that must hold, in words; null where there is none. */
  readonly guard: string | null
  readonly kind: 'event' | 'answer' | 'failure' | 'time' | 'always'
}

export type Graph = { readonly nodes: readonly ChartNode[]; readonly edges: readonly ChartEdge[] }

export function graphOf(machine: AnyStateMachine): Graph {
  const states = statesIn(machine.root)
  return {
    nodes: states.map((state) => ({
      id: state.id,
      parent: state.parent?.id ?? null,
      name: state.key,
      kind: state.type,
      isInitial: state.parent?.initial?.target.includes(state) ?? false,
      tags: state.tags,
      ports: state.invoke.map(({ id, src }) => (typeof src === 'string' && src !== id ? `${id} (${src})` : id)),
      hasInside: Object.keys(state.states).length > 0,
    })),
    edges: states.flatMap(transitionsOf).filter(doesSomething).flatMap(edgesOf),
  }
}

/** The same transition has the same id in the chart and in what was inspected. */
export function idOf(transition: AnyTransitionDefinition): string {
  const { source, eventType } = transition
  const siblings = eventType === '' ? source.always : source.transitions.get(eventType)
  return `${source.id} ${eventType || 'always'} ${siblings?.indexOf(transition) ?? -1}`
}

function statesIn(state: AnyStateNode): AnyStateNode[] {
  return [state, ...Object.values<AnyStateNode>(state.states).flatMap(statesIn)]
}

function transitionsOf(state: AnyStateNode): AnyTransitionDefinition[] {
  return [...[...state.transitions.values()].flat(), ...(state.always ?? [])]
}

/** A transition without target and actions forbids; nothing to draw. */
function doesSomething({ target, actions }: AnyTransitionDefinition): boolean {
  return target !== undefined || actions.length > 0
}

function edgesOf(transition: AnyTransitionDefinition): ChartEdge[] {
  const { source, eventType, guard } = transition
  const targets: readonly AnyStateNode[] = transition.target ?? [source]
  const id = idOf(transition)
  return targets.map((target, index) => ({
    id: index === 0 ? id : `${id} ${index}`,
    source: source.id,
    target: target.id,
    guard: describeGuard(guard),
    ...describeEvent(String(eventType)),
  }))
}

function describeEvent(type: string): Pick<ChartEdge, 'event' | 'kind'> {
  const [, ending, of, name = ''] = /^xstate\.(done|error)\.(actor|state)\.(.+)$/.exec(type) ?? []
  const [, limit = ''] = /^xstate\.after\.([^.]+)\./.exec(type) ?? []
  if (type === '') return { kind: 'always', event: 'always' }
  if (limit !== '') return { kind: 'time', event: `after ${limit}` }
  if (ending === 'error') return { kind: 'failure', event: `${name} fails` }
  if (of === 'state') return { kind: 'answer', event: `${name} is done` }
  return ending === 'done' ? { kind: 'answer', event: `${name} answers` } : { kind: 'event', event: type }
}

/** Functions that carry the guards they join; a build may shorten their names. */
const joints = ['and', 'or', 'not']

function describeGuard(guard: unknown): string | null {
  if (guard === undefined || guard === null) return null
  if (typeof guard === 'string') return guard
  if (typeof guard === 'function') {
    const parts = 'guards' in guard && Array.isArray(guard.guards) ? guard.guards.map(describeGuard).join(', ') : null
    return parts === null ? guard.name || 'a guard' : `${joints.find((name) => name === guard.name) ?? 'joined'}(${parts})`
  }
  return typeof guard === 'object' && 'type' in guard ? `${String(guard.type)}${describeParams(guard)}` : 'a guard'
}

/** Params that are given as they stand tell two uses of one guard apart. */
function describeParams(guard: object): string {
  const params = 'params' in guard ? guard.params : null
  return typeof params === 'object' && params !== null ? ` ${Object.values(params).map(String).join(', ')}` : ''
}
