/** Joins the chart that watches for newer saves of a connector to its calls and to the tab. */
import { fromCallback } from 'xstate'
import { revisionMachine } from '../../machines/studio/config-editor/revision.machine.ts'
import { watchFront } from '../auth/session.storage.ts'
import { readDetails } from '../connectors/details/connector.service.ts'
import { listTimeline } from '../connectors/details/details.service.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'

export const liveRevisionMachine = (access: Access) =>
  revisionMachine.provide({
    actors: {
      readNewest: actorFrom((it, signal) => readNewestRevision(access, it, signal), { limit: 15_000 }),
      watchFront: fromCallback(({ sendBack }) => watchComing(() => sendBack({ type: 'browser.asked' }))),
    },
  })

/** Entries among which the newest save is looked for. */
const lookedThrough = 20

/** The newest save of a connector, and who made it. */
async function readNewestRevision(
  access: Access,
  { connectorId }: { readonly connectorId: string },
  signal: AbortSignal,
): Promise<{ readonly revision: number; readonly by: string | null }> {
  const changes = { connectorId, kind: 'change', page: 1, limit: lookedThrough } as const
  const [{ revision }, { items }] = await Promise.all([
    readDetails(access, { connectorId }, signal),
    listTimeline(access, changes, signal).catch(() => ({ items: [] })),
  ])
  return { revision, by: items.find((it) => it.kind === 'change' && it.what === 'edited')?.actor ?? null }
}

/** Tells each time that the tab comes to the front or its window is chosen, until the returned function is called. */
function watchComing(tell: () => void): () => void {
  const stop = watchFront(tell)
  addEventListener('focus', tell)
  return () => {
    removeEventListener('focus', tell)
    stop()
  }
}
