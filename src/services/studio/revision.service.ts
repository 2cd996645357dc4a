import { watchFront } from '../auth/session.storage.ts'
import { readDetails } from '../connectors/details/connector.service.ts'
import { listTimeline } from '../connectors/details/details.service.ts'
import type { Access } from '../kit/api-client.ts'

/** Entries among which the newest save is looked for. */
const lookedThrough = 20

/** The newest save of a connector, and who made it. */
export async function readNewestRevision(
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
export function watchComing(tell: () => void): () => void {
  const stop = watchFront(tell)
  addEventListener('focus', tell)
  return () => {
    removeEventListener('focus', tell)
    stop()
  }
}
