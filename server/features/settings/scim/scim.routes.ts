/** The SCIM service for identity providers. Its media type and its errors are those of RFC 7644, so it is no endpoint like the others. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusal } from '#contract/kit/problem.ts'
import { scimLimits, scimPath } from '#contract/settings/scim/scim-limits.ts'
import type { Admit } from '#server/platform/http/call-limit.ts'
import { hasTooManyNames } from '#server/platform/json/names.ts'
import type { FairCalls } from '../../kit/fair-calls.ts'
import type { ScimReply, ScimService } from './scim.service.ts'

type Handled = FastifyRequest<{ Params: { id?: string }; Querystring: Readonly<Record<string, unknown>> }>
type Call = Parameters<ScimService['users']['list']>[0]

const media = /^application\/(?:scim\+)?json\s*(?:;|$)/i
const type = 'application/scim+json; charset=utf-8'

function send(reply: FastifyReply, { status, body, headers }: ScimReply): FastifyReply {
  reply.code(status).headers({ 'cache-control': 'no-store', ...headers })
  return body === null ? reply.send() : reply.type(type).send(JSON.stringify(body))
}

const headerOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(',') : value)

/** @param admit lets a request of an address in or throws. */
export function scimRoutes(server: FastifyInstance, service: ScimService, admit: Admit, fairly: FairCalls): void {
  server.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      const parse = scope.getDefaultJsonParser('error', 'error')
      scope.addContentTypeParser<string>(media, { parseAs: 'string', bodyLimit: scimLimits.bodyMax }, (request, body, done) => {
        if (hasTooManyNames(body)) done(refusal('request/malformed'))
        else if (body === '') done(null, undefined)
        else parse(request, body, done)
      })
      scope.setErrorHandler((thrown, request, reply) => {
        const refused = service.refused(thrown)
        if (refused.isBug) request.log.error({ err: thrown }, 'unexpected')
        return send(reply, refused)
      })
      scope.setNotFoundHandler((_, reply) => send(reply, service.refused(refusal('request/unknown-path'))))
      // Nothing of a request is looked at, its body included, before it is known who calls.
      const clients = new WeakMap<FastifyRequest, Call>()
      scope.addHook('onRequest', async (request) => {
        await admit(request)
        const { authorization } = request.headers
        const client = await service.admit(authorization, request.ip)
        clients.set(request, { client, ip: request.ip, version: headerOf(request.headers['if-match']) })
      })

      const serve = (
        method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
        url: string,
        handle: (call: Call, request: Handled) => Promise<ScimReply> | ScimReply,
      ) =>
        scope.route({
          ...{ method, url, schema: { hide: true } },
          handler: async (request, reply) => {
            const call = clients.get(request)
            if (call === undefined) throw refusal('auth/token-missing')
            const { companyId, createdBy: userId } = call.client
            return send(reply, await fairly({ companyId, userId }, {}, async () => handle(call, request as Handled)))
          },
        })

      serve('GET', '/ServiceProviderConfig', () => service.serviceProviderConfig())
      for (const [path, of] of [
        ['/ResourceTypes', service.resourceTypes],
        ['/Schemas', service.schemas],
      ] as const) {
        serve('GET', path, () => of(null))
        serve('GET', `${path}/:id`, (_, { params }) => of(params.id ?? ''))
      }
      for (const [path, of] of [
        ['/Users', service.users],
        ['/Groups', service.groups],
      ] as const) {
        serve('GET', path, (call, { query }) => of.list(call, query))
        serve('POST', path, (call, { body, query }) => of.create(call, body, query))
        serve('GET', `${path}/:id`, (call, { params, query, headers }) =>
          of.get(call, params.id ?? '', query, headerOf(headers['if-none-match'])),
        )
        serve('PUT', `${path}/:id`, (call, { params, body, query }) => of.replace(call, params.id ?? '', body, query))
        serve('PATCH', `${path}/:id`, (call, { params, body, query }) => of.patch(call, params.id ?? '', body, query))
        serve('DELETE', `${path}/:id`, (call, { params }) => of.remove(call, params.id ?? ''))
      }
    },
    { prefix: scimPath },
  )
}
