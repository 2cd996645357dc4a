/** The cursor of a connector: read, previewed, set. */
import { type Cursor, type CursorPreview, type CursorStart, cursorEndpoints } from '#contract/connectors/triggers/cursor.ts'
import { type Access, call, once } from '../../kit/api-client.ts'

type ById = { readonly connectorId: string }
type Asked = ById & { readonly start: CursorStart }

export function readCursor(access: Access, { connectorId }: ById, signal: AbortSignal): Promise<Cursor> {
  return call(cursorEndpoints.get, { access, params: { id: connectorId }, signal })
}

/** What setting it would mean; the source is asked, so once. */
export function previewCursor(access: Access, { connectorId, start }: Asked, signal: AbortSignal): Promise<CursorPreview> {
  return call(cursorEndpoints.preview, { access, params: { id: connectorId }, body: start, signal, patience: once })
}

export function setCursor(
  access: Access,
  { connectorId, start, revision }: Asked & { readonly revision: string },
  signal: AbortSignal,
): Promise<Cursor> {
  return call(cursorEndpoints.set, { access, params: { id: connectorId }, body: { ...start, revision }, signal })
}
