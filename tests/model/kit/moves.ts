/** All that can happen next: what a person, a port or the clock may do in a state, and how a test makes it so. */
import { act } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { AnyActor, AnyEventObject, AnyMachineSnapshot, AnyStateNode } from 'xstate'
import type { AnyFixture, Samples } from './fixture.ts'
import { openActors, ring, type StubOrder } from './stub-actor.ts'

export type Move = {
  readonly story: string
  readonly event: AnyEventObject
  /** The name of what the fixture brought for it. */
  readonly uses: string
  readonly happen: (actor: AnyActor, user: UserEvent) => void | Promise<void>
}

export function movesFrom(state: AnyMachineSnapshot, fixture: AnyFixture): Move[] {
  if (state.status !== 'active' || hasLostItsPort(state, fixture)) return []
  const moves = [...movesOfPerson(state, fixture), ...movesOfPorts(state, fixture), ...movesOfClock(state, fixture)]
  return moves.filter(({ event }) => state.can(event))
}

export function driversOf(fixture: AnyFixture) {
  return Object.entries(fixture.drivers).flatMap(([type, some]) =>
    [some].flat().map((driver) => ({ event: { type }, ...driver })),
  )
}

export function known(value: unknown, snapshot: AnyMachineSnapshot): unknown {
  return typeof value === 'function' ? value(snapshot) : value
}

function hasLostItsPort(state: AnyMachineSnapshot, fixture: AnyFixture): boolean {
  const open = openActors(state).map(({ src }) => src)
  return Object.entries(fixture.answers).some(([src, { isLasting }]) => isLasting && !open.includes(src))
}

function movesOfPerson(state: AnyMachineSnapshot, fixture: AnyFixture): Move[] {
  return driversOf(fixture)
    .filter(({ when, behind }) => (when?.(state) ?? true) && !behind?.(state))
    .map(({ says, event, find, use }) => ({
      story: says,
      event: { ...event },
      uses: says,
      happen: async (_, user) => {
        const control = find()
        if (!control) throw new Error(`a person cannot ${says}: there is no such control`)
        await use(control, user)
      },
    }))
}

function movesOfPorts(state: AnyMachineSnapshot, fixture: AnyFixture): Move[] {
  return openActors(state).flatMap(({ id, src }) => {
    const port = fixture.answers[src]
    if (!port) throw new Error(`the fixture has no responses for the actor ${src}`)
    const move = (verb: string, words: string, event: AnyEventObject, order?: StubOrder): Move => ({
      story: `${id} ${verb} "${words}"`,
      event,
      uses: `${src}: ${words}`,
      happen: (actor) => {
        act(() => (order ? actor.getSnapshot().children[id]?.send(order) : actor.send(event)))
      },
    })
    return [
      ...samplesOf(port.answers).map(([words, output]) =>
        move('answers', words, { type: `xstate.done.actor.${id}`, output, actorId: id }, { type: 'stub.done', output }),
      ),
      ...samplesOf(port.says).map(([words, event]) => move('says', words, { ...event })),
      ...samplesOf(port.problems).map(([words, error]) =>
        move('fails with', words, { type: `xstate.error.actor.${id}`, error, actorId: id }, { type: 'stub.fail', error }),
      ),
    ]
  })
}

function movesOfClock(state: AnyMachineSnapshot, fixture: AnyFixture): Move[] {
  const timers = state._nodes.flatMap((node: AnyStateNode) =>
    node.after.map(({ delay, eventType }) => ({ node, delay: String(delay), eventType })),
  )
  return timers.map(({ node, delay, eventType }) => ({
    story: `${delay} passes in ${node.path.join('.') || node.key}`,
    event: { type: eventType },
    uses: delay,
    happen: (actor) => {
      act(() => ring(actor, eventType, known(fixture.delays[delay], actor.getSnapshot())))
    },
  }))
}

function samplesOf<T>(samples: Samples<T> = {}) {
  return Object.entries(samples)
}
