/** Webhooks. What senders post is taken byte by byte: their signatures are over the bytes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { hookEndpoints, senderIdHeaders } from '#contract/connectors/triggers/hook.ts'
import { listeningEndpoints } from '#contract/connectors/triggers/listening.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Admit } from '#server/platform/http/call-limit.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { HookService } from './hook.service.ts'

/** Headers that a sender may send once: of two, a proxy before us may have read the other one. */
const onceHeaders: readonly string[] = [
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-hub-signature-256', 'authorization', 'idempotency-key'],
  ...['content-encoding', ...senderIdHeaders],
]

/** The value of each header that was sent once. */
function headersOf({ raw }: FastifyRequest): (name: string) => string | undefined {
  const found = new Map<string, string | undefined>()
  for (let at = 0; at < raw.rawHeaders.length; at += 2) {
    const name = (raw.rawHeaders[at] ?? '').toLowerCase()
    const isTwice = found.has(name)
    if (isTwice && onceHeaders.includes(name)) {
      const message = `The header ${name} was sent twice.`
      throw refusal('request/malformed', { message, errors: [{ path: `/headers/${name}`, message: 'was sent twice' }] })
    }
    found.set(name, isTwice ? undefined : raw.rawHeaders[at + 1])
  }
  return (name) => found.get(name.toLowerCase())
}

/** The query as it came, with its question mark; empty where there is none. */
function queryOf({ raw: { url = '' } }: FastifyRequest): string {
  const at = url.indexOf('?')
  return at === -1 ? '' : url.slice(at)
}

/** @param admit lets a request of a sender in or throws. */
export function hookRoutes(app: FastifyInstance, registerEndpoint: RegisterEndpoint, service: HookService, admit: Admit): void {
  registerEndpoint(hookEndpoints.show, ({ caller, params }) => service.show(caller, params.id))
  registerEndpoint(hookEndpoints.give, ({ caller, params, body }) => service.give(caller, params.id, body))
  registerEndpoint(hookEndpoints.renew, ({ caller, params, body }) => service.renew(caller, params.id, body ?? {}))
  registerEndpoint(hookEndpoints.calls, async ({ caller, params, query }) => ({
    calls: await service.calls(caller, params.id, query.verdict ?? null),
  }))
  const { show, start, stop } = listeningEndpoints
  registerEndpoint(show, ({ caller, params }) => service.listening.show(caller, params.id))
  registerEndpoint(start, ({ caller, params }) => service.listening.start(caller, params.id))
  registerEndpoint(stop, ({ caller, params }) => service.listening.stop(caller, params.id))
  const { challenge, receive } = hookEndpoints
  const arrivalOf = (request: FastifyRequest<{ Params: { connectorId: string }; Body?: Buffer | undefined }>) => ({
    connectorId: request.params.connectorId,
    request: { method: request.method, query: queryOf(request), header: headersOf(request) },
    body: request.body ?? Buffer.alloc(0),
    address: request.ip,
    log: request.log,
  })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, bytes, done) => done(null, bytes))
    // The schemas describe; what is wrong is said after the proof, and nothing before it tells connectors apart.
    scope.setValidatorCompiler(() => (data: unknown) => ({ value: data }))
    scope.route<{ Params: { connectorId: string }; Body: Buffer | undefined }>({
      method: receive.method,
      url: receive.path,
      schema: {
        ...{ summary: receive.summary, tags: ['hooks'], security: [], params: receive.params, body: receive.body },
        response: { [receive.status]: receive.reply },
      },
      onRequest: admit,
      handler: async (request, reply) => sendReply(reply, await service.receive(arrivalOf(request))),
    })
    scope.route<{ Params: { connectorId: string } }>({
      method: challenge.method,
      url: challenge.path,
      schema: { summary: challenge.summary, tags: ['hooks'], security: [], params: challenge.params },
      onRequest: admit,
      handler: async (request, reply) => sendReply(reply, await service.challenge(arrivalOf(request))),
    })
  })
}

const contentTypes = { text: 'text/plain', json: 'application/json', xml: 'text/xml' } as const

type HookReply = Awaited<ReturnType<HookService['receive']>>

/** No browser takes it for a page: its type is told, not guessed, and the policy of the API lets nothing run. */
const sendReply = (reply: FastifyReply, { status, contentType, text }: HookReply) =>
  reply.code(status).header('cache-control', 'no-store').type(`${contentTypes[contentType]}; charset=utf-8`).send(text)
