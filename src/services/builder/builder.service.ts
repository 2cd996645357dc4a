import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { type DraftShapes, shapeEndpoints } from '#contract/connectors/config/shape.ts'
import type { ConnectorAndConfig, ConnectorDetails } from '#contract/connectors/details/connector.ts'
import { connectorEndpoints } from '#contract/connectors/details/connector.ts'
import { type Access, call, patient } from '../kit/api-client.ts'

type ById = { readonly connectorId: string }

/** A draft with its shapes, read in one go. */
export async function readDraft(
  access: Access,
  { connectorId }: ById,
  signal: AbortSignal,
): Promise<{ readonly details: ConnectorDetails; readonly shapes: DraftShapes }> {
  const params = { id: connectorId }
  const [details, shapes] = await Promise.all([
    call(connectorEndpoints.get, { access, params, signal }),
    call(shapeEndpoints.read, { access, params, signal }),
  ])
  return { details, shapes }
}

type Saved = ById & {
  readonly revision: number
  readonly profile: { readonly name: string; readonly integrationName: string; readonly details: string }
  readonly config: ConnectorConfig
}

/** Saves on the revision that it started from. One try: the builder tries again by itself. */
export function saveDraft(
  access: Access,
  { connectorId, revision, profile, config }: Saved,
  signal: AbortSignal,
): Promise<ConnectorAndConfig> {
  const body = { revision, connector: profile, config }
  const patience = { ...patient, retries: 0 }
  return call(connectorEndpoints.update, { access, params: { id: connectorId }, body, signal, patience })
}

export function saveShapes(
  access: Access,
  { connectorId, shapes }: ById & { readonly shapes: DraftShapes },
  signal: AbortSignal,
): Promise<DraftShapes> {
  return call(shapeEndpoints.save, {
    access,
    params: { id: connectorId },
    body: shapes,
    signal,
    patience: { ...patient, retries: 0 },
  })
}

type Place = ById & { readonly owner: string }
const keyOf = ({ owner, connectorId }: Place) => `draft:${owner}:${connectorId}`

/** What this tab kept of a draft, whatever it is; null when there is nothing or the browser keeps nothing. */
export function readKept(place: Place): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null')
  } catch {
    return null
  }
}

/** Never a secret. Storage that is full or forbidden costs the next load its last seconds, not this one. */
export function keep(place: Place, draft: object): void {
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify(draft))
  } catch {
    // What is typed stays on the page.
  }
}

export function forget(place: Place): void {
  try {
    sessionStorage.removeItem(keyOf(place))
  } catch {
    // Storage that is forbidden keeps nothing.
  }
}

/** Tells that the page is hidden, and so may be closed, until the returned function is called. */
export function watchHiding(tell: () => void): () => void {
  const hear = () => {
    if (document.visibilityState === 'hidden') tell()
  }
  document.addEventListener('visibilitychange', hear)
  return () => document.removeEventListener('visibilitychange', hear)
}
