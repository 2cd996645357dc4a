/** How a view finds the actors that its page owns. */
import { useSelector } from '@xstate/react'
import type { ActorRef, AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate'

type Page<S extends AnyMachineSnapshot> = Pick<ActorRef<S, AnyEventObject>, 'getSnapshot' | 'subscribe'>
type Children<S extends AnyMachineSnapshot> = S['children']

/** A part that lives as long as the page. A part that was started again is another actor. */
export function useChild<S extends AnyMachineSnapshot, Id extends keyof Children<S> & string>(
  page: Page<S>,
  id: Id,
): NonNullable<Children<S>[Id]> {
  const child = useSelector(page as AnyActorRef, (snapshot: AnyMachineSnapshot) => snapshot.children[id])
  if (child === undefined) throw new Error(`invariant: the page always runs ${id}`)
  return child as NonNullable<Children<S>[Id]>
}

/** A part that is there in some states of the page only; undefined meanwhile. */
export function useChildNow<S extends AnyMachineSnapshot, Id extends keyof Children<S> & string>(
  page: Page<S>,
  id: Id,
): Children<S>[Id] {
  return useSelector(page as AnyActorRef, (snapshot: AnyMachineSnapshot) => snapshot.children[id]) as Children<S>[Id]
}
