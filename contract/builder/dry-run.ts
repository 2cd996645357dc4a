/** A run over a few real records in which nothing is sent: what is read, what the mapping makes of it, and what would be delivered. */
import Type, { type Static } from 'typebox'

import { ConnectorConfig } from '../connectors/config/config.ts'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, closed, FieldProblemShape, Id, oneOf, orNull, ProblemShape, RecordIdentity } from '../kit/schemas.ts'
import { Exchange } from './probe.ts'

/** Records that a dry run looks at. */
export const dryRunMax = 100
export const dryRunDefault = 10
/** Pages of the source that a dry run reads, at most: so many requests. */
export const dryRunPages = 10

/** One request as a person may see it: secrets are masked, and bodies cut at `shownBytes`. */
const SendingShape = {
  /** Of http the method; of the other kinds what is done, e.g. `upsert`. */
  method: Type.String(),
  to: Type.String(),
  /** Empty where the other side does not speak HTTP. */
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.String(),
}

export const DryRun = Type.Object({
  records: Type.Array(
    Type.Object({
      /** What names the record in the ledger of a run. */
      key: Type.String(),
      /** After the enrichments; null when one of them failed. */
      record: Type.Unknown(),
      outcome: oneOf('mapped', 'left-out', 'skipped', 'failed'),
      /** Where it goes, by the numbers of the destinations; empty where none fits. Absent of a connector with one destination. */
      routes: Type.Optional(Type.Array(Type.Integer())),
      /** What the mapping made, that of its first destination; absent unless mapped. */
      output: Type.Optional(Type.Unknown()),
      problem: orNull(ProblemShape),
    }),
  ),
  /** What would be sent, in order. */
  deliveries: Type.Array(
    Type.Object({
      ...SendingShape,
      /** The number of the destination; absent of a connector with one. */
      route: Type.Optional(Type.Integer()),
      records: Count,
      /**
       * Requests of the same record: the search before it, the one that is sent in its place when the search finds something, and the follow-up. Values
       * that only a response contains stay in braces, such as `{found.id}`. Absent where there are none.
       */
      beside: Type.Optional(Type.Array(Type.Object({ ...SendingShape, step: oneOf('search', 'update', 'followUp') }))),
    }),
  ),
  /** What is doubtful about the configuration, as these records show it; absent when nothing is. */
  warnings: Type.Optional(Type.Array(FieldProblemShape)),
  /** What names the records; absent in a dry run of a replay, whose records have their names. */
  identity: Type.Optional(RecordIdentity),
  /** What was really asked of the source and of the enrichments. */
  exchanges: Type.Array(Exchange),
  /** Requests that were made, those that are not shown among them. */
  requests: Type.Optional(Count),
  message: Type.String(),
  /** Why nothing could be read or made; null when the rest is all there is to say. */
  problem: orNull(ProblemShape),
})
export type DryRun = Static<typeof DryRun>

export const dryRunEndpoints = {
  dryRun: endpoint({
    method: 'POST',
    path: '/api-connectors/dry-run',
    summary: 'Read and map a few records without sending them to the destination',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'none',
    body: closed({
      config: ConnectorConfig,
      /** Where secrets are saved that the configuration only marks as set. */
      connectorId: Type.Optional(Id),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: dryRunMax })),
      /** Instead of asking the source: of a webhook there is nothing to ask. */
      examples: Type.Optional(Type.Array(Type.Unknown(), { maxItems: dryRunMax })),
    }),
    status: 200,
    reply: DryRun,
    idempotent: false,
    isHeavy: true,
  }),
} as const
