/** Mounts an endpoint whose answer is a file that is larger than what is answered at once. */

import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { SessionCaller } from '../../platform/security/access.ts'
import { authPreHandler } from './access-check.ts'
import { type Audit, auditOfCall } from './audit-trail.ts'
import type { App, FeatureDeps } from './feature.ts'

type FileEndpoint = Endpoint & { readonly file: { readonly type: string; readonly name: string } }
export type FileCall<E extends Endpoint> = {
  readonly caller: SessionCaller
  readonly params: ParamsOf<E>
  readonly body: BodyOf<E>
  readonly audit: Audit
}

/** The call is recorded before the first line is sent. @param read opens the lines */
export function registerStream<E extends FileEndpoint>(
  app: App,
  deps: FeatureDeps,
  endpoint: E,
  read: (call: FileCall<E>) => Promise<Readable>,
): void {
  const { method, path, scope, summary, params, body, file } = endpoint
  app.server.route({
    method,
    url: path,
    schema: {
      'x-scope': scope,
      summary,
      tags: [path.split('/')[2] ?? 'platform'],
      ...(params ? { params } : {}),
      ...(body ? { body } : {}),
    },
    onRequest: authPreHandler(endpoint, deps),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { caller, params: named, ip } = request
      if (caller?.kind !== 'session') throw refusal('auth/token-missing')
      const { audit, finish } = auditOfCall(endpoint, { caller, params: named, ip, newId: '' })
      const lines = await read({ caller, params: named as ParamsOf<E>, body: request.body as BodyOf<E>, audit })
      await finish(deps.db)
      return sent(reply, file, lines)
    },
  })
}

const sent = (reply: FastifyReply, { type, name }: FileEndpoint['file'], content: Readable) =>
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type(type)
    .send(content)

type PublicCall<E extends Endpoint> = { readonly params: ParamsOf<E>; readonly query: QueryOf<E> }

/** A file that a browser downloads by a link: what the link carries is all that is asked. @param read checks it, and opens the file */
export function registerPublicStream<E extends FileEndpoint & { readonly access: 'public' }>(
  app: App,
  deps: FeatureDeps,
  endpoint: E,
  read: (call: PublicCall<E>) => Promise<Readable>,
): void {
  const { method, path, scope, summary, params, query, file } = endpoint
  app.server.route({
    method,
    url: path,
    schema: { 'x-scope': scope, summary, tags: [path.split('/')[2] ?? 'platform'], params, querystring: query },
    onRequest: authPreHandler(endpoint, deps),
    handler: async (request: FastifyRequest, reply: FastifyReply) =>
      sent(reply, file, await read({ params: request.params as ParamsOf<E>, query: request.query as QueryOf<E> })),
  })
}
