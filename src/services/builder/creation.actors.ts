/** Joins the chart of a new connector to its calls, to the session, and to what the tab keeps of it. */
import { refusal } from '#contract/kit/problem.ts'
import { creationMachine, type Written } from '../../machines/builder/draft/creation.machine.ts'
import { newConfig } from '../../machines/builder/draft/new-config.ts'
import { triggerIn } from '../../machines/builder/draft/trigger.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { createConnector, keepCreation, readCreation } from './creation.service.ts'

/** `owner`: the id of the person whose connector it is. */
export const liveCreationMachine = (access: Access, owner: string) =>
  creationMachine.provide({
    actors: {
      createConnector: actorFrom(({ name, details, trigger }, signal) =>
        createConnector(access, { name, details, config: newConfig(name, trigger) }, signal),
      ),
      renewSession: actorFrom(
        async (_, signal) => {
          const used = access.bearer()
          if (used === null) throw refusal('auth/token-missing')
          await access.renew(used, signal)
        },
        { limit: null },
      ),
    },
    actions: {
      keepInTab: ({ context }) => keepCreation(owner, context.written),
      forgetInTab: () => keepCreation(owner, null),
      signOut: () => access.leave?.(),
    },
  })

/** What this tab kept of an earlier visit. */
export function restoreCreation(owner: string): { readonly written: Written } {
  const kept = readCreation(owner)
  const found: Readonly<Record<string, unknown>> = typeof kept === 'object' && kept !== null ? { ...kept } : {}
  const text = (name: string) => (typeof found[name] === 'string' ? found[name] : '')
  return { written: { name: text('name'), details: text('details'), trigger: triggerIn(found['trigger']) } }
}
