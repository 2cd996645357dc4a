/** Every failure leaves the server as a `Problem` (RFC 9457), Fastify's own refusals included. One handler, before any schema of a reply. */
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { endpoints } from '#contract/endpoints.ts'
import { type Problem, type ProblemCode, ProblemError, problem } from '#contract/kit/problem.ts'
import { isConflictToRetry, isDatabaseDown, isUnstorableText } from '../database/database.ts'

/** What Fastify refuses by itself. */
const ownRefusals: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request/wrong-media-type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request/too-large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request/not-json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request/malformed',
  FST_ERR_BAD_URL: 'request/unknown-path',
  FST_ERR_MAX_PARAM_LENGTH: 'request/unknown-path',
}

/** Milliseconds after which a caller may try again when the database is away. */
const databasePause = 2_000

export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem
  const { code = '', statusCode } = (thrown ?? {}) as Partial<FastifyError>
  const own = ownRefusals[code]
  if (own) return problem(own)
  if (thrown instanceof SyntaxError && statusCode === 400) return problem('request/not-json')
  if (statusCode === 429) return problem('request/rate-limited')
  if (isDatabaseDown(thrown) || isConflictToRetry(thrown)) return problem('server/unavailable', { retryAfter: databasePause })
  if (isUnstorableText(thrown))
    return problem('request/malformed', { message: "The request contains a character that can't be stored." })
  return problem('bug/unexpected', { message: 'Something went wrong on our side. We recorded the error.' })
}

/** Sends a problem with the headers that belong to its status. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, it: Problem): FastifyReply {
  if (it.retryAfter !== undefined) reply.header('retry-after', Math.ceil(it.retryAfter / 1_000))
  if (it.status === 401) reply.header('www-authenticate', 'Bearer')
  if (it.status === 405) reply.header('allow', it.allowed?.join(', ') ?? '')
  return reply
    .code(it.status === 0 ? 500 : it.status)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify({ ...it, requestId: request.id }))
}

export function answerWithProblems(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => {
    const it = problemOf(thrown)
    if (it.code === 'bug/unexpected') request.log.error({ err: thrown }, 'unexpected')
    else if (it.status >= 500 && it.code !== 'maintenance/on') request.log.warn({ err: thrown }, it.code)
    return sendProblem(request, reply, it)
  })
}

const segmentsOf = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path).split('/')
const known = endpoints.flatMap(({ method, path, aliases = [] }) =>
  [path, ...aliases].map((each) => ({ method, segments: segmentsOf(each) })),
)

/** Whether a path is one of a template; `:name` stands for anything that is not empty. */
const isOf = (given: readonly string[], segments: readonly string[]) =>
  given.length === segments.length && segments.every((it, at) => (it.startsWith(':') ? given[at] !== '' : given[at] === it))

/** A path of the contract with another method is a 405, anything else a 404. */
export function nothingHere(path: string): Problem {
  const given = segmentsOf(path)
  const methods = known.filter(({ segments }) => isOf(given, segments)).map(({ method }) => method)
  if (methods.length === 0) return problem('request/unknown-path')
  const allowed = [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
  return problem('request/wrong-method', { allowed })
}

const garbageStatus: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** What is no HTTP, or takes too long to become some: there is no request to answer, only a socket. */
export function refuseGarbage(thrown: Error & { readonly code?: string }, socket: Socket): void {
  if (thrown.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = garbageStatus[thrown.code ?? ''] ?? '400 Bad Request'
  const it = { ...problem('request/malformed'), status: Number(status.slice(0, 3)) }
  const body = JSON.stringify(it)
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
