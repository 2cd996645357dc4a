/** GraphQL under `/graphql`: the same doors as every other call, then graphql-yoga. */
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExecutionResult, GraphQLErrorExtensions } from 'graphql'
import { createYoga, isAsyncIterable, mapAsyncIterator, type Plugin } from 'graphql-yoga'
import type { Kysely } from 'kysely'
import { documents } from '#contract/graphql-documents.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { type GraphQuestion, graphEndpoints } from '#contract/kit/graphql.ts'
import { type Problem, ProblemError, refusal } from '#contract/kit/problem.ts'
import type { Live } from './features/connectors/live/live.ts'
import { type RecordsOf, recordNames } from './features/connectors/runs/record-names.ts'
import { type AuthGate, authPreHandler, checkCaller } from './features/kit/access-check.ts'
import type { FairCalls } from './features/kit/fair-calls.ts'
import type { GraphContext } from './features/kit/graph/builder.ts'
import { toGraphError } from './features/kit/graph/errors.ts'
import { createLibrary, limitsOf } from './features/kit/graph/limits.ts'
import { schema } from './graph-schema.ts'
import type { Tables } from './platform/database/tables/tables.ts'
import type { Access } from './platform/security/access.ts'
import type { Vault } from './platform/security/vault.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly access: Access
  readonly admit: (request: FastifyRequest) => Promise<void>
  readonly admitAddress: AuthGate['admitAddress']
  readonly quotas: AuthGate['quotas']
  readonly fairly: FairCalls
  readonly live: Live
  readonly vault: Vault
  /** Answers every document, and tells the schema: for development and for tests. */
  readonly isFree: boolean
}

type Refused = { readonly errors: readonly { readonly extensions: GraphQLErrorExtensions }[] }

/** Whatever an operation gives: every error in it is a problem of the catalogue. */
function problemsOnly(log: FastifyBaseLogger): Plugin {
  const told = <R extends ExecutionResult>(result: R): R =>
    result.errors ? { ...result, errors: result.errors.map((each) => toGraphError(each, log)) } : result
  return {
    onExecutionResult: ({ result, setResult }) => {
      if (isAsyncIterable<ExecutionResult>(result)) setResult(mapAsyncIterator(result, told))
      else if (result && !Array.isArray(result)) setResult(told(result as ExecutionResult))
    },
  }
}

const streams = 'text/event-stream'

/** Streams only for whoever wants nothing else: clients name everything that they can read. */
const acceptedBy = ({ headers: { accept = '' } }: FastifyRequest) =>
  accept.includes(streams) && !accept.includes('json') ? streams : 'application/json'

export function serveGraph(
  app: FastifyInstance,
  { db, vault, access, admit, admitAddress, quotas, fairly, live, isFree }: Deps,
): void {
  const ask: Endpoint = graphEndpoints.ask
  const library = createLibrary(documents, isFree)
  const yoga = createYoga<GraphContext>({
    schema,
    plugins: [limitsOf(isFree), problemsOnly(app.log)],
    maskedErrors: { maskError: (thrown) => toGraphError(thrown, app.log) },
    // The platform's own: what it answers with is a stream that Node takes.
    fetchAPI: { Request, Response, Headers, ReadableStream, TextEncoder },
    logging: false,
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
  })

  /** Null where the page was left meanwhile: that is no failure, and nobody is there to be told of one. */
  async function answered(init: RequestInit, context: GraphContext): Promise<Response | null> {
    try {
      return await yoga.fetch(`http://graphql${ask.path}`, init, context)
    } catch (thrown) {
      if (context.signal.aborted) return null
      throw thrown
    }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { caller } = request
    if (!caller) throw refusal('auth/token-missing')
    const { operationName, variables, ...question } = request.body as GraphQuestion
    const check = async () => {
      const now = await access.identify(request.headers.authorization, { isBackground: true })
      await admitAddress(now, request.ip)
      checkCaller(ask, now)
      // What they see has changed with it.
      if (now.role !== caller.role) throw refusal('live/ended')
    }
    const over = new AbortController()
    reply.raw.once('close', () => over.abort())
    const body = JSON.stringify({ query: library(question), operationName, variables })
    const headers = { 'content-type': 'application/json', accept: acceptedBy(request) }
    const init = { method: 'POST', headers, body, signal: over.signal }
    const context = {
      caller,
      db,
      recordNames: (of: RecordsOf, ids: readonly string[]) => recordNames({ db, vault }, of, ids),
      live,
      check,
      signal: over.signal,
    }
    // A stream has its turn when it begins.
    const response = await fairly(caller, ask, async () => answered(init, context))
    if (response === null) return reply.hijack()
    if (response.status === 406)
      throw refusal('request/malformed', { message: 'Subscriptions are only available as text/event-stream.' })
    // Of a question that was not answered at all, the problem alone, as of every other call.
    if (!response.ok) throw new ProblemError(problemIn(((await response.json()) as Refused).errors[0]?.extensions ?? {}))
    reply
      .code(response.status)
      .header('cache-control', 'no-store')
      .type(response.headers.get('content-type') ?? 'application/json; charset=utf-8')
    // A stream has its connection to itself: one that is over must not hold up a server that closes. Proxies pass its messages on at once.
    if (headers.accept === streams) reply.header('connection', 'close').header('x-accel-buffering', 'no')
    return reply.send(response.body ? Readable.fromWeb(response.body as NodeStream) : '')
  }

  app.route({
    method: ask.method,
    url: ask.path,
    schema: { summary: ask.summary, tags: ['graphql'], body: ask.body, response: { [ask.status]: ask.reply } },
    onRequest: authPreHandler(ask, { access, admit, admitAddress, quotas }),
    handler: answer,
  })
}

/** `http` is what the library reads of an error; it is nobody else's. */
const problemIn = ({ http: _, ...it }: GraphQLErrorExtensions): Problem => it as unknown as Problem
