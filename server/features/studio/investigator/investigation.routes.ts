import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { recordFileEndpoints } from '#contract/connectors/runs/record-file.ts'
import type { ParamsOf, QueryOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { investigationEndpoints } from '#contract/studio/investigation.ts'
import { type AuthGate, authPreHandler } from '../../kit/access-check.ts'
import { auditOfCall } from '../../kit/audit-trail.ts'
import type { FeatureDeps } from '../../kit/feature.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { InvestigationService } from './investigation.service.ts'

const mediaTypes = { ndjson: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const
const { search, record } = investigationEndpoints
const { export: toFile } = recordFileEndpoints

export function investigationRoutes(
  app: FastifyInstance,
  registerEndpoint: RegisterEndpoint,
  service: InvestigationService,
  deps: AuthGate & Pick<FeatureDeps, 'db'>,
): void {
  registerEndpoint(search, ({ caller, params, query }) => service.search(caller, params.id, query))
  registerEndpoint(record, ({ caller, params }) => service.record(caller, params.id, params.transactionId))
  app.route({
    method: toFile.method,
    url: toFile.path,
    schema: {
      'x-scope': toFile.scope,
      summary: toFile.summary,
      tags: ['api-connectors'],
      params: toFile.params,
      querystring: toFile.query,
    },
    onRequest: authPreHandler(toFile, deps),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!request.caller) throw refusal('auth/token-missing')
      const query = request.query as QueryOf<typeof toFile>
      const text = await service.export(request.caller, (request.params as ParamsOf<typeof toFile>).id, query)
      await auditOfCall(toFile, { caller: request.caller, params: request.params, ip: request.ip, newId: '' }).finish(deps.db)
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="transactions.${query.format ?? 'ndjson'}"`)
        .type(mediaTypes[query.format ?? 'ndjson'])
        .send(text)
    },
  })
}
