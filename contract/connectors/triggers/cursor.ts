/** The cursor of a connector: from where on its next run reads, and how to set it. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { Count, closed, Id, Instant, orNull } from '../../kit/schemas.ts'

/** Longest value of a cursor that a person writes, in characters. */
export const cursorValueMax = 256

const Value = Type.String({ minLength: 1, maxLength: cursorValueMax, pattern: '^[^\\u0000]*$' })

/** Where reading begins; a value is read itself too. */
export type CursorStart = { readonly from: 'beginning' } | { readonly from: 'value'; readonly value: string }

/** Where a version begins that reads something else than the one before it; without it such a deployment is refused. `kept`: where that one stands. */
export const DeployReading = Type.Union([
  closed({ from: Type.Literal('beginning') }),
  closed({ from: Type.Literal('kept') }),
  closed({ from: Type.Literal('value'), value: Value }),
])
export type DeployReading = Static<typeof DeployReading>

/** What a version reads; the cursor belongs to that. */
const WhatIsRead = Type.Object({
  system: Type.String(),
  what: Type.String(),
  /** The column or setting that the cursor is of; null where each run reads everything. */
  cursor: orNull(Type.String()),
})

export const Cursor = Type.Object({
  /** Of the live version. Null before the first deployment, and of a webhook. */
  reads: orNull(WhatIsRead),
  isDeployed: Type.Boolean(),
  /** Whether the next run goes on from somewhere; else it reads from the beginning. */
  isSet: Type.Boolean(),
  /** In plain form; null where there is none, or it has no plain form. */
  value: orNull(Type.String()),
  setAt: orNull(Instant),
  /** The run that left it, or the person who set it. */
  runId: orNull(Id),
  chosenBy: orNull(Id),
  /** Whether it can be set back to the beginning, and to a value. */
  canBeSet: Type.Boolean(),
  canStartAtValue: Type.Boolean(),
  /** Records that earlier runs could not send: the next run sends them first. */
  unsent: Count,
  /** What setting it back to the beginning means. Sentences. */
  resetPreview: Type.String(),
  /** Names the state that a person saw; whoever sets the cursor sends it along. */
  revision: Type.String(),
})
export type Cursor = Static<typeof Cursor>

export const CursorPreview = Type.Object({
  /** What the next run reads if it is set so, and what that means. Sentences. */
  text: Type.String(),
  /** Records that lie there now; null where only reading them tells. */
  count: orNull(Count),
  /** As of a cursor. */
  revision: Type.String(),
})
export type CursorPreview = Static<typeof CursorPreview>

const OfConnector = closed({ id: Id })
const Revision = Type.String({ maxLength: 128 })

export const cursorEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/cursor',
    summary: "Get where a connector's next run starts reading",
    access: everyRole,
    scope: 'integrations:read',
    params: OfConnector,
    status: 200,
    reply: Cursor,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/cursor/preview',
    summary: 'Preview what the next run would read with a new cursor. May query the source for a count.',
    access: everyRole,
    scope: 'integrations:read',
    audit: 'none',
    params: OfConnector,
    body: Type.Union([closed({ from: Type.Literal('beginning') }), closed({ from: Type.Literal('value'), value: Value })]),
    status: 200,
    reply: CursorPreview,
    idempotent: false,
  }),
  set: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/cursor',
    summary: 'Reset the cursor or set it to a value. Unsent records of earlier runs are no longer sent first',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'connector.cursorSet',
    params: OfConnector,
    body: Type.Union([
      closed({ from: Type.Literal('beginning'), revision: Revision }),
      closed({ from: Type.Literal('value'), value: Value, revision: Revision }),
    ]),
    status: 200,
    reply: Cursor,
  }),
} as const
