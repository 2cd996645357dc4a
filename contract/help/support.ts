/** Requests to support: what is sent along is built on the server, shown before it is sent, and holds neither secrets nor payloads. `worklist.md` H-2. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, PageNumber, pageOf, visibleText } from '../kit/schemas.ts'
import { supportLimits } from './support-limits.ts'
import { supportStates } from './support-request.lifecycle.ts'

/** What a bundle is about. The path of a page, without what stands after its question mark. */
const about = {
  page: Type.String({ maxLength: 200, pattern: '^/[A-Za-z0-9/_.:-]*$' }),
  connectorId: orNull(Id),
  /** Of requests that failed in the browser. */
  requestIds: Type.Array(Id, { maxItems: supportLimits.requestIdsMax, uniqueItems: true }),
}

const LastRun = Type.Object({
  runId: Id,
  version: Count,
  status: Type.String(),
  startedAt: orNull(Instant),
  endedAt: orNull(Instant),
  read: Count,
  delivered: Count,
  failed: Count,
  unknown: Count,
  /** Why the run failed as a whole; null where it did not. */
  code: orNull(Type.String()),
  /** Why its records were lost: codes of the error catalogue, with how many. */
  problems: Type.Array(Type.Object({ code: Type.String(), records: Count })),
})

export const SupportBundle = Type.Object({
  version: Type.String(),
  database: oneOf('embedded', 'PostgreSQL'),
  page: Type.String(),
  requestIds: Type.Array(Id),
  connector: orNull(
    Type.Object({
      id: Id,
      name: Type.String(),
      status: Type.String(),
      liveVersion: orNull(Count),
      /** Without secrets, values of variables and names of accounts. */
      configuration: Type.Record(Type.String(), Type.Unknown()),
      lastRun: orNull(LastRun),
    }),
  ),
})
export type SupportBundle = Static<typeof SupportBundle>

/** `print` names what was shown: a request with another one is refused. */
export const ShownBundle = Type.Object({ bundle: SupportBundle, runId: orNull(Id), print: Type.String() })
export type ShownBundle = Static<typeof ShownBundle>

/** What was written after the request, by the person or by the operator. */
const SupportMessage = Type.Object({ id: Id, from: oneOf('person', 'operator'), text: Type.String(), at: Instant })
export type SupportMessage = Static<typeof SupportMessage>

const request = {
  id: Id,
  subject: Type.String(),
  text: Type.String(),
  status: oneOf(...supportStates),
  /** The newest answer. */
  answer: orNull(Type.String()),
  /** Oldest first, answers included. */
  messages: Type.Array(SupportMessage),
  createdAt: Instant,
  answeredAt: orNull(Instant),
  closedAt: orNull(Instant),
  bundle: SupportBundle,
}
export const SupportRequest = Type.Object(request)
export type SupportRequest = Static<typeof SupportRequest>

/** As the operator sees it. */
export const ReceivedRequest = Type.Object({
  ...request,
  company: Type.String(),
  person: Type.String(),
  email: Type.String(),
})
export type ReceivedRequest = Static<typeof ReceivedRequest>

const Subject = visibleText(supportLimits.subjectMax)
const Text = visibleText(supportLimits.textMax)
const operator = { access: ['SUPER_ADMIN'], scope: 'session' } as const
const page = { page: Type.Optional(PageNumber) }
const params = closed({ id: Id })

export const supportEndpoints = {
  bundle: endpoint({
    method: 'POST',
    path: '/api/support/bundle',
    summary: 'Preview what a support request would send',
    access: everyRole,
    scope: 'session',
    audit: 'none',
    idempotent: false,
    body: closed(about),
    status: 200,
    reply: ShownBundle,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/support',
    summary: 'Send a support request with the previewed data',
    access: everyRole,
    scope: 'session',
    audit: 'support.requested',
    body: closed({ subject: Subject, text: Text, ...about, runId: orNull(Id), print: Type.String({ maxLength: 64 }) }),
    status: 201,
    reply: SupportRequest,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/support',
    summary: 'List your support requests, newest first',
    access: everyRole,
    scope: 'session',
    query: closed(page),
    status: 200,
    /** `isMailed`: whether this installation has an address that requests are mailed to. */
    reply: Type.Object({
      ...{ data: Type.Array(SupportRequest), total: Count, page: Type.Integer(), limit: Type.Integer(), totalPages: Count },
      isMailed: Type.Boolean(),
    }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/support/:id/messages',
    summary: 'Add a message to your support request',
    access: everyRole,
    scope: 'session',
    audit: 'support.added',
    params,
    body: closed({ text: Text }),
    status: 200,
    reply: SupportRequest,
  }),
  settle: endpoint({
    method: 'POST',
    path: '/api/support/:id/settle',
    summary: 'Close your support request',
    access: everyRole,
    scope: 'session',
    audit: 'support.settled',
    params,
    status: 200,
    reply: SupportRequest,
  }),
  received: endpoint({
    ...operator,
    method: 'GET',
    path: '/api/support/received',
    summary: 'List support requests of all companies, open requests first',
    query: closed({
      ...page,
      status: Type.Optional(oneOf(...supportStates)),
      /** Only of this company. */
      companyId: Type.Optional(Id),
    }),
    status: 200,
    reply: pageOf(ReceivedRequest),
  }),
  answer: endpoint({
    ...operator,
    method: 'POST',
    path: '/api/support/:id/answer',
    summary: 'Answer a support request. The person gets an email',
    audit: 'support.answered',
    params,
    body: closed({ answer: visibleText(supportLimits.answerMax) }),
    status: 200,
    reply: ReceivedRequest,
  }),
  close: endpoint({
    ...operator,
    method: 'POST',
    path: '/api/support/:id/close',
    summary: 'Close a request',
    audit: 'support.closed',
    params,
    status: 200,
    reply: ReceivedRequest,
  }),
} as const
