/** Questions that both sides ask a pure chart. The chart is the only place that knows which move is legal. */
import { type AnyStateMachine, createActor, type EventFrom, type InputFrom } from 'xstate'

/** The state that a move leads to, or null where the chart forbids it. Pure: nothing is started. */
export function moved<M extends AnyStateMachine>(
  machine: M,
  from: string,
  event: EventFrom<M>,
  context: InputFrom<M>,
): string | null {
  const at = machine.resolveState({ value: from, context: context ?? {} })
  if (!at.can(event)) return null
  const actor = createActor(machine, { snapshot: at, input: context } as never).start()
  actor.send(event)
  const { value } = actor.getSnapshot()
  return String(value)
}

/** The names of the events that the chart allows in a state, in the chart's order. */
export function allowedMoves(machine: AnyStateMachine, from: string): string[] {
  const node = machine.states[from]
  return node ? [...node.transitions.keys()] : []
}

/** The states from which an event is legal: the `where status = any($from)` of a guarded update. */
export function statesAllowing(machine: AnyStateMachine, type: string): string[] {
  return Object.keys(machine.states).filter((state) => allowedMoves(machine, state).includes(type))
}
