/** From a configuration to a product that listens. Every refusal here is one sentence that says what to do. */
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { createEngine, type Engine } from './engine/engine.ts'
import { startRollUpJob } from './engine/ledger/roll-up-job.ts'
import { countWaitingRuns } from './engine/runs/resting-runs.repository.ts'
import { createPushSender } from './features/account/push/push-sender.ts'
import { warnOfColdLedger } from './features/admin/cold-ledger/cold-job.ts'
import { startRemovingFolders } from './features/admin/deletion/removal.ts'
import { prepareWeeks } from './features/admin/maintenance-jobs.ts'
import { createProcessFigures } from './features/admin/process-figures.ts'
import { startProcessReport } from './features/admin/process-report.ts'
import { makeSetupToken } from './features/auth/sign-up/setup-token.ts'
import { usersExist } from './features/auth/users.repository.ts'
import { giveDemoBilling } from './features/billing/demo-billing.ts'
import { startHoldJob } from './features/billing/holds/hold-job.ts'
import { providerFor } from './features/billing/payments/provider-for.ts'
import { createQuotas } from './features/billing/quotas.ts'
import { createConnectorMovesService } from './features/connectors/details/connector-moves.service.ts'
import { createRunService } from './features/connectors/runs/run.service.ts'
import { createHookService } from './features/connectors/triggers/hook.service.ts'
import type { BulkRunners } from './features/kit/bulk/bulk-jobs.ts'
import { createCompanyMailService } from './features/settings/company-mail.service.ts'
import { createNetworkRules } from './features/settings/network/network-rules.ts'
import { startTakingFiles } from './features/settings/retention/taken-files.ts'
import { createWebhookOutbound } from './features/settings/webhook-sender.ts'
import { startDemoRuns } from './features/shell/demo/demo-runs.ts'
import { type Seeded, seed } from './features/shell/demo/seed.ts'
import { jobsOf } from './jobs.ts'
import { createCompanyMail } from './outbound/company-mail.ts'
import { createMailSender } from './outbound/mail.ts'
import { webhookSenders } from './outbound/message-webhook.ts'
import { createOutbound } from './outbound/outbound.ts'
import type { Config } from './platform/config/config.ts'
import { takeBackupRequests } from './platform/database/backup/backup-requests.ts'
import { coldStoreOf, createCold, setCold } from './platform/database/cold/cold.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { refuseCarelessDatabase } from './platform/database/durability.ts'
import { startWarnings } from './platform/database/embedded/start-warnings.ts'
import { migrate } from './platform/database/migrate.ts'
import { openJobs, startJobs } from './platform/jobs/boss.ts'
import { startHeartbeat } from './platform/jobs/heartbeat.ts'
import { openInstallationKey, refuseOtherKey } from './platform/security/installation-key.ts'
import { createVault, type Vault } from './platform/security/vault.ts'

export type Product = {
  readonly database: Database
  readonly seeded: Seeded | null
  /** The token that the first visit needs; null when users exist at the start, or another process serves the console. */
  readonly setupToken: string | null
  /** Drains the engine, answers open requests, closes the database. Resolves with the number of runs that wait for an engine. */
  stop(): Promise<number>
}

type Deps = { readonly config: Config; readonly log: Logger }

/** @throws an Error of one sentence; nothing that was opened stays open. */
export async function boot({ config, log }: Deps): Promise<Product> {
  // Before anything is changed: a process that cannot listen creates no folder and does not migrate.
  await checkPort(config)
  checkDataFolder(config)
  for (const warning of startWarnings(config)) log.warn(warning)
  const fault = (error: Error) => log.error({ err: error }, 'a connection to the database was lost')
  const { databaseUrl: url, databaseConnections: connections, dataDir } = config
  const database = await openDatabase({ url, dataDir, connections, fault })
  try {
    return await start(config, log, database)
  } catch (thrown) {
    await database.close()
    throw thrown
  }
}

