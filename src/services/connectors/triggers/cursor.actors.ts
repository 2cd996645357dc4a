/** Joins the chart of a cursor to the calls. */

import { type Cursor, type CursorPreview, type CursorStart, cursorEndpoints } from '#contract/connectors/triggers/cursor.ts'
import { cursorMachine } from '#src/machines/connectors/triggers/cursor.machine.ts'
import { actorFrom } from '../../kit/actor.ts'
import { type Access, call, once } from '../../kit/api-client.ts'

export const liveCursorMachine = (access: Access) =>
  cursorMachine.provide({
    actors: {
      readCursor: actorFrom((input, signal) => readCursor(access, input, signal), { limit: 15_000 }),
      previewCursor: actorFrom((input, signal) => previewCursor(access, input, signal)),
      setCursor: actorFrom((input, signal) => setCursor(access, input, signal), { limit: null }),
    },
  })

/** The cursor of a connector: read, previewed, set. */
type ById = { readonly connectorId: string }
type CursorChange = ById & { readonly start: CursorStart }

function readCursor(access: Access, { connectorId }: ById, signal: AbortSignal): Promise<Cursor> {
  return call(cursorEndpoints.get, { access, params: { id: connectorId }, signal })
}

/** What setting it would mean; the source is asked, so once. */
function previewCursor(access: Access, { connectorId, start }: CursorChange, signal: AbortSignal): Promise<CursorPreview> {
  return call(cursorEndpoints.preview, { access, params: { id: connectorId }, body: start, signal, patience: once })
}

function setCursor(
  access: Access,
  { connectorId, start, revision }: CursorChange & { readonly revision: string },
  signal: AbortSignal,
): Promise<Cursor> {
  return call(cursorEndpoints.set, { access, params: { id: connectorId }, body: { ...start, revision }, signal })
}
