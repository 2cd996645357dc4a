import ELK from 'elkjs/lib/elk.bundled.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AnyStateMachine, and, createMachine, not, or, setup } from 'xstate'

import { connectorLifecycle } from '#contract/connectors/details/connector.lifecycle.ts'
import { graphOf, idOf } from '#src/inspector/graph.ts'
import { type Layout, layOut } from '#src/inspector/layout.ts'
import { sessionMachine } from '#src/machines/auth/sign-in/session.machine.ts'
import { deploymentMachine } from '#src/machines/connectors/deployments/deployment.machine.ts'
import { connectorMachine } from '#src/machines/connectors/details/connector.machine.ts'
import { listMachine } from '#src/machines/kit/list.machine.ts'
import { appearanceMachine } from '#src/machines/shell/appearance.machine.ts'
import { edgesOf, nodesOf } from '../../model/kit/chart.ts'

const machines: readonly AnyStateMachine[] = [
  sessionMachine,
  connectorMachine,
  deploymentMachine,
  listMachine,
  appearanceMachine,
  connectorLifecycle,
]

describe.each(machines.map((machine) => [machine.id, machine] as const))('the graph of %s', (_, machine) => {
  const graph = graphOf(machine)

  it('has each state once, after the state around it', () => {
    expect(graph.nodes.map(({ id }) => id).sort()).toEqual(
      nodesOf(machine)
        .map(({ id }) => id)
        .sort(),
    )
    graph.nodes.forEach(({ parent }, index) => {
      if (parent !== null) expect(graph.nodes.findIndex(({ id }) => id === parent)).toBeLessThan(index)
    })
  })

  it('has each transition once, under the id that inspection gives it', () => {
    const all = nodesOf(machine).flatMap((node) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])])
    const drawn = all.filter(({ target, actions }) => target !== undefined || actions.length > 0)
    expect(graph.edges.map(({ id }) => id).sort()).toEqual(drawn.map(idOf).sort())
    expect(new Set(graph.edges.map(({ id }) => id)).size).toBe(edgesOf(machine).length)
  })

  it('marks one first state in each state that has an inside', () => {
    for (const { id } of graph.nodes.filter(({ hasInside }) => hasInside)) {
      expect(graph.nodes.filter(({ parent, isInitial }) => parent === id && isInitial)).toHaveLength(1)
    }
  })

  it('says what happens in words', () => {
    for (const { event } of graph.edges) expect(event).not.toMatch(/xstate\.|^$/)
  })

  describe('laid out', () => {
    let layout: Layout
    beforeAll(async () => {
      layout = await layOut(graph, new ELK())
    })

    it('has a box for each state, inside the state around it and apart from its neighbours', () => {
      expect([...layout.boxes.keys()].sort()).toEqual(graph.nodes.map(({ id }) => id).sort())
      for (const { id, parent } of graph.nodes) {
        const box = boxOf(id)
        const around = parent === null ? null : boxOf(parent)
        if (around !== null) {
          expect(box.x).toBeGreaterThanOrEqual(0)
          expect(box.x + box.width).toBeLessThanOrEqual(around.width)
          expect(box.y + box.height).toBeLessThanOrEqual(around.height)
        }
        for (const other of graph.nodes.filter((node) => node.parent === parent && node.id !== id)) {
          expect(areApart(box, boxOf(other.id)), `${id} and ${other.id}`).toBe(true)
        }
      }
    })

    it('draws each transition on one line', () => {
      const drawn = layout.bundles.flatMap(({ edges }) => edges.map(({ id }) => id))
      expect(drawn.sort()).toEqual(graph.edges.map(({ id }) => id).sort())
      for (const { points } of layout.bundles) expect(points.length).toBeGreaterThanOrEqual(2)
    })

    it('begins at its first state: nothing on its level stands higher', () => {
      const level = graph.nodes.filter(({ parent }) => parent === machine.id)
      const first = level.find(({ isInitial }) => isInitial)?.id ?? ''
      for (const { id } of level) expect(boxOf(id).y + boxOf(id).height).toBeGreaterThanOrEqual(boxOf(first).y)
      expect(Math.min(...level.map(({ id }) => boxOf(id).y))).toBeCloseTo(boxOf(first).y, 0)
    })

    function boxOf(id: string) {
      return layout.boxes.get(id) ?? { x: Number.NaN, y: Number.NaN, width: 0, height: 0 }
    }
  })
})

describe('the words of an edge', () => {
  const graph = graphOf(sessionMachine)
  const words = (id: string) => graph.edges.filter((edge) => edge.id === id).map(({ event, guard, kind }) => [event, guard, kind])

  it.each([
    ['session.signedOut user.submitted 0', 'user.submitted', 'credentialsAreGiven', 'event'],
    ['session.checking xstate.done.actor.restoreSession 0', 'restoreSession answers', 'someoneIsRestored', 'answer'],
    ['session.checking xstate.error.actor.restoreSession 1', 'restoreSession fails', null, 'failure'],
    ['session.signedIn.fresh xstate.after.refreshPause.session.signedIn.fresh 0', 'after refreshPause', null, 'time'],
    ['session.returning always 0', 'always', 'someoneWasHere', 'always'],
  ])('%s', (id, event, guard, kind) => {
    expect(words(id)).toEqual([[event, guard, kind]])
  })

  it('tell two uses of one guard apart', () => {
    const guards = graphOf(connectorMachine).edges.flatMap(({ guard }) => guard ?? [])
    expect(guards).toContain('statusIs Active')
    expect(guards).toContain('statusIs Pause')
  })

  it('name what a joined guard joins', () => {
    const machine = setup({ guards: { one: () => true, two: () => true } }).createMachine({
      on: { A: { guard: and(['one', not('two')]), target: '.there' }, B: { guard: or(['one', 'two']), target: '.there' } },
      initial: 'here',
      states: { here: {}, there: {} },
    })
    expect(graphOf(machine).edges.map(({ guard }) => guard)).toEqual(['and(one, not(two))', 'or(one, two)'])
  })

  it('draw a transition with two targets twice, and one that forbids not at all', () => {
    const machine = createMachine({
      id: 'twice',
      type: 'parallel',
      on: { A: { target: ['.left.b', '.right.b'] }, B: {} },
      states: {
        left: { initial: 'a', states: { a: {}, b: {} } },
        right: { initial: 'a', states: { a: {}, b: {} } },
      },
    })
    expect(graphOf(machine).edges.map(({ source, target }) => [source, target])).toEqual([
      ['twice', 'twice.left.b'],
      ['twice', 'twice.right.b'],
    ])
  })
})

type Rectangle = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

function areApart(one: Rectangle, other: Rectangle): boolean {
  const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x
  return isBeside || one.y + one.height <= other.y || other.y + other.height <= one.y
}