async function start(config: Config, log: Logger, database: Database): Promise<Product> {
  const { db } = database
  if (database.kind === 'postgres' && !config.unsafeDatabase) await refuseCarelessDatabase(db)
  // A process with another key changes nothing: it does not migrate, and it reports no heartbeat.
  await refuseOtherKey(db, config)
  for (const name of await migrate(db)) log.debug({ name }, 'migrated')
  const masterKey = await openInstallationKey({ ...config, db, log, isShared: database.kind === 'postgres' })
  // Without them the ledger's rows go to the default partition for an hour, and the maintenance job moves them.
  await prepareWeeks(db).catch((thrown: unknown) => log.warn({ err: thrown }, 'could not prepare the next weeks of the ledger'))
  // Before any run starts: warnings about an older database come first.
  const restHeart = await startHeartbeat({ db, log, dataDir: config.dataDir })
  const cold = createCold(coldStoreOf(config))
  setCold(db, cold)
  const coldWarned = warnOfColdLedger({ db, log, cold, weeks: config.coldWeeks })
  const vault = createVault(masterKey)
  const way = {
    ...createNetworkRules({ db, vault }),
    ...{ egressAllow: config.egressAllow, proxy: config.proxy },
    sandboxOrigin: config.sandboxOrigin,
    sandboxAliases: [`http://localhost:${config.port}`, config.publicUrl],
  }
  const outbound = createOutbound(way)
  const webhookOutbound = createWebhookOutbound(way)
  const mail = {
    send: config.smtp === null ? null : createMailSender(config.smtp),
    others: {
      ...webhookSenders(config.messageWebhooks, config.proxy),
      push: createPushSender({ db, vault, outbound, publicUrl: config.publicUrl }),
    },
    servers: createCompanyMailService({ db, vault, mail: createCompanyMail(config) }).servers,
  }
  const payments = providerFor(db, config)
  const engine = createEngine({
    database,
    outbound,
    vault,
    log,
    limits: { freeRuns: config.quotas.runs },
    crash: config.crashAt,
  })
  const bulkRunners: BulkRunners = new Map()
  const jobs = jobsOf({
    ...{ db, log, config, engine, bulkRunners },
    isEmbedded: database.kind === 'embedded',
    payments,
    mail,
    webhooks: { vault, outbound: webhookOutbound },
  })
  // Seeding queues messages.
  const queues = await openJobs({ database, log }, jobs)
  const seeded = config.demo.seed ? await seed(db, { ...config.demo, sandboxOrigin: config.sandboxOrigin }) : null
  const setupToken = config.role === 'worker' || (await usersExist(db)) ? null : await makeSetupToken(db)
  let isLeaving = false
  const [version, figures] = [versionOf(), createProcessFigures({ database, engine })]
  const app = await buildApp({
    config,
    database,
    engine,
    masterKey,
    log,
    version,
    figures,
    bulkRunners,
    isLeaving: () => isLeaving,
  })
  const restReport = await startProcessReport({ db, log, role: config.role, version, figures })
  await listen(app, config)
  if (config.role !== 'api') engine.start()
  const running = await startJobs(queues, { database, log, jobs })
  if (config.demo.seed && config.demo.connectors)
    await giveDemoBilling({ db, provider: payments, publicUrl: config.publicUrl }, new Date())
  const restDemo = config.demo.seed && config.demo.connectors ? startDemo({ config, db, log, engine, vault }) : null
  const restBackups = takeBackupRequests(database, config.dataDir, log)
  const restSums = startRollUpJob(db, log, () => engine.moving() > 0)
  const restHolds =
    config.role === 'api' ? null : startHoldJob({ db, log, engine, quotas: config.quotas, publicUrl: config.publicUrl })
  const restFiles = startTakingFiles({ db, log, dataDir: config.dataDir })
  const restFolders = startRemovingFolders({ db, log, dataDir: config.dataDir })

  return {
    database,
    seeded,
    setupToken,
    async stop() {
      isLeaving = true
      await restDemo?.()
      restHeart()
      // The engine first: what it has in flight may go to our own sandbox.
      await stopEngine(engine, config)
      await running.stop()
      await restSums()
      await restHolds?.()
      await restFiles()
      await restFolders()
      await restBackups()
      await restReport()
      await outbound.close()
      await webhookOutbound.close()
      await closeInTime(app)
      running.close()
      cold.close()
      await coldWarned
      const waiting = await countWaitingRuns(db).catch(() => 0)
      await database.close()
      return waiting
    },
  }
}

type DemoDeps = Deps & { readonly db: Database['db']; readonly engine: Engine; readonly vault: Vault }

function startDemo({ config, db, log, engine, vault }: DemoDeps): () => Promise<void> {
  const quotas = createQuotas(db, config.quotas)
  const { publicUrl, hookBacklog, sandboxOrigin } = config
  return startDemoRuns({
    ...{ db, log, sandboxOrigin },
    moves: createConnectorMovesService({ db, vault, engine, quotas }),
    runs: createRunService({ db, vault, engine, quotas }),
    hooks: createHookService({ db, vault, engine, publicUrl, backlogMax: hookBacklog }),
  })
}

/** Milliseconds that a caller has to send the rest of a request, and to take the rest of an answer. */
const closingLimit = 5_000

async function closeInTime(app: FastifyInstance): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), closingLimit)
  await app.close()
  clearTimeout(late)
}

async function stopEngine(engine: Engine, { role }: Config): Promise<void> {
  if (role !== 'api') await engine.stop()
}

function checkDataFolder({ dataDir }: Config): void {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new Error(
      `Datacrane can't write to the data folder ${dataDir}. Grant write access, or set another folder with DATA_DIR.`,
      {
        cause,
      },
    )
  }
}

/** Node's own `recursive` never ends where a parent takes no folders, as under `/proc`. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

async function checkPort(config: Config): Promise<void> {
  const probe = fastify()
  try {
    await listen(probe, config)
  } finally {
    await probe.close()
  }
}

type Listening = { listen(at: { host: string; port: number }): Promise<string> }

async function listen(app: Listening, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : ''
    if (code === 'EADDRINUSE') {
      throw new Error(`Port ${port} is in use. Stop the program that uses it, or choose another port with PORT.`, { cause })
    }
    if (code === 'EACCES')
      throw new Error(`This account has no permission to use port ${port}. Choose a port above 1023 with PORT.`, { cause })
    throw new Error(`HOST ${host} is not an address of this machine. Set it to one that is.`, { cause })
  }
}

function versionOf(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  return manifest.version
}
