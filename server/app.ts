/** The server: everything that is served on the one port, joined together. */
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { v7 as uuid } from 'uuid'

import { refusal } from '#contract/kit/problem.ts'
import type { Engine } from './engine/engine.ts'
import { loginAuditRoutes } from './features/account/login-audit.routes.ts'
import { createLoginAuditService } from './features/account/login-audit.service.ts'
import { outboxRoutes } from './features/admin/outbox.routes.ts'
import { createOutboxService } from './features/admin/outbox.service.ts'
import { servePrometheus } from './features/admin/prometheus.ts'
import { alarmRoutes } from './features/alerts/alarm.routes.ts'
import { createAlarmService } from './features/alerts/alarm.service.ts'
import { analyticsRoutes } from './features/analytics/analytics.routes.ts'
import { createAnalyticsService } from './features/analytics/analytics.service.ts'
import { createAccountLinks } from './features/auth/account-links.ts'
import { mfaRoutes } from './features/auth/mfa/mfa.routes.ts'
import { createMfaService } from './features/auth/mfa/mfa.service.ts'
import { createMfaSettingsService } from './features/auth/mfa/mfa-settings.service.ts'
import { createCodeHashes } from './features/auth/mfa/one-time-code.ts'
import { createSecondFactor } from './features/auth/mfa/second-factor.ts'
import { passwordResetRoutes } from './features/auth/reset/password-reset.routes.ts'
import { createPasswordResetService } from './features/auth/reset/password-reset.service.ts'
import { authRoutes } from './features/auth/sign-in/auth.routes.ts'
import { createAuthService } from './features/auth/sign-in/auth.service.ts'
import { oauthRoutes } from './features/auth/sign-in/oauth.routes.ts'
import { createOauthService, type IdentityProvider, logoutUrlAt } from './features/auth/sign-in/oauth.service.ts'
import { invitationRoutes } from './features/auth/sign-up/invitation.routes.ts'
import { createInvitationService } from './features/auth/sign-up/invitation.service.ts'
import { registrationRoutes } from './features/auth/sign-up/registration.routes.ts'
import { createRegistrationService } from './features/auth/sign-up/registration.service.ts'
import { setupRoutes } from './features/auth/sign-up/setup.routes.ts'
import { createSetupService } from './features/auth/sign-up/setup.service.ts'
import { createQuotas } from './features/billing/quotas.ts'
import { dryRunRoutes } from './features/builder/dry-run.routes.ts'
import { createDryRunService } from './features/builder/dry-run.service.ts'
import { probeRoutes } from './features/builder/probe.routes.ts'
import { createProbeService } from './features/builder/probe.service.ts'
import { shapeRoutes } from './features/builder/shape.routes.ts'
import { createShapeService } from './features/builder/shape.service.ts'
import { createValidationService } from './features/connectors/config/config-validation.service.ts'
import { mappingRuleRoutes } from './features/connectors/config/mapping-rule.routes.ts'
import { createMappingRuleService } from './features/connectors/config/mapping-rule.service.ts'
import { validationRoutes } from './features/connectors/config/validation.routes.ts'
import { versionRoutes } from './features/connectors/deployments/version.routes.ts'
import { createVersionService } from './features/connectors/deployments/version.service.ts'
import { connectorRoutes } from './features/connectors/details/connector.routes.ts'
import { createConnectorService } from './features/connectors/details/connector.service.ts'
import { createConnectorMovesService } from './features/connectors/details/connector-moves.service.ts'
import { metricsRoutes } from './features/connectors/details/metrics.routes.ts'
import { createMetricsService } from './features/connectors/details/metrics.service.ts'
import { readingRoutes } from './features/connectors/details/reading.routes.ts'
import { createReadingService } from './features/connectors/details/reading.service.ts'
import { createConnectorBulkService } from './features/connectors/list/connector-bulk.service.ts'
import { createLive } from './features/connectors/live/live.ts'
import { causeRoutes } from './features/connectors/problems/cause.routes.ts'
import { createCauseService } from './features/connectors/problems/cause.service.ts'
import { lookupRoutes } from './features/connectors/runs/lookup.routes.ts'
import { createLookupService } from './features/connectors/runs/lookup.service.ts'
import { runRoutes } from './features/connectors/runs/run.routes.ts'
import { createRunService } from './features/connectors/runs/run.service.ts'
import { transactionRoutes } from './features/connectors/runs/transaction.routes.ts'
import { createTransactionService } from './features/connectors/runs/transaction.service.ts'
import { cursorRoutes } from './features/connectors/triggers/cursor.routes.ts'
import { createCursorService } from './features/connectors/triggers/cursor.service.ts'
import { hookRoutes } from './features/connectors/triggers/hook.routes.ts'
import { createHookService } from './features/connectors/triggers/hook.service.ts'
import { createFairCalls } from './features/kit/fair-calls.ts'
import { checkWithContract, createRegisterEndpoint } from './features/kit/register-endpoint.ts'
import { readyMade } from './features/library/ready-made/library.ts'
import { takeAwayRoutes } from './features/library/take-away.routes.ts'
import { createTakeAwayService } from './features/library/take-away.service.ts'
import { templateRoutes } from './features/library/template.routes.ts'
import { createTemplateService } from './features/library/template.service.ts'
import { maintenanceRoutes } from './features/settings/maintenance.routes.ts'
import { createMaintenanceService } from './features/settings/maintenance.service.ts'
import { platformRoutes } from './features/shell/platform.routes.ts'
import { createPlatformService } from './features/shell/platform.service.ts'
import { createReadiness } from './features/shell/readiness.ts'
import { sandbox } from './features/shell/sandbox/sandbox.ts'
import { comparisonRoutes } from './features/studio/config-editor/comparison.routes.ts'
import { createComparisonService } from './features/studio/config-editor/comparison.service.ts'
import { investigationRoutes } from './features/studio/investigator/investigation.routes.ts'
import { createInvestigationService } from './features/studio/investigator/investigation.service.ts'
import { replayRoutes } from './features/studio/replay/replay.routes.ts'
import { createReplayService } from './features/studio/replay/replay.service.ts'
import { createProvider } from './outbound/provider.ts'
import type { Config } from './platform/config/config.ts'
import type { Database } from './platform/database/database.ts'
import { addressKey } from './platform/http/address-key.ts'
import { type ConsolePage, serveConsole } from './platform/http/console-files.ts'
import { takeJson } from './platform/http/json-body.ts'
import { logAnswers } from './platform/http/log-responses.ts'
import { isLoopbackHost, isLoopbackRequest } from './platform/http/loopback-request.ts'
import { describeRoutes } from './platform/http/openapi-description.ts'
import { answerWithProblems, nothingHere, problemOf, refuseGarbage, sendProblem } from './platform/http/problem-handler.ts'
import { requestLimits } from './platform/http/request-limits.ts'
import { responseHeaders } from './platform/http/response-headers.ts'
import { createAccess } from './platform/security/access.ts'
import { createTokens } from './platform/security/tokens.ts'
import { createVault } from './platform/security/vault.ts'
import { serveGraph } from './serve-graph.ts'

