import type { BuilderActor } from '#src/machines/builder/draft/builder.machine.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import type { RoutesActor } from '#src/machines/builder/routes/routes.machine.ts'
import { liveRoutesMachine } from '#src/services/builder/routes.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { navigate } from '#src/views/kit/browser-location.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'

/** The destinations of a draft while a step of it is open. */
export function useRoutes(builder: BuilderActor, draft: Draft): RoutesActor {
  const access = useAccess()
  return useMachine(() => liveRoutesMachine(access, builder), [access, builder], {
    config: draft.config,
    examples: draft.shapes.source?.examples ?? [],
  })
}

/** Shows one destination of a step: the first one has the address of the step itself. */
export const showRoute = (path: string, id: number) => navigate(id === 0 ? path : `${path}?route=${id}`, { replace: true })

/** Shows the destination that was added last. */
export function showAdded(builder: BuilderActor, path: string) {
  const added = builder.getSnapshot().context.draft?.config.routes?.others.at(-1)
  if (added) showRoute(path, added.id)
}
