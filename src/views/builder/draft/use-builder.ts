import { useEffect, useMemo } from 'react'
import { createActor, waitFor } from 'xstate'

import { inspect } from '../../inspection.ts'
import type { BuilderActor } from '../../machines/builder/builder.machine.ts'
import { selectIsOnItsWay } from '../../machines/builder/builder.selectors.ts'
import type { Access } from '../../services/http.ts'
import { liveBuilderMachine } from '../../wiring/builder.ts'

type Opening = { readonly access: Access; readonly owner: string; readonly connectorId: string }

/** The draft while its page stands, and after that until what is on its way to the server has arrived there. */
export function useBuilder({ access, owner, connectorId }: Opening): BuilderActor {
  const life = useMemo(() => {
    const actor = createActor(liveBuilderMachine(access, owner), { input: { connectorId }, inspect })
    return { actor, leave: new AbortController() }
  }, [access, owner, connectorId])
  useEffect(() => {
    // In development React leaves each page once and comes back at once.
    life.leave.abort()
    const leave = new AbortController()
    life.leave = leave
    life.actor.start()
    return () => {
      life.actor.send({ type: 'browser.left' })
      const arrived = waitFor(life.actor, (snapshot) => !selectIsOnItsWay(snapshot), { signal: leave.signal })
      arrived.then(
        () => leave.signal.aborted || life.actor.stop(),
        () => {},
      )
    }
  }, [life])
  return life.actor
}