type Deps = {
  readonly config: Config
  readonly database: Database
  readonly engine: Pick<Engine, 'wake' | 'quiesce' | 'checkAddresses' | 'probe'> &
    Partial<Pick<Engine, 'totals' | 'moving' | 'circuits' | 'turns'>>
  readonly masterKey: string
  readonly log: FastifyBaseLogger
  readonly version: string
  /** Whether the process drains. */
  readonly isLeaving?: () => boolean
}

const minute = 60_000
/** One address may send so many codes for each wrong password of an account: a company may share it. */
const mfaPerSignIn = 10

/** Builds the server without listening. With the role `worker` it serves only what says how the process is. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config, database, engine, masterKey, version, isLeaving = () => false } = deps
  const { db } = database
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    ...requestLimits,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    genReqId: () => uuid(),
    clientErrorHandler: refuseGarbage,
    // While it drains, what was asked on an open connection is still answered.
    return503OnClosing: false,
    frameworkErrors: (thrown, request, reply) => void sendProblem(request, reply, problemOf(thrown)),
    routerOptions: { ignoreTrailingSlash: true },
  })
  answerWithProblems(app)
  checkWithContract(app)
  takeJson(app)
  logAnswers(app)
  await app.register(helmet, responseHeaders(config))
  await app.register(rateLimit, { global: false })
  await describeRoutes(app, { version, publicUrl: config.publicUrl })
  servePrometheus(app, { database, engine, token: config.metricsToken })

  const [tokens, vault] = [createTokens(masterKey), createVault(masterKey)]
  const access = createAccess({ db, tokens })
  /** Lets so many requests a minute and address in, and throws for the others. */
  const admitting = (max: number, of: string) => {
    const callsOf = app.createRateLimit({ max, timeWindow: minute, keyGenerator: ({ ip }) => `${of} ${addressKey(ip)}` })
    return async (request: FastifyRequest) => {
      const calls = await callsOf(request)
      if (!calls.isAllowed && calls.isExceeded) throw refusal('request/rate-limited', { retryAfter: calls.ttl })
    }
  }
  const admit = admitting(config.rateLimit, 'calls')
  const quotas = createQuotas(db, config.quotas)
  const fairly = createFairCalls(engine.turns)
  const registerEndpoint = createRegisterEndpoint(app, { db, access, admit, quotas, fairly })
  const live = createLive(app, { database, isRead: config.role !== 'worker' })

  const readiness = createReadiness({ database, log: deps.log, dataDir: config.dataDir })
  platformRoutes(
    registerEndpoint,
    createPlatformService({ readiness, isLeaving }),
    () => app.swagger() as Record<string, unknown>,
  )
  // Every process serves it: an engine reaches its own under 127.0.0.1.
  await app.register(sandbox, { prefix: '/sandbox', db, isOpen: config.sandbox, isLoopbackRequest })
  let page: ConsolePage | null = null
  if (config.role !== 'worker') {
    const hashes = createCodeHashes(masterKey)
    const secondFactor = createSecondFactor({ db, vault, hashes })
    const providers = providersFor(app, config)
    const logoutUrlOf = (id: string) => logoutUrlAt(providers, id)
    const { publicUrl, hookBacklog, signInLimit } = config
    const links = createAccountLinks(publicUrl)
    const auth = createAuthService({ db, tokens, access, secondFactor, links, signInLimit, logoutUrlOf })
    const { begin, isPasswordOf } = auth
    const mfa = createMfaService({ db, secondFactor, begin, attemptLimit: signInLimit * mfaPerSignIn })
    mfaRoutes(registerEndpoint, mfa, createMfaSettingsService({ db, vault, hashes, access, secondFactor, isPasswordOf }))
    const setup = createSetupService({ db, begin, attemptLimit: signInLimit })
    oauthRoutes(registerEndpoint, createOauthService({ db, vault, providers, enter: auth.enter, attemptLimit: signInLimit }))
    authRoutes(registerEndpoint, auth)
    setupRoutes(registerEndpoint, setup)
    const connectors = createConnectorService({ db, vault, quotas })
    const moves = createConnectorMovesService({ db, vault, engine, quotas })
    connectorRoutes(registerEndpoint, connectors, moves, createConnectorBulkService({ connectors, moves }))
    shapeRoutes(registerEndpoint, createShapeService({ db }))
    templateRoutes(registerEndpoint, createTemplateService({ db, vault, connectors, library: readyMade(config.sandboxOrigin) }))
    takeAwayRoutes(registerEndpoint, createTakeAwayService({ db, vault, connectors }))
    versionRoutes(registerEndpoint, createVersionService({ db, engine, quotas }))
    cursorRoutes(registerEndpoint, createCursorService({ db, engine }))
    const hooks = createHookService({ db, vault, engine, publicUrl, backlogMax: hookBacklog })
    hookRoutes(app, registerEndpoint, hooks, admitting(config.hookRateLimit, 'events'))
    const ways = { db, publicUrl, links, attemptLimit: signInLimit, isKept: config.smtp === null }
    registrationRoutes(
      registerEndpoint,
      createRegistrationService({ ...ways, isSetUp: setup.isDone, isOpen: config.publicSignUp }),
    )
    passwordResetRoutes(registerEndpoint, createPasswordResetService({ ...ways, forget: access.forget }))
    invitationRoutes(registerEndpoint, createInvitationService(ways))
    validationRoutes(registerEndpoint, createValidationService({ db, engine }))
    probeRoutes(registerEndpoint, createProbeService({ db, engine, callLimit: config.rateLimit }))
    dryRunRoutes(registerEndpoint, createDryRunService({ db, engine, callLimit: config.rateLimit }))
    comparisonRoutes(registerEndpoint, createComparisonService({ db, engine, callLimit: config.rateLimit }))
    mappingRuleRoutes(registerEndpoint, createMappingRuleService({ db }))
    runRoutes(registerEndpoint, createRunService({ db, engine }))
    replayRoutes(registerEndpoint, createReplayService({ db, engine }))
    lookupRoutes(registerEndpoint, createLookupService({ db }))
    transactionRoutes(registerEndpoint, createTransactionService({ db, vault }))
    investigationRoutes(app, registerEndpoint, createInvestigationService({ db, vault }), { access, admit, quotas })
    metricsRoutes(registerEndpoint, createMetricsService({ db }))
    readingRoutes(registerEndpoint, createReadingService({ db }))
    causeRoutes(registerEndpoint, createCauseService({ db }))
    alarmRoutes(registerEndpoint, createAlarmService({ db, publicUrl }))
    analyticsRoutes(registerEndpoint, createAnalyticsService({ db, sandboxOrigin: config.sandboxOrigin }))
    serveGraph(app, { db, access, admit, quotas, fairly, live, isFree: config.graphFree })
    maintenanceRoutes(registerEndpoint, createMaintenanceService({ db, access, engine }))
    loginAuditRoutes(registerEndpoint, createLoginAuditService({ db }))
    outboxRoutes(registerEndpoint, createOutboxService({ db, access, isDemo: isDemoOfThisMachine(config) }))
    page = await serveConsole(app, config, setup.isDone, providers)
  }
  app.setNotFoundHandler((request, reply) => {
    if (page?.isWanted(request)) return page.send(reply, request)
    return sendProblem(request, reply, nothingHere(request.url.split('?', 1)[0] ?? ''))
  })
  await app.ready()
  return app
}

/** The identity providers of the configuration. They leave with the app. */
function providersFor(app: FastifyInstance, { oidc, publicUrl }: Config): readonly IdentityProvider[] {
  if (!oidc) return []
  const provider = createProvider({ ...oidc, redirectUri: `${publicUrl}/oauth-success`, afterLogout: `${publicUrl}/sign-in` })
  app.addHook('onClose', () => provider.close())
  return [{ id: 'oidc', name: oidc.name, ...provider }]
}

/** Whether the messages to the demo people may be read without a sign-in: nothing here is anybody's, and nobody else is invited. */
const isDemoOfThisMachine = ({ demo, smtp, publicUrl }: Config) =>
  demo.seed && smtp === null && isLoopbackHost(new URL(publicUrl).host)
