/** The shortest way to every edge of a chart, found by `xstate/graph` over everything that the fixture says can happen. */
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { getAdjacencyMap } from 'xstate/graph'
import type { AnyFixture } from './fixture.ts'
import { type Move, movesFrom } from './moves.ts'
import { keyOf, nameState } from './naming.ts'
import { forgettingTheDone } from './stub-actor.ts'

type Step = { readonly event: AnyEventObject; readonly state: AnyMachineSnapshot }
/** States by their keys, nearest first, with the steps out of each. */
type Reached = Readonly<
  Record<string, { readonly state: AnyMachineSnapshot; readonly transitions: Readonly<Record<string, Step>> }>
>
type Leg = { readonly move: Move; readonly state: AnyMachineSnapshot }

/** The last leg is the edge; those before it are the shortest way to where it starts. An opening has no legs. */
export type Edge = { readonly given: string; readonly from: AnyMachineSnapshot; readonly legs: readonly Leg[] }

/** A larger graph is a context that was not projected: nobody could learn such a product. */
const stepLimit = 5_000

/** Each edge once, nearest first; several inputs share what lies beyond their openings. */
export function exploreAll(machine: AnyStateMachine, fixture: AnyFixture): Edge[] {
  const met = new Set<string>()
  const all = Object.entries(fixture.inputs).flatMap(([given, input]) => explore(machine, fixture, given, input))
  return all
    .sort((one, other) => one.legs.length - other.legs.length)
    .filter(({ given, from, legs }) => {
      const last = legs.at(-1)
      const name = last ? `${keyOf(from, fixture)} ${last.move.story}` : given
      return !met.has(name) && met.add(name)
    })
}

/** A journey that begins another is walked there. */
export function withoutBeginnings(edges: readonly Edge[]): Edge[] {
  const named = edges.map((edge) => ({ edge, name: [edge.given, ...edge.legs.map(({ move }) => move.story), ''].join(' → ') }))
  const isBeginning = (name: string) => named.some((other) => other.name !== name && other.name.startsWith(name))
  return named.filter(({ name }) => !isBeginning(name)).map(({ edge }) => edge)
}

export function tell({ given, from, legs }: Edge, fixture: AnyFixture): string {
  const story = [`given ${given}`, ...legs.map(({ move }) => move.story)].join(' → ')
  return `${story} ⇒ ${nameState(legs.at(-1)?.state ?? from, fixture)}`
}

function explore(machine: AnyStateMachine, fixture: AnyFixture, given: string, input: unknown): Edge[] {
  const chart = forgettingTheDone(machine)
  const moveOf = new WeakMap<AnyEventObject, Move>()
  const moveFor = (event: AnyEventObject): Move => {
    const move = moveOf.get(event)
    if (!move) throw new Error(`no move makes ${event.type} happen`)
    return move
  }
  const options = {
    input,
    events: (state: AnyMachineSnapshot) => {
      const moves = movesFrom(state, fixture)
      for (const move of moves) moveOf.set(move.event, move)
      return moves.map(({ event }) => event)
    },
    serializeState: (state: AnyMachineSnapshot) => keyOf(state, fixture),
    serializeEvent: (event: AnyEventObject) => moveFor(event).story,
    limit: stepLimit,
  }
  const map = getAdjacencyMap<AnyMachineSnapshot, AnyEventObject, unknown>(chart, options) as Reached
  const legOf = ({ event, state }: Step): Leg => ({ move: moveFor(event), state })
  const stepsFrom = (key: string) => Object.values(map[key]?.transitions ?? {})
  const [opening = ''] = Object.keys(map)
  // The map was made nearest first, so the first way to a state is a shortest one.
  const roads = new Map<string, readonly Leg[]>([[opening, []]])
  for (const [key, road] of roads) {
    for (const step of stepsFrom(key)) {
      const to = keyOf(step.state, fixture)
      if (!roads.has(to)) roads.set(to, [...road, legOf(step)])
    }
  }
  return Object.entries(map).flatMap(([key, { state: from }]) => [
    ...(key === opening ? [{ given, from, legs: [] }] : []),
    ...stepsFrom(key).map((step) => ({ given, from, legs: [...(roads.get(key) ?? []), legOf(step)] })),
  ])
}
