/** How a child machine reports what happened in it: to the page that runs it, and to listeners outside. */
import type { AnyActorRef, EventObject } from 'xstate'

/** What a page receives from the child with this id: `done` of `deletion` is `deletion.done`. */
export type ChildEvent<Id extends string, Fact extends EventObject> = Fact extends EventObject
  ? Readonly<Omit<Fact, 'type'>> & { readonly type: `${Id}.${Fact['type']}` }
  : never

type Enqueue<Fact extends EventObject> = {
  readonly emit: (fact: Fact) => void
  readonly sendTo: (target: AnyActorRef, event: EventObject) => void
}

/** Not `sendParent`: that throws in a machine that runs alone, and kit machines do both. */
export function report<Fact extends EventObject>(enqueue: Enqueue<Fact>, self: AnyActorRef, fact: Fact): void {
  enqueue.emit(fact)
  if (self._parent) enqueue.sendTo(self._parent, { ...fact, type: `${self.id}.${fact.type}` })
}
