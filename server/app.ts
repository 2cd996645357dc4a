/** The server: everything that is served on the one port, joined together. A feature is one line. */
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { v7 as uuid } from 'uuid'

import type { Engine } from './engine/engine.ts'
import { registerAccount } from './features/account/register.ts'
import { createPlatformStateService } from './features/admin/platform.service.ts'
import { createProcessFigures, type ProcessFigures } from './features/admin/process-figures.ts'
import { servePrometheus } from './features/admin/prometheus.ts'
import { registerAdmin } from './features/admin/register.ts'
import { registerAlerts } from './features/alerts/register.ts'
import { registerAnalytics } from './features/analytics/register.ts'
import { registerAssistant } from './features/assistant/register.ts'
import { registerAuth } from './features/auth/register.ts'
import { createQuotas } from './features/billing/quotas.ts'
import { registerBilling } from './features/billing/register.ts'
import { registerBuilder } from './features/builder/register.ts'
import { createLive } from './features/connectors/live/live.ts'
import { registerConnectors } from './features/connectors/register.ts'
import { registerHelp } from './features/help/register.ts'
import type { BulkRunners } from './features/kit/bulk/bulk-jobs.ts'
import { createAdmitAddress } from './features/kit/company-addresses.ts'
import { createFairCalls } from './features/kit/fair-calls.ts'
import type { App } from './features/kit/feature.ts'
import { checkWithContract, createRegisterEndpoint } from './features/kit/register-endpoint.ts'
import { registerLibrary } from './features/library/register.ts'
import { registerAiIntegrations } from './features/settings/ai/register.ts'
import { registerSettings } from './features/settings/register.ts'
import { registerShell } from './features/shell/register.ts'
import { registerStudio } from './features/studio/register.ts'
import type { Config } from './platform/config/config.ts'
import type { Database } from './platform/database/database.ts'
import { withoutBase } from './platform/http/base-path.ts'
import { createCallLimit } from './platform/http/call-limit.ts'
import { type ConsolePage, serveConsole } from './platform/http/console-files.ts'
import { createLoopbackCheck } from './platform/http/loopback-request.ts'
import { describeRoutes } from './platform/http/openapi-description.ts'
import { answerWithProblems, nothingHere, problemOf, refuseGarbage, sendProblem } from './platform/http/problem-handler.ts'
import { logAnswers, requestLimits, responseHeaders, takeJson } from './platform/http/server-setup.ts'
import { createAccess } from './platform/security/access.ts'
import { createTokens } from './platform/security/tokens.ts'
import { createVault } from './platform/security/vault.ts'
import { serveGraph } from './serve-graph.ts'

type Deps = {
  readonly config: Config
  readonly database: Database
  readonly engine: Pick<Engine, 'wake' | 'quiesce' | 'checkAddresses' | 'probe' | 'askForTokens'> &
    Partial<Pick<Engine, 'totals' | 'moving' | 'circuits' | 'turns'>>
  readonly masterKey: string
  readonly log: FastifyBaseLogger
  readonly version: string
  /** What the process measures of itself, where somebody else reports it too. */
  readonly figures?: ProcessFigures
  /** Filled here, where the process runs jobs. */
  readonly bulkRunners?: BulkRunners
  /** Whether the process drains. */
  readonly isLeaving?: () => boolean
}

/** Builds the server without listening. With the role `worker` it serves only what says how the process is. */
export async function buildApp(given: Deps): Promise<FastifyInstance> {
  const { config, database, engine, masterKey, log, version, isLeaving = () => false, bulkRunners = new Map() } = given
  const figures = given.figures ?? createProcessFigures(given)
  const { db } = database
  const server = createServer(given)
  await server.register(helmet, responseHeaders(config))
  await server.register(rateLimit, { global: false })
  await describeRoutes(server, { version, publicUrl: config.publicUrl })
  figures.watch(server)
  const [tokens, vault] = [createTokens(masterKey), createVault(masterKey)]
  const { keyId } = vault
  const platform = createPlatformStateService({ database, config, version, figures, keyId })
  const checks = async () => (await platform.get()).checks
  const isLoopbackRequest = createLoopbackCheck(config)
  servePrometheus(server, { database, engine, token: config.metricsToken, keyId, checks, isLoopbackRequest })

  const access = createAccess({ db, tokens })
  const callLimit = createCallLimit(server)
  const admitAddress = createAdmitAddress(db)
  const gate = { access, admit: callLimit(config.rateLimit, 'calls'), admitAddress, quotas: createQuotas(db, config.quotas) }
  const fairly = createFairCalls(engine.turns)
  const app: App = {
    server,
    callLimit,
    registerEndpoint: createRegisterEndpoint(server, { ...gate, db, fairly, isLoopbackRequest }),
  }
  const deps = { ...gate, config, db, vault, engine, bulkRunners }
  const live = createLive(server, { database, isRead: config.role !== 'worker' })

  const { registerFrame } = await registerShell(app, { ...deps, database, log, isLeaving, isLoopbackRequest })
  let page: ConsolePage | null = null
  if (config.role !== 'worker') {
    const { isSetUp, isSignUpOpen, providers, status, stepUp } = registerAuth(app, { ...deps, tokens, masterKey })
    const connectors = registerConnectors(app, { ...deps, live })
    registerBuilder(app, deps)
    registerLibrary(app, { ...deps, connectors })
    registerStudio(app, deps)
    const { raised } = registerAlerts(app, deps)
    registerAnalytics(app, deps)
    const { look, maintenance } = registerSettings(app, { ...deps, stepUp, fairly })
    const { newestUnread } = registerAccount(app, { ...deps, stepUp })
    registerFrame({ look, maintenance, session: status.get, raised, unread: newestUnread })
    registerBilling(app, deps)
    registerHelp(app, { ...deps, version })
    registerAssistant(app, { ...deps, ai: registerAiIntegrations(app, deps), fairly, version })
    registerAdmin(app, { ...deps, platform })
    serveGraph(server, { ...gate, db, vault, fairly, live, isFree: config.graphFree })
    page = await serveConsole(server, config, { isSetUp, isSignUpOpen }, providers)
  }
  server.setNotFoundHandler((request, reply) => {
    if (page?.isWanted(request)) return page.send(reply, request)
    return sendProblem(request, reply, nothingHere(request.url.split('?', 1)[0] ?? ''))
  })
  await server.ready()
  return server
}

/** The server before the first route: what holds for every request. */
function createServer({ config, log }: Deps): FastifyInstance {
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    ...requestLimits,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    genReqId: () => uuid(),
    clientErrorHandler: refuseGarbage,
    // While the server drains, requests on open connections are still answered.
    return503OnClosing: false,
    rewriteUrl: withoutBase(config.publicUrl),
    frameworkErrors: (thrown, request, reply) => void sendProblem(request, reply, problemOf(thrown)),
    routerOptions: { ignoreTrailingSlash: true },
  })
  answerWithProblems(server)
  checkWithContract(server)
  takeJson(server)
  logAnswers(server)
  return server
}
