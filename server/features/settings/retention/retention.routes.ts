/** Serves the tab Retention Policy. */
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ParamsOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { backupEndpoints as ofBackups } from '#contract/settings/retention/backups.ts'
import { retentionEndpoints } from '#contract/settings/retention/retention.ts'
import { retentionPeopleEndpoints as ofPeople } from '#contract/settings/retention/retention-people.ts'
import type { SessionCaller } from '../../../platform/security/access.ts'
import { authPreHandler } from '../../kit/access-check.ts'
import { auditOfCall } from '../../kit/audit-trail.ts'
import type { App, FeatureDeps } from '../../kit/feature.ts'
import { type BackupQuotas, createBackupService } from '../backup/backup.service.ts'
import { createPeopleService } from './people.service.ts'
import { createRetentionService } from './retention.service.ts'

const { preview, reports, confirm, archive } = retentionEndpoints

export function registerRetention(app: App, deps: FeatureDeps, quotas: BackupQuotas): void {
  const { config, db, vault } = deps
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
  const backups = createBackupService({ db, vault, dataDir: config.dataDir, quotas })
  app.registerEndpoint(ofBackups.list, ({ caller, query }) => backups.list(caller, query))
  app.registerEndpoint(ofBackups.make, ({ caller }) => backups.make(caller))
  app.registerEndpoint(ofBackups.restore, ({ caller, params, body, audit }) =>
    backups.restore(caller, params.id, body.connectorId, audit),
  )
  registerFile(app, deps, archive, (caller, id) => service.archive(caller, id))
  registerFile(app, deps, ofBackups.file, (caller, id) => backups.file(caller, id))
}

type FileEndpoint = typeof archive | typeof ofBackups.file

/** A file that is larger than what is answered at once. */
function registerFile(
  app: App,
  deps: FeatureDeps,
  archive: FileEndpoint,
  read: (caller: SessionCaller, id: string) => Promise<Readable>,
): void {
  app.server.route({
    method: archive.method,
    url: archive.path,
    schema: { 'x-scope': archive.scope, summary: archive.summary, tags: ['system-settings'], params: archive.params },
    onRequest: authPreHandler(archive, deps),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { caller, params, ip } = request
      if (caller?.kind !== 'session') throw refusal('auth/token-missing')
      const lines = await read(caller, (params as ParamsOf<FileEndpoint>).id)
      await auditOfCall(archive, { caller, params, ip, newId: '' }).finish(deps.db)
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${archive.file.name}"`)
        .type(archive.file.type)
        .send(lines)
    },
  })
}
