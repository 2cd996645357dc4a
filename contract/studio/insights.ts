/** AI Insights of a connector: what stands out in its ledger, found by rules and never by a model. Each finding has figures, a link to what they count, and a page where something can be done. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, QueryInstant } from '../kit/schemas.ts'

export const insightKinds = [
  'new-cause',
  'field-differs',
  'failure-rate',
  'volume',
  'slow-step',
  'empty-runs',
  'retries',
  'waiting',
  'delivered-twice',
  'absent-field',
  'source-drift',
  'batch-size',
  'credential-expiry',
] as const
export type InsightKind = (typeof insightKinds)[number]

/** Why somebody wants to see a finding no more. */
export const dismissReasons = ['expected', 'known', 'not-useful', 'wrong'] as const
export type DismissReason = (typeof dismissReasons)[number]

/** Of all findings of one reading at most this share is expected to be chance (Benjamini and Hochberg). */
export const falseFindings = 0.01
/** Longest time that is read, and how many times as long is compared with it. */
export const insightDaysMax = 31
export const baselineTimes = 7
/** Records of a time whose fields are compared. */
export const driftRecords = 200
/** Days before its end from which on a credential is told. */
export const expiryDays = 14

export const Insight = Type.Object({
  /** The same for the same finding, whatever the time; 32 digits in hex. */
  id: Type.String(),
  kind: oneOf(...insightKinds),
  /** What it is about: a cause, a field, a step. Others may have written it. */
  subject: Type.String(),
  /** What is special about the subject; of a field what its values have in common. */
  detail: Type.String(),
  /** Of a field: the value that nine of ten failed records or more have, secrets masked and shortened; otherwise empty. */
  value: Type.String(),
  /** What was counted, by name. */
  figures: Type.Record(Type.String(), Type.Number()),
  since: orNull(Instant),
  /** After the correction for several tests; null: counted, so that no chance is in it. */
  chance: orNull(Type.Number()),
  /** Pages of the console: what was counted, and where something can be done. */
  evidence: Type.String(),
  action: orNull(
    Type.Object({
      kind: oneOf('replay', 'mapping', 'trigger', 'problem', 'runs', 'delivery', 'credential'),
      href: Type.String(),
    }),
  ),
  dismissed: orNull(Type.Object({ reason: oneOf(...dismissReasons), by: Type.String(), at: Instant })),
})
export type Insight = Static<typeof Insight>

export const Insights = Type.Object({
  from: Instant,
  to: Instant,
  /** Transactions that ended in the time, and in the time before that it is compared with. */
  records: Count,
  recordsBefore: Count,
  /** Comparisons that were made. */
  tests: Count,
  insights: Type.Array(Insight),
})
export type Insights = Static<typeof Insights>

export const insightId = /^[0-9a-f]{32}$/
const OfInsight = closed({ id: Id, insightId: Type.String({ pattern: insightId.source }) })

export const insightEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/insights',
    summary: 'List insights for a connector. Defaults to the past day',
    access: everyRole,
    scope: 'integrations:read',
    params: closed({ id: Id }),
    query: closed({ from: Type.Optional(QueryInstant), to: Type.Optional(QueryInstant) }),
    status: 200,
    reply: Insights,
  }),
  dismiss: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/insights/:insightId/dismiss',
    summary: 'Dismiss an insight with a reason',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'insight.dismissed',
    params: OfInsight,
    body: closed({ reason: oneOf(...dismissReasons) }),
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/insights/:insightId/restore',
    summary: 'Restore a dismissed insight',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'insight.restored',
    params: OfInsight,
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
  }),
} as const
