import { useSelector } from '@xstate/react'
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'

type Shown = Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>
type ContextOf<Actor extends Shown> = ReturnType<Actor['getSnapshot']>['context']

/** One field of what a machine knows. What is computed of it has a selector beside the machine. */
export const useContextOf = <Actor extends Shown, Field extends keyof ContextOf<Actor>>(
  actor: Actor,
  field: Field,
): ContextOf<Actor>[Field] => useSelector(actor as Shown, ({ context }) => context[field])

/** Whether a machine is at work. */
export const useIsBusy = (actor: Shown): boolean => useSelector(actor, (snapshot: AnyMachineSnapshot) => snapshot.hasTag('busy'))
