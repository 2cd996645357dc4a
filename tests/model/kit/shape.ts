/** What every machine of the product must satisfy. */
import { expect, it } from 'vitest'
import { type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate'

import { nodesOf } from './chart.ts'

/** `boundedBy` is the machine that invokes this one: its clock or its person may end what this one cannot. */
export function verifyShape(machine: AnyStateMachine, boundedBy?: AnyStateMachine): void {
  const nodes = nodesOf(machine)
  const { actors, delays } = machine.implementations

  it('handles the failure of every actor', () => {
    const deaf = nodes.flatMap((node) => node.invoke.filter(({ id }) => !node.transitions.has(`xstate.error.actor.${id}`)))
    expect(deaf.map(({ id }) => id)).toEqual([])
  })

  it('can leave every busy state, by a person, by a clock or by the time limit of its request', () => {
    const stuck = nodes.filter((node) => isLeaf(node) && busyRoom(node) !== undefined && !canBeLeft(node))
    if (boundedBy === undefined) return expect(stuck.map(({ id }) => id)).toEqual([])
    const rooms = nodesOf(boundedBy).filter(({ invoke }) => invoke.some(({ src }) => src === machine.id))
    expect(rooms.length, `states of ${boundedBy.id} that run ${machine.id}`).toBeGreaterThan(0)
    expect(rooms.filter((room) => !canBeLeft(room)).map(({ id }) => id)).toEqual([])
  })

  it('names every actor and every delay in its setup', () => {
    const unowned = nodes.flatMap((node) => [
      ...node.invoke.map(({ src }) => String(src)).filter((src) => !(src in actors)),
      ...node.after.map(({ delay }) => String(delay)).filter((delay) => !(delay in delays)),
    ])
    expect(unowned).toEqual([])
  })

  it('is small enough to hold in the head', () => {
    expect(nodes.filter((node) => isLeaf(node) && node.type !== 'history').length).toBeLessThanOrEqual(12)
    expect(Math.max(...nodes.map(({ path }) => path.length))).toBeLessThanOrEqual(3)
  })
}

function canBeLeft(node: AnyStateNode): boolean {
  return lineage(node).some(leavesBusyRoom)
}

function lineage(node: AnyStateNode): AnyStateNode[] {
  return node.parent ? [node, ...lineage(node.parent)] : [node]
}

function isLeaf(node: AnyStateNode): boolean {
  return Object.keys(node.states).length === 0
}

/** The outermost busy state around this one: leaving anything inside it is not an end to waiting. */
function busyRoom(node: AnyStateNode): AnyStateNode | undefined {
  return lineage(node).findLast(({ tags }) => tags.includes('busy'))
}

/** Every request has its time limit in `services/kit/actor.ts`, and ends with an error at the latest then. */
function endsOfRequests(node: AnyStateNode): string[] {
  const { actors } = node.machine.implementations
  const requests = node.invoke.filter(({ id, src }) => {
    const isMachine = actors[String(src)] instanceof StateMachine
    return !isMachine && node.transitions.has(`xstate.done.actor.${id}`)
  })
  return requests.map(({ id }) => `xstate.error.actor.${id}`)
}

function leavesBusyRoom(node: AnyStateNode): boolean {
  const room = busyRoom(node)
  const ends = endsOfRequests(node)
  return [...node.transitions].some(
    ([event, candidates]) =>
      (/^(user|xstate\.after)\./.test(event) || ends.includes(event)) &&
      candidates.some(({ target }) => target?.some((goal: AnyStateNode) => !room || !lineage(goal).includes(room))),
  )
}
