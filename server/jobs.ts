/** The background jobs: which queue each has, how it is retried, when it is due and what runs it. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Engine } from './engine/engine.ts'
import { dataFileRows, expireDataFiles } from './features/account/own-data/own-data.repository.ts'
import { deleteDuePeople, doDataFile, fileTriesMax } from './features/account/own-data/own-data-job.ts'
import { doColdLedger } from './features/admin/cold-ledger/cold-job.ts'
import { endRemovalLeases, sweepRemovals } from './features/admin/deletion/deletion.repository.ts'
import { doRemoval } from './features/admin/deletion/removal.ts'
import { doExport, exportTriesMax } from './features/admin/export/export-job.ts'
import { expireExports, exportRows } from './features/admin/export/exports.repository.ts'
import { doDailyMaintenance, doHourlyMaintenance } from './features/admin/maintenance-jobs.ts'
import { judgeOnce } from './features/alerts/alarm-evaluation.ts'
import { announceCertificates } from './features/auth/sso/sso-notices.ts'
import { doBilling } from './features/billing/billing-job.ts'
import { chargePending } from './features/billing/payments/charging.ts'
import type { PaymentProvider } from './features/billing/payments/provider.ts'
import { erasePayloads } from './features/connectors/runs/payload-erasure-job.ts'
import { bulkRows, endBulkLeases } from './features/kit/bulk/bulk-jobs.repository.ts'
import { type BulkRunners, doBulkAction } from './features/kit/bulk/bulk-jobs.ts'
import { tellOfVersions } from './features/library/version-notices.ts'
import { moveWindows } from './features/settings/maintenance-window.repository.ts'
import { endRetentionLeases, sweepRetention } from './features/settings/retention/retention.repository.ts'
import { deleteApprovedPeople, doRetention } from './features/settings/retention/retention-job.ts'
import { endDeliveryLeases, sweepDeliveries } from './features/settings/webhook-delivery.repository.ts'
import { companiesAtOnce, createWebhookSender } from './features/settings/webhook-sender.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { Config } from './platform/config/config.ts'
import { databaseNow } from './platform/database/database-now.ts'
import { forgetCompletedJobs, retryNow } from './platform/database/job-queues.ts'
import type { Tables } from './platform/database/tables/tables.ts'
import { type Job, job } from './platform/jobs/boss.ts'
import { sweepRows } from './platform/jobs/job-rows.repository.ts'
import { type MailerDeps, sendMessage } from './platform/mail/mailer.ts'
import { endLeases, sweepMessages } from './platform/mail/messages.repository.ts'
import type { Vault } from './platform/security/vault.ts'
import { sweepDeployments } from './records/connectors/deployments.repository.ts'
import { endAfterwardsLeases, sweepAfterwards } from './records/ledger/afterwards.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly log: Logger
  readonly config: Pick<Config, 'role' | 'publicUrl' | 'quotas' | 'ledgerDays' | 'coldWeeks'>
  /** Whether nothing else vacuums the database. */
  readonly isEmbedded: boolean
  readonly payments: PaymentProvider
  readonly mail: Omit<MailerDeps, 'db' | 'log'>
  readonly webhooks: { readonly vault: Vault; readonly outbound: Pick<Outbound, 'request'> }
  readonly bulkRunners: BulkRunners
  readonly engine: Pick<Engine, 'wake' | 'deploy' | 'afterwards' | 'keepTokensAlive'>
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** One at a time in all processes, queued by the clock. A job that fails twice waits for its next time. */
const periodic = { policy: 'exclusive', retries: 1, backoff: [5, 60], expire: 15 * minute } as const

