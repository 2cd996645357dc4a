/** The one actor of a page. */
import { useActorRef } from '@xstate/react'
import { useEffect } from 'react'
import type { Actor, AnyStateMachine, EmittedFrom, InputFrom } from 'xstate'

import { inspect } from '#src/services/kit/inspection.ts'
import { toast } from '../feedback/toast.ts'

/** @param messageOf the toast for a fact that the page emits; null where there is none. Stands outside the component. */
export function usePage<Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
  messageOf: (fact: EmittedFrom<Machine>) => string | null,
): Actor<Machine> {
  const page = useActorRef(machine as AnyStateMachine, { input, inspect }) as Actor<Machine>
  useEffect(() => {
    const { unsubscribe } = page.on('*', (fact) => {
      const text = messageOf(fact)
      if (text !== null) void toast(text)
    })
    return unsubscribe
  }, [page, messageOf])
  return page
}
