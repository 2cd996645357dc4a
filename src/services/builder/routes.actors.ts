/** Joins the chart of the destinations to the draft and to the engine, and gives each of them a draft of its own. */
import { fromCallback } from 'xstate'
import type { BuilderActor, BuilderSnapshot } from '../../machines/builder/draft/builder.machine.ts'
import { routesMachine } from '../../machines/builder/routes/routes.machine.ts'
import { changeOf, draftOf } from '../../machines/builder/routes/routes-form.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { tryExamples } from './example-run.service.ts'

export const liveRoutesMachine = (access: Access, builder: BuilderActor) =>
  routesMachine.provide({
    actors: {
      tryRoutes: actorFrom(({ config, examples }, signal) => {
        const { connectorId } = builder.getSnapshot().context
        return tryExamples(access, { connectorId, config: onlyRules(config), examples }, signal)
      }),
      watchDraft: fromCallback(({ sendBack }) => {
        const configNow = () => builder.getSnapshot().context.draft?.config
        let known = configNow()
        const { unsubscribe } = builder.subscribe(({ context: { draft } }) => {
          if (draft === null || draft.config === known) return
          known = draft.config
          sendBack({ type: 'draft.changed', config: draft.config, examples: draft.shapes.source?.examples ?? [] })
        })
        return unsubscribe
      }),
    },
    actions: {
      tellRoutes: (_, { routes }) => builder.send({ type: 'user.changed', change: { config: { routes } as object } }),
    },
  })

type Config = Parameters<typeof tryExamples>[1]['config']

/** Only where records go is tried: what a mapping or a destination lacks is said elsewhere. */
const onlyRules = (config: Config): Config => {
  const empty = { destination: { type: 'http', requestMethod: 'POST' } as const, dataMapping: [] }
  const { routes } = config
  return {
    ...config,
    ...empty,
    ...(routes === undefined ? {} : { routes: { ...routes, others: routes.others.map((it) => ({ ...it, ...empty })) } }),
  }
}

/** The builder as the steps of one destination see it: they read and change that destination and its mapping. */
export function builderOf(builder: BuilderActor, id: number): BuilderActor {
  const shown = new WeakMap<BuilderSnapshot, BuilderSnapshot>()
  const seen = (snapshot: BuilderSnapshot): BuilderSnapshot => {
    const known = shown.get(snapshot)
    if (known) return known
    const { draft } = snapshot.context
    const made = { ...snapshot, context: { ...snapshot.context, draft: draft && draftOf(draft, id) } } as BuilderSnapshot
    shown.set(snapshot, made)
    return made
  }
  const lens: Pick<BuilderActor, 'send' | 'subscribe' | 'getSnapshot'> = {
    getSnapshot: () => seen(builder.getSnapshot()),
    subscribe: ((given: unknown, ...rest: unknown[]) => {
      const next = typeof given === 'function' ? given : (given as { next?: (it: BuilderSnapshot) => void }).next
      const observer = (snapshot: BuilderSnapshot) => next?.call(given, seen(snapshot))
      return builder.subscribe(observer, ...(rest as []))
    }) as BuilderActor['subscribe'],
    send: (event) => {
      const { draft } = builder.getSnapshot().context
      const isChange = event.type === 'user.changed' && draft !== null
      builder.send(isChange ? { ...event, change: changeOf(draft, id, event.change) } : event)
    },
  }
  return lens as BuilderActor
}
