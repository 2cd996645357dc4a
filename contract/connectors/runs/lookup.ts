/** Enrichments of a run: what third systems were asked for its records, and what they answered. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../../kit/endpoint.ts'
import {
  Count,
  closed,
  ForeignAnswerShape,
  Id,
  Instant,
  oneOf,
  orNull,
  PageNumber,
  ProblemShape,
  pageOf,
} from '../../kit/schemas.ts'

/** One request. What came from the cache was not asked, so it has none. */
export const LookupEntry = Type.Object({
  /** Page of the source, counted from 1, and place among the enrichments of the page, counted from 1. */
  page: Type.Integer({ minimum: 1 }),
  number: Type.Integer({ minimum: 1 }),
  enrichmentId: Type.String(),
  /** Method, address and body, without secrets. */
  asked: Type.String(),
  outcome: oneOf('found', 'not-found', 'failed'),
  /** Values that were asked for, and how many records they serve. */
  values: Count,
  records: Count,
  startedAt: Instant,
  endedAt: Instant,
  answer: orNull(ForeignAnswerShape),
  error: orNull(ProblemShape),
})
export type LookupEntry = Static<typeof LookupEntry>

export const lookupEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/runs/:runId/lookups',
    summary: "List the enrichment requests for a run's records, in order",
    access: everyRole,
    scope: 'integrations:read',
    params: closed({ id: Id, runId: Id }),
    query: closed({ page: Type.Optional(PageNumber), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
    status: 200,
    reply: pageOf(LookupEntry),
  }),
} as const
