import { useEffect, useMemo } from 'react'
import { createActor, waitFor } from 'xstate'
import type { BuilderActor } from '#src/machines/builder/draft/builder.machine.ts'
import { selectIsOnItsWay } from '#src/machines/builder/draft/builder.machine.ts'
import { liveBuilderMachine } from '#src/services/builder/builder.actors.ts'
import type { Access } from '#src/services/kit/api-client.ts'
import { inspect } from '#src/services/kit/inspection.ts'

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
