/** The shortest way to every edge of a chart, found by `xstate/graph` over everything that the fixture says can happen. */
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { adjacencyMapToArray, getAdjacencyMap, getShortestPaths } from 'xstate/graph'
import type { AnyFixture } from './fixture.ts'
import { type Move, movesFrom } from './moves.ts'
import { keyOf, nameState } from './naming.ts'
import { forgettingTheDone } from './stub-actor.ts'

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
  const legOf = ({ event, state }: { event: AnyEventObject; state: AnyMachineSnapshot }): Leg => ({ move: moveFor(event), state })
  const paths = getShortestPaths(chart, options)
  const roads = new Map(paths.map(({ state, steps }) => [keyOf(state, fixture), steps.slice(1)]))
  const steps = adjacencyMapToArray(getAdjacencyMap<AnyMachineSnapshot, AnyEventObject, unknown>(chart, options))
  return [
    ...paths.filter(({ weight }) => weight === 0).map(({ state: from }) => ({ given, from, legs: [] })),
    ...steps.map(({ state: from, event, nextState: state }) => {
      const road = roads.get(keyOf(from, fixture)) ?? []
      return { given, from, legs: [...road, { event, state }].map(legOf) }
    }),
  ]
}
