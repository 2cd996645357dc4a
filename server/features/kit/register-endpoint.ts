/** Mounts endpoints of the contract: who may call, what comes in, what goes out, and that nothing is made twice. */
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import Type, { IsOptional } from 'typebox'
import { v7 } from 'uuid'
import { endpoints } from '#contract/endpoints.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { unfitIn } from '../../platform/http/body-check.ts'
import { problemOf, sendProblem } from '../../platform/http/problem-handler.ts'
import { checkCoercing, checkExact, checkReply, droppingReadOnly } from '../../platform/http/schema-check.ts'
import { bearerOf, type Caller, type SessionCaller } from '../../platform/security/access.ts'
import { type AuthGate, authPreHandler } from './access-check.ts'
import { type Audit, auditOfCall } from './audit-trail.ts'
import type { FairCalls } from './fair-calls.ts'
import { type Answer, asProblem, isProblemStatus, keyOf, once } from './idempotency.ts'

type CallerOf<E extends Endpoint> = E extends { readonly access: 'public' }
  ? null
  : E extends { readonly scope: 'session' }
    ? SessionCaller
    : Caller

export type Call<E extends Endpoint> = {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly caller: CallerOf<E>
  /** What stands after `Bearer` in the `Authorization` header, whatever it is: '' when the header is of another kind, null without one. */
  readonly bearer: string | null
  /** Whether somebody on this machine asks for this machine: not through a proxy, and not a page of another site that a browser shows here. */
  readonly isLoopbackRequest: boolean
  /** An id for the thing that this call makes: the same one when the call is repeated with its key. */
  readonly newId: string
  readonly ip: string
  readonly userAgent: string | null
  readonly log: FastifyBaseLogger
  /** Records the call in the commit that is its reason. A call that does not is recorded when it has succeeded. */
  readonly audit: Audit
  /** Aborted when whoever called hangs up before the reply: what is done for them alone may stop. */
  readonly gone: AbortSignal
}

/** Serves an endpoint under its path and its aliases. */
export type RegisterEndpoint = <E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<ReplyOf<E>> | ReplyOf<E>,
) => void

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

type Deps = AuthGate & {
  readonly db: Kysely<Tables>
  readonly fairly: FairCalls
  readonly isLoopbackRequest: (request: FastifyRequest) => boolean
}

const known: readonly Endpoint[] = endpoints
const nothing = Type.Object({}, { additionalProperties: false })

/** Makes Fastify check with our compiler. Replies are checked in `mountOn`; here only their text passes. */
export function checkWithContract(app: FastifyInstance): void {
  app.decorateRequest('caller', null)
  app.setValidatorCompiler(({ schema, method, url, httpPart }) => {
    const check = httpPart === 'body' ? checkExact(schema as never) : checkCoercing(schema as never)
    const dropped = httpPart === 'body' ? droppingReadOnly(schema as object) : null
    const part = { querystring: '/query', params: '/params', headers: '/headers', body: '' }[httpPart ?? 'body'] ?? ''
    const { malformed } = known.find((it) => it.method === method && it.path === url) ?? {}
    return (data: unknown) => {
      const unfit = httpPart === 'body' ? unfitIn(data) : null
      const found = unfit ? [unfit] : check(data)
      if (found === null) return { value: dropped ? dropped(data) : data }
      const errors = found.map(({ path, message }) => ({ path: `${part}${path}`, message }))
      if (malformed !== undefined) return { error: refusal(malformed, { errors }) }
      return { error: refusal('request/malformed', { message: sentenceOf(errors), errors }) }
    }
  })
  app.setSerializerCompiler(() => JSON.stringify)
}

function sentenceOf(errors: readonly { path: string; message: string }[]): string {
  const first = errors[0]
  if (!first) return 'The request is malformed.'
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  return `The request does not have the expected form: ${first.path === '' ? 'the body' : first.path} ${first.message}${more}.`
}

export function createRegisterEndpoint(
  app: FastifyInstance,
  { db, access, admit, admitAddress, quotas, fairly, isLoopbackRequest }: Deps,
): RegisterEndpoint {
  return (endpoint, handle) => {
    const { method, path, aliases = [], summary, params, query, body, status, reply: replySchema } = endpoint as Endpoint
    const { file } = endpoint as Endpoint
    const check = checkReply(replySchema)
    const takesBody = method !== 'GET'
    const mayLackBody = body === undefined || IsOptional(body)
    const isRepeatable = method === 'POST' && endpoint.idempotent !== false

    async function answer(request: FastifyRequest, gone: AbortSignal, newId: string): Promise<{ status: number; text: string }> {
      const { caller, ip } = request
      const { audit, finish } = auditOfCall(endpoint, { caller, params: request.params, ip, newId })
      const result: unknown = await handle({
        params: request.params,
        query: request.query,
        body: request.body,
        caller,
        bearer: bearerFrom(request.headers.authorization),
        isLoopbackRequest: isLoopbackRequest(request),
        newId,
        ip,
        userAgent: request.headers['user-agent'] ?? null,
        log: request.log,
        audit,
        gone,
      } as never)
      await finish(db)
      const wrong = check(result)
      if (wrong === null) return { status, text: file ? String(result) : JSON.stringify(result) }
      // The words of the check name fields and rules, never values: a reply may hold what must not be logged.
      throw new Error(`The reply of ${method} ${path} does not fit the contract: ${JSON.stringify(wrong)}`)
    }

    async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const { caller } = request
      const key = isRepeatable ? keyOf(request.headers['idempotency-key']) : undefined
      const gone = goneOf(reply)
      const work = (newId: string) => fairly(caller, endpoint, () => answer(request, gone, newId))
      if (file) reply.header('content-disposition', `attachment; filename="${file.name}"`)
      if (key === undefined || caller === null) return send(reply, { ...(await work(v7())), isRepeated: false }, file)
      const first = { caller, key, route: `${method} ${pathOf(request)}`, body: request.body }
      const it = await once(db, first, work, problemOf)
      if (isProblemStatus(it.status)) {
        reply.header('idempotent-replayed', 'true')
        return sendProblem(request, reply, asProblem(it.text))
      }
      return send(reply, it)
    }

    for (const url of [path, ...aliases]) {
      app.route({
        method,
        url,
        schema: {
          summary,
          tags: [tagOf(path)],
          'x-scope': endpoint.scope,
          ...(endpoint.access === 'public' ? { security: [] } : {}),
          ...(params ? { params } : {}),
          ...(query ? { querystring: query } : {}),
          ...(takesBody ? { body: body ?? nothing } : {}),
          response: { [status]: replySchema },
        },
        onRequest: authPreHandler(endpoint, { access, admit, admitAddress, quotas }),
        preValidation: async (request) => {
          if (takesBody && mayLackBody && request.body === undefined) request.body = {}
        },
        handler: serve,
      })
    }
  }
}

function goneOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableEnded) controller.abort()
  })
  return controller.signal
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0]

/** First part of the path after its prefix, for the description. */
const tagOf = (path: string) => path.split('/').find((part) => part !== '' && part !== 'api') ?? 'platform'

const json = 'application/json; charset=utf-8'

function send(reply: FastifyReply, { status, text, isRepeated }: Answer, file?: Endpoint['file']): FastifyReply {
  if (isRepeated) reply.header('idempotent-replayed', 'true')
  const content = file?.isBinary ? Buffer.from(text, 'base64') : text
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(file?.type ?? json)
    .send(content)
}

const bearerFrom = (authorization: string | undefined) => (authorization === undefined ? null : (bearerOf(authorization) ?? ''))
