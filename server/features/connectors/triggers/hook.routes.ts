/** Webhooks. What senders post is taken byte by byte: their signatures are over the bytes. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { hookEndpoints, senderIdHeaders } from '#contract/connectors/triggers/hook.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Admit } from '#server/platform/http/call-limit.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { HookService } from './hook.service.ts'

/** Also `application/cloudevents+json` and the like. */
const anyJson = /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i
const headers = [
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'x-hub-signature-256',
  'authorization',
  'idempotency-key',
  'content-encoding',
  ...senderIdHeaders,
] as const

/** The headers that count, each at most once: of two, a proxy before us may have read the other one. */
function headersOf({ raw }: FastifyRequest): Record<(typeof headers)[number], string | undefined> {
  const found = {} as Record<(typeof headers)[number], string | undefined>
  for (const [at, name] of raw.rawHeaders.entries()) {
    const known = at % 2 === 0 ? headers.find((it) => it === name.toLowerCase()) : undefined
    if (known === undefined) continue
    if (found[known] !== undefined) {
      const message = `The header ${known} was sent twice.`
      throw refusal('request/malformed', { message, errors: [{ path: `/headers/${known}`, message: 'was sent twice' }] })
    }
    found[known] = raw.rawHeaders[at + 1]
  }
  return found
}

/** @param admit lets a request of a sender in or throws. */
export function hookRoutes(app: FastifyInstance, registerEndpoint: RegisterEndpoint, service: HookService, admit: Admit): void {
  registerEndpoint(hookEndpoints.show, ({ caller, params }) => service.show(caller, params.id))
  registerEndpoint(hookEndpoints.renew, ({ caller, params, body }) => service.renew(caller, params.id, body ?? {}))
  const { method, path, params, body, status, reply: answer, summary } = hookEndpoints.receive
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(anyJson, { parseAs: 'buffer' }, (_, bytes, done) => done(null, bytes))
    // The schemas describe; what is wrong is said after the proof, and nothing before it tells connectors apart.
    scope.setValidatorCompiler(() => (data: unknown) => ({ value: data }))
    scope.route<{ Params: { connectorId: string }; Body: Buffer | undefined }>({
      method,
      url: path,
      schema: { summary, tags: ['hooks'], security: [], params, body, response: { [status]: answer } },
      onRequest: admit,
      handler: async (request, reply) => {
        const given = headersOf(request)
        const result = await service.receive({
          connectorId: request.params.connectorId,
          proof: {
            id: given['webhook-id'],
            timestamp: given['webhook-timestamp'],
            signature: given['webhook-signature'],
            hubSignature: given['x-hub-signature-256'],
            authorization: given.authorization,
          },
          idempotencyKey: given['idempotency-key'],
          senderIds: given,
          encoding: given['content-encoding'],
          body: request.body ?? Buffer.alloc(0),
          address: request.ip,
          log: request.log,
        })
        return reply
          .code(status)
          .header('cache-control', 'no-store')
          .type('application/json; charset=utf-8')
          .send(JSON.stringify(result))
      },
    })
  })
}
