/** What people do about the causes of lost records (`ProblemGroup`): assign, resolve, mute them, open them again. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { closed, Id, Instant, oneOf, orNull, QueryInstant } from '../../kit/schemas.ts'
import { causeStates } from './cause.lifecycle.ts'
import { CauseEvidence } from './cause-evidence.ts'
import { problemGroupId } from './problem-group.ts'

/** Causes of one connector that are told, those that were touched last. */
export const causesMax = 500

const Person = Type.Object({ userId: Id, name: Type.String() })

export const Cause = Type.Object({
  /** Of the `ProblemGroup`. */
  id: Type.String({ pattern: problemGroupId.source }),
  state: oneOf(...causeStates),
  assignee: orNull(Person),
  /** Who touched it last, and when. */
  by: Type.String(),
  at: Instant,
  /** Records were lost for it that were not lost yet when it was resolved. */
  isLostAgain: Type.Boolean(),
})
export type Cause = Static<typeof Cause>

export const Causes = Type.Object({
  /** Those that somebody touched; the others are open. */
  causes: Type.Array(Cause),
  /** Of the company: who may be assigned. */
  people: Type.Array(Person),
})
export type Causes = Static<typeof Causes>

const OfConnector = closed({ id: Id })
const OfCause = closed({ id: Id, causeId: Type.String({ pattern: problemGroupId.source }) })
/** When the newest record was lost for it that the person saw. */
const seenAt = QueryInstant

export const causeEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/causes',
    summary: "List decisions about a connector's problems, and possible assignees",
    access: everyRole,
    scope: 'integrations:read',
    params: OfConnector,
    status: 200,
    reply: Causes,
  }),
  assign: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/causes/:causeId/assign',
    summary: 'Assign a problem to a person',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'cause.assigned',
    params: OfCause,
    body: closed({ userId: Id, seenAt }),
    status: 200,
    reply: Causes,
  }),
  resolve: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/causes/:causeId/resolve',
    summary: 'Mark a problem as resolved. It reopens when new records fail for it',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'cause.resolved',
    params: OfCause,
    body: closed({ seenAt }),
    status: 200,
    reply: Causes,
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/causes/:causeId/reopen',
    summary: 'Reopen a resolved or muted problem',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'cause.reopened',
    params: OfCause,
    body: closed({ seenAt }),
    status: 200,
    reply: Causes,
  }),
  mute: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/causes/:causeId/mute',
    summary: 'Mute a problem. It no longer counts as open, even if it returns',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'cause.muted',
    params: OfCause,
    body: closed({ seenAt }),
    status: 200,
    reply: Causes,
  }),
  evidence: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/causes/:causeId/evidence',
    summary: 'Find what failed records of a problem share, compared with delivered ones',
    access: everyRole,
    scope: 'integrations:read',
    params: OfCause,
    query: closed({ from: Type.Optional(QueryInstant), to: Type.Optional(QueryInstant) }),
    status: 200,
    reply: CauseEvidence,
  }),
} as const
