/** What a state is called: by its key, which tells two states apart, and by its name, which a person reads. */
import type { AnyMachineSnapshot } from 'xstate'

import { leavesOf } from './chart.ts'
import type { AnyFixture } from './fixture.ts'
import { openActors } from './stub-actor.ts'

/** Two snapshots with one key are one state. History and open ports count: they decide what can happen next. */
export function keyOf(snapshot: AnyMachineSnapshot, fixture: AnyFixture): string {
  const past = Object.entries(snapshot.historyValue).map(([id, nodes]) => [id, nodes?.map((node) => node.id)])
  const ports = openActors(snapshot).map(({ id }) => id)
  return JSON.stringify([snapshot.value, projectionOf(snapshot, fixture), ports.sort(), past])
}

/** Ports that last as long as the machine are named only where they are missing. */
export function nameState(snapshot: AnyMachineSnapshot, fixture: AnyFixture): string {
  const told = fixture.project ? Object.entries(projectionOf(snapshot, fixture)) : []
  const words = told
    .filter(([, value]) => value !== false)
    .map(([key, value]) => (value === true ? key : `${key} ${JSON.stringify(value)}`))
  const open = openActors(snapshot)
  const ports = open.filter(({ src }) => !fixture.answers[src]?.isLasting).map(({ id }) => `${id}…`)
  const lost = Object.keys(fixture.answers).filter(
    (src) => fixture.answers[src]?.isLasting && !open.some((port) => port.src === src),
  )
  return [leavesOf(snapshot.value).join(' + '), ...words, ...ports, ...lost.map((src) => `no ${src}`)].join(', ')
}

function projectionOf({ context }: AnyMachineSnapshot, fixture: AnyFixture): object {
  return fixture.project ? fixture.project(context) : context
}
