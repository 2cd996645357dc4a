/** A configuration that is not deployed beside the one that runs: what each makes of the same records, the newest that were really read. */
import Type, { type Static } from 'typebox'

import { ConnectorConfig } from '../connectors/config/config.ts'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, ProblemShape } from '../kit/schemas.ts'

/** Records that are compared. */
export const comparedMax = 50
export const comparedDefault = 20

const Made = Type.Object({
  outcome: oneOf('mapped', 'left-out', 'skipped', 'failed'),
  /** Absent unless mapped. */
  output: Type.Optional(Type.Unknown()),
  problem: orNull(ProblemShape),
})

export const ComparedRecord = Type.Object({
  transactionId: Type.String(),
  key: Type.String(),
  readAt: Instant,
  /** As it was read from the source, before anything was looked up. */
  record: Type.Unknown(),
  /** What the version that runs makes of it; null where none runs. */
  live: orNull(Made),
  draft: Made,
  /** `fails`: it did not before. `works`: it failed before. `new`: nothing runs that it could be held against. */
  change: oneOf('same', 'differs', 'fails', 'works', 'new'),
})
export type ComparedRecord = Static<typeof ComparedRecord>

export const Comparison = Type.Object({
  liveVersion: orNull(Type.Integer({ minimum: 1 })),
  /** Those that change first, then the newest. */
  records: Type.Array(ComparedRecord),
  /** Newer records that could not be compared: they were not kept as they were read. */
  notKept: Count,
  /** Why nothing could be compared; null when the rest is all there is to say. */
  problem: orNull(ProblemShape),
})
export type Comparison = Static<typeof Comparison>

export const comparisonEndpoints = {
  compare: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/comparison',
    summary: "Compare a configuration's results with the live version's, without sending anything",
    access: everyRole,
    scope: 'integrations:read',
    audit: 'none',
    params: closed({ id: Id }),
    body: closed({
      config: ConnectorConfig,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: comparedMax })),
    }),
    status: 200,
    reply: Comparison,
    idempotent: false,
    isHeavy: true,
  }),
} as const
