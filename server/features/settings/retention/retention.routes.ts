/** Serves the tab Retention Policy. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ParamsOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { retentionEndpoints } from '#contract/settings/retention/retention.ts'
import { retentionPeopleEndpoints as ofPeople } from '#contract/settings/retention/retention-people.ts'
import { authPreHandler } from '../../kit/access-check.ts'
import { auditOfCall } from '../../kit/audit-trail.ts'
import type { App, FeatureDeps } from '../../kit/feature.ts'
import { createPeopleService } from './people.service.ts'
import { createRetentionService } from './retention.service.ts'

const { preview, reports, confirm, archive } = retentionEndpoints

export function registerRetention(app: App, deps: FeatureDeps): void {
  const { config, db } = deps
  const service = createRetentionService({ db, dataDir: config.dataDir, operatorDays: config.ledgerDays })
  app.registerEndpoint(preview, ({ caller, query }) => service.preview(caller, query))
  app.registerEndpoint(reports, ({ caller, query }) => service.reports(caller, query))
  app.registerEndpoint(confirm, ({ caller, params, audit }) => service.confirm(caller, params.id, audit))
  const people = createPeopleService({ db })
  app.registerEndpoint(ofPeople.list, ({ caller, query }) => people.list(caller, query))
  app.registerEndpoint(ofPeople.request, ({ caller, params, audit }) => people.request(caller, params.id, audit))
  app.registerEndpoint(ofPeople.decide, ({ caller, params, body, audit }) =>
    people.decide(caller, params.id, body.approve, audit),
  )
  // A file that is larger than what is answered at once.
  app.server.route({
    method: archive.method,
    url: archive.path,
    schema: { summary: archive.summary, tags: ['system-settings'], params: archive.params },
    onRequest: authPreHandler(archive, deps),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { caller, params, ip } = request
      if (!caller) throw refusal('auth/token-missing')
      const lines = await service.archive(caller, (params as ParamsOf<typeof archive>).id)
      await auditOfCall(archive, { caller, params, ip, newId: '' }).finish(db)
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${archive.file.name}"`)
        .type(archive.file.type)
        .send(lines)
    },
  })
}
