/** Serves the tab Retention Policy. */
import { backupEndpoints as ofBackups } from '#contract/settings/retention/backups.ts'
import { retentionEndpoints } from '#contract/settings/retention/retention.ts'
import { retentionPeopleEndpoints as ofPeople } from '#contract/settings/retention/retention-people.ts'
import type { App, FeatureDeps } from '../../kit/feature.ts'
import { registerStream } from '../../kit/register-stream.ts'
import { type BackupQuotas, createBackupService } from '../backup/backup.service.ts'
import { createPeopleService } from './people.service.ts'
import { createRetentionService } from './retention.service.ts'

const { preview, reports, confirm, archive } = retentionEndpoints

export function registerRetention(app: App, deps: FeatureDeps, quotas: BackupQuotas): void {
  const { config, db, vault } = deps
  const service = createRetentionService({ db, operatorDays: config.ledgerDays })
  app.registerEndpoint(preview, ({ caller, query }) => service.preview(caller, query))
  app.registerEndpoint(reports, ({ caller, query }) => service.reports(caller, query))
  app.registerEndpoint(confirm, ({ caller, params, audit }) => service.confirm(caller, params.id, audit))
  const people = createPeopleService({ db })
  app.registerEndpoint(ofPeople.list, ({ caller, query }) => people.list(caller, query))
  app.registerEndpoint(ofPeople.request, ({ caller, params, audit }) => people.request(caller, params.id, audit))
  app.registerEndpoint(ofPeople.decide, ({ caller, params, body, audit }) =>
    people.decide(caller, params.id, body.approve, audit),
  )
  const backups = createBackupService({ db, vault, quotas, publicUrl: config.publicUrl })
  app.registerEndpoint(ofBackups.list, ({ caller, query }) => backups.list(caller, query))
  app.registerEndpoint(ofBackups.make, ({ caller }) => backups.make(caller))
  app.registerEndpoint(ofBackups.restore, ({ caller, params, body, audit }) =>
    backups.restore(caller, params.id, body.connectorId, audit),
  )
  registerStream(app, deps, archive, ({ caller, params }) => service.archive(caller, params.id))
  registerStream(app, deps, ofBackups.file, ({ caller, params }) => backups.file(caller, params.id))
}