export function jobsOf({ db, log, config, isEmbedded, payments, mail, webhooks, bulkRunners, engine }: Deps): readonly Job[] {
  const { publicUrl, role } = config
  const mails = { policy: 'standard', retries: 2, backoff: [1, 60], expire: 5 * minute, runsHere: role !== 'worker' } as const
  const deps = { db, log, ...mail }
  const sendWebhooks = createWebhookSender({ db, log, publicUrl, ...webhooks })
  return [
    job({
      ...{ queue: 'mail', ...mails, concurrency: 4, recover: () => endLeases(db) },
      handle: ({ id }, { signal }) => sendMessage(deps, id, signal),
    }),
    // A company's server that does not answer takes one of the workers: other companies wait only when as many do so.
    job({
      ...{ queue: 'company-mail', ...mails, concurrency: 32, groupConcurrency: 1 },
      handle: ({ id }, { signal }) => sendMessage(deps, id, signal),
    }),
    job({
      queue: 'mail-sweep',
      ...periodic,
      every: minute,
      first: 1,
      handle: async () => {
        const swept = await Promise.allSettled([sweepMessages(db), sweepDeliveries(db)])
        for (const result of swept) if (result.status === 'rejected') throw result.reason
      },
    }),
    job({
      ...{ queue: 'webhook', ...mails, expire: hour, concurrency: companiesAtOnce, recover: () => endDeliveryLeases(db) },
      handle: ({ id }, context) => sendWebhooks(id, context),
    }),
    job({
      // The queue has more attempts than the export, which gives itself up and says so.
      ...{
        queue: 'company-export',
        policy: 'standard',
        retries: 2 * exportTriesMax,
        backoff: [2, 60],
        expire: 12 * hour,
      },
      handle: ({ id }, context) => doExport(db, id, context),
    }),
    job({
      // As often as processes may stop in the middle of a long action.
      ...{ queue: 'bulk-action', policy: 'standard', retries: 20, backoff: [2, 60], expire: 12 * hour, concurrency: 8 },
      ...{ runsHere: role !== 'worker', recover: () => endBulkLeases(db) },
      handle: ({ id }, context) => doBulkAction(db, bulkRunners, id, context),
    }),
    job({
      ...{ queue: 'export-expiry', ...periodic, every: minute, first: 2 },
      handle: async () => {
        await expireExports(db)
        await sweepRows(db, exportRows)
        await sweepRows(db, bulkRows)
      },
    }),
    job({
      ...{ queue: 'retention', ...periodic, every: minute, first: 30 },
      handle: async (_, { signal }) => {
        await deleteApprovedPeople({ db, log }, () => signal.aborted)
        await sweepRetention(db)
        await sweepRemovals(db)
      },
    }),
    job({
      ...{ queue: 'company-retention', policy: 'standard', retries: 20, backoff: [2, hour], expire: 12 * hour, concurrency: 2 },
      recover: () => endRetentionLeases(db),
      handle: ({ id }, context) => doRetention({ db, log, publicUrl }, id, context),
    }),
    job({
      ...{ queue: 'company-removal', policy: 'standard', retries: 20, backoff: [2, hour], expire: 12 * hour },
      recover: () => endRemovalLeases(db),
      handle: ({ id }, { signal }) => doRemoval({ db, isOver: () => signal.aborted }, id),
    }),
    job({
      ...{ queue: 'version-notices', ...periodic, every: minute },
      handle: (_, { signal }) => tellOfVersions({ db, publicUrl }, () => signal.aborted),
    }),
    job({
      ...{ queue: 'certificate-notices', ...periodic, every: hour, first: minute },
      handle: () => announceCertificates({ db, publicUrl }),
    }),
    job({
      ...{ queue: 'alerts', ...periodic, every: minute },
      handle: (_, { signal }) => judgeOnce({ db, publicUrl, isOver: () => signal.aborted }),
    }),
    job({
      ...{ queue: 'own-data-file', policy: 'standard', retries: 2 * fileTriesMax, backoff: [2, 60], expire: hour },
      handle: ({ id }) => doDataFile({ db, publicUrl }, id),
    }),
    job({
      ...{ queue: 'own-data', ...periodic, every: minute, first: 3 },
      handle: async () => {
        await expireDataFiles(db)
        await sweepRows(db, dataFileRows)
        await deleteDuePeople({ db, publicUrl })
      },
    }),
    // Queued for the begin and the end of each window; by the clock for those that were planned before, or came with a restore.
    job({
      ...{
        queue: 'maintenance-window',
        policy: 'standard',
        retries: 5,
        backoff: [2, 60],
        expire: 5 * minute,
        every: 10 * minute,
      },
      handle: async () => {
        if ((await moveWindows(db)) > 0) engine.wake()
      },
    }),
    job({
      ...{ queue: 'hourly-maintenance', ...periodic, every: hour, first: 1 },
      handle: async () => {
        await doHourlyMaintenance(db, isEmbedded)
        await engine.keepTokensAlive()
        await forgetCompletedJobs(db)
      },
    }),
    job({
      ...{
        queue: 'daily-maintenance',
        ...periodic,
        retries: 5,
        backoff: [minute, hour],
        expire: 2 * hour,
        every: day,
        first: 10,
      },
      handle: () => doDailyMaintenance(db, log, config.ledgerDays),
    }),
    // Copies that nobody reads any more go even where no week becomes cold: the setting may have been taken back.
    job({
      ...{ queue: 'cold-ledger', ...periodic, expire: 12 * hour, every: 10 * minute, runsHere: role !== 'api' },
      handle: (_, { signal }) => doColdLedger({ db, log, weeks: config.coldWeeks, isOver: () => signal.aborted }),
    }),
    // Longer than a payment provider may take to answer, so that no second process asks it meanwhile.
    job({
      ...{ queue: 'billing', ...periodic, expire: hour, every: 10 * minute, first: 5 },
      handle: async () => doBilling({ db, log, config, provider: payments }, await databaseNow(db)),
    }),
    // Payments that a process left behind, or whose result the provider did not return.
    job({
      ...{ queue: 'payments', ...periodic, expire: hour, every: minute },
      handle: async () => void (await chargePending({ db, provider: payments, publicUrl })),
    }),
    // Queued when a connector stops storing payloads; by the clock for runs that were open then, and for what a crash left.
    job({
      ...{ queue: 'payload-erasure', ...periodic, every: minute, runsHere: role !== 'api' },
      handle: () => erasePayloads(db),
    }),
    job({
      // Every step of a deployment is guarded by the state it starts from. As many attempts as processes may stop in the middle of it.
      ...{ queue: 'deployment', policy: 'standard', retries: 20, backoff: [1, 30], expire: 15 * minute, concurrency: 4 },
      ...{ runsHere: role !== 'api', recover: () => retryNow(db, 'deployment') },
      handle: ({ id }) => engine.deploy(id),
    }),
    job({
      ...{ queue: 'afterwards', policy: 'standard', retries: 20, backoff: [1, 30], expire: hour, concurrency: 8 },
      ...{ runsHere: role !== 'api', recover: () => endAfterwardsLeases(db) },
      handle: ({ id }, { signal }) => engine.afterwards(id, signal),
    }),
    job({
      ...{ queue: 'afterwards-sweep', ...periodic, every: minute, first: 1 },
      handle: () => sweepAfterwards(db),
    }),
    job({
      ...{ queue: 'deployment-sweep', ...periodic, every: minute, first: 1 },
      handle: () => sweepDeployments(db),
    }),
  ]
}
