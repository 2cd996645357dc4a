/** The cursor of a connector: from where on its next run reads, and how to set it back. */
import { Literal, Object as Shape, type Static, String as Text, Boolean as YesNo } from 'typebox'

import { endpoint, everyRole } from './endpoint.ts'
import { Count, closed, Id, Instant, orNull } from './schemas.ts'

export const Cursor = Shape({
  /** What the live version reads; the cursor belongs to that. Null before the first deployment, and of a webhook. */
  reads: orNull(
    Shape({
      system: Text(),
      what: Text(),
      /** The column or setting that the cursor is of; null where each run reads everything. */
      cursor: orNull(Text()),
    }),
  ),
  /** Whether the next run goes on from somewhere; else it reads from the beginning. */
  isSet: YesNo(),
  /** In plain form; null where there is none, or it has no plain form. */
  value: orNull(Text()),
  setAt: orNull(Instant),
  /** The run that left it, or the person who set it. */
  runId: orNull(Id),
  chosenBy: orNull(Id),
  /** Records that earlier runs could not send: the next run sends them first. */
  unsent: Count,
  /** What setting it back to the beginning means. Sentences. */
  resetPreview: Text(),
  /** Names the state that a person saw; whoever sets the cursor sends it along. */
  revision: Text(),
})
export type Cursor = Static<typeof Cursor>

const OfConnector = closed({ id: Id })

export const cursorEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/cursor',
    summary: 'From where on the next run of a connector reads',
    access: everyRole,
    params: OfConnector,
    status: 200,
    reply: Cursor,
  }),
  reset: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/cursor',
    summary: 'Set the cursor back: the next run reads everything again, and sends nothing first for earlier runs',
    access: everyRole,
    params: OfConnector,
    body: closed({ from: Literal('beginning'), revision: Text({ maxLength: 128 }) }),
    status: 200,
    reply: Cursor,
  }),
} as const
