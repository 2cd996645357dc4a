import { useSelector } from '@xstate/react'
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'

type Shown = Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>
type SnapshotOf<Actor extends Shown> = ReturnType<Actor['getSnapshot']>
type ContextOf<Actor extends Shown> = SnapshotOf<Actor>['context']

/** One field of what a machine knows. What is computed of it has a selector beside the machine. */
export const useContextOf = <Actor extends Shown, Field extends keyof ContextOf<Actor>>(
  actor: Actor,
  field: Field,
): ContextOf<Actor>[Field] => useSelector(actor as Shown, ({ context }) => context[field])

/** Whether a machine takes an event now; a control that sends it is shown or enabled by this. */
export const useCan = <Actor extends Shown>(actor: Actor, event: Parameters<SnapshotOf<Actor>['can']>[0]): boolean =>
  useSelector(actor as Shown, (snapshot: AnyMachineSnapshot) => snapshot.can(event))

/** Whether a machine is in a state, which may be a nested one. */
export const useMatches = <Actor extends Shown>(actor: Actor, state: Parameters<SnapshotOf<Actor>['matches']>[0]): boolean =>
  useSelector(actor as Shown, (snapshot: AnyMachineSnapshot) => snapshot.matches(state as never))

/** Whether the state of a machine has a tag. */
export const useHasTag = <Actor extends Shown>(actor: Actor, tag: Parameters<SnapshotOf<Actor>['hasTag']>[0]): boolean =>
  useSelector(actor as Shown, (snapshot: AnyMachineSnapshot) => snapshot.hasTag(tag))

/** Whether a machine is at work. */
export const useIsBusy = (actor: Shown): boolean => useSelector(actor, (snapshot: AnyMachineSnapshot) => snapshot.hasTag('busy'))
