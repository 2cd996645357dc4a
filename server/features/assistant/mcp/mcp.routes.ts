/** MCP over Streamable HTTP, for programs with an API key. It answers with JSON and opens no stream. */
import type { FastifyInstance } from 'fastify'
import { aiEndpoints } from '#contract/assistant/ai-service.ts'
import { refusal } from '#contract/kit/problem.ts'
import { mcpLimits, mcpPath } from '#contract/settings/ai/mcp-limits.ts'
import type { Admit } from '#server/platform/http/call-limit.ts'
import { type AuthGate, authPreHandler } from '../../kit/access-check.ts'
import type { FairCalls } from '../../kit/fair-calls.ts'
import type { McpService } from './mcp.service.ts'

type Gate = AuthGate & { readonly fairly: FairCalls; readonly publicUrl: string; readonly admitCall: Admit }

export function mcpRoutes(server: FastifyInstance, service: McpService, { fairly, publicUrl, admitCall, ...gate }: Gate): void {
  const own = new URL(publicUrl).origin
  const authenticate = authPreHandler({ ...aiEndpoints.health, path: mcpPath }, gate)
  server.route({
    ...{ method: 'POST', url: mcpPath, bodyLimit: mcpLimits.bodyMax, schema: { hide: true } },
    onRequest: async (request, reply) => {
      const { origin } = request.headers
      // A page of another site could reach a server in a private network through its visitor's browser.
      if (origin !== undefined && origin !== own) throw refusal('auth/foreign-origin')
      await admitCall(request)
      await authenticate(request, reply)
      if (request.caller?.kind !== 'key') throw refusal('auth/keys-only')
    },
    handler: async (request, reply) => {
      const { caller, log } = request
      if (caller?.kind !== 'key') throw refusal('auth/keys-only')
      const spoken = request.headers['mcp-protocol-version']
      const version = Array.isArray(spoken) ? spoken.join(',') : spoken
      const { status, body } = await fairly(caller, {}, () => service.handle(request.body, version, caller, log))
      reply.code(status).header('cache-control', 'no-store')
      return body === null ? reply.send() : reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
    },
  })
  // Clients ask for a stream, and end a session: there are none.
  for (const method of ['GET', 'DELETE'] as const) {
    server.route({
      ...{ method, url: mcpPath, schema: { hide: true } },
      handler: () => {
        throw refusal('request/wrong-method', { allowed: ['POST'] })
      },
    })
  }
}
