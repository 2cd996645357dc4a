/** The server: everything that is served on the one port, joined together. */
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { v7 as uuid } from 'uuid'

import { refusal } from '../contract/problem.ts'
import { createAccess } from './access.ts'
import { createAccountLinks } from './account-links.ts'
import { addressKey } from './address-key.ts'
import type { Config } from './config.ts'
import { type ConsolePage, serveConsole } from './console-files.ts'
import { describeRoutes } from './description.ts'
import { createAlarmDesk } from './desks/alarm.ts'
import { createAnalyticsDesk } from './desks/analytics.ts'
import { createAuthDesk } from './desks/auth.ts'
import { createCauseDesk } from './desks/cause.ts'
import { createComparisonDesk } from './desks/comparison.ts'
import { createValidationDesk } from './desks/config-validation.ts'
import { createConnectorDesk } from './desks/connector.ts'
import { createConnectorBulkDesk } from './desks/connector-bulk.ts'
import { createConnectorMovesDesk } from './desks/connector-moves.ts'
import { createCursorDesk } from './desks/cursor.ts'
import { createDryRunDesk } from './desks/dry-run.ts'
import { createHookDesk } from './desks/hook.ts'
import { createInvestigationDesk } from './desks/investigation.ts'
import { createInvitationDesk } from './desks/invitation.ts'
import { createLoginAuditDesk } from './desks/login-audit.ts'
import { createLookupDesk } from './desks/lookup.ts'
import { createMaintenanceDesk } from './desks/maintenance.ts'
import { createMappingRuleDesk } from './desks/mapping-rule.ts'
import { createMetricsDesk } from './desks/metrics.ts'
import { createMfaDesk } from './desks/mfa.ts'
import { createMfaSettingsDesk } from './desks/mfa-settings.ts'
import { createOauthDesk, type IdentityProvider, logoutUrlAt } from './desks/oauth.ts'
import { createOutboxDesk } from './desks/outbox.ts'
import { createPasswordResetDesk } from './desks/password-reset.ts'
import { createPlatformDesk } from './desks/platform.ts'
import { createProbeDesk } from './desks/probe.ts'
import { createReadingDesk } from './desks/reading.ts'
import { createRegistrationDesk } from './desks/registration.ts'
import { createReplayDesk } from './desks/replay.ts'
import { createRunDesk } from './desks/run.ts'
import { createSecondFactor } from './desks/second-factor.ts'
import { createSetupDesk } from './desks/setup.ts'
import { createShapeDesk } from './desks/shape.ts'
import { createTakeAwayDesk } from './desks/take-away.ts'
import { createTemplateDesk } from './desks/template.ts'
import { createTransactionDesk } from './desks/transaction.ts'
import { createVersionDesk } from './desks/version.ts'
import type { Engine } from './engine/engine.ts'
import { createFairCalls } from './fair-calls.ts'
import { isFromHere, isNameOfHere } from './from-here.ts'
import { serveGraph } from './graph/serve.ts'
import { takeJson } from './json-body.ts'
import { readyMade } from './library/library.ts'
import { createLive } from './live/live.ts'
import { logAnswers } from './log-answers.ts'
import { checkWithContract, mountOn } from './mount.ts'
import { createCodeHashes } from './one-time-code.ts'
import { createProvider } from './outbound/provider.ts'
import { answerWithProblems, nothingHere, problemOf, refuseGarbage, sendProblem } from './problem-handler.ts'
import { servePrometheus } from './prometheus.ts'
import { createQuotas } from './quotas.ts'
import { createReadiness } from './readiness.ts'
import { requestLimits } from './request-limits.ts'
import { responseHeaders } from './response-headers.ts'
import { alarmRoutes } from './routes/alarm.ts'
import { analyticsRoutes } from './routes/analytics.ts'
import { authRoutes } from './routes/auth.ts'
import { causeRoutes } from './routes/cause.ts'
import { comparisonRoutes } from './routes/comparison.ts'
import { connectorRoutes } from './routes/connector.ts'
import { cursorRoutes } from './routes/cursor.ts'
import { dryRunRoutes } from './routes/dry-run.ts'
import { hookRoutes } from './routes/hook.ts'
import { investigationRoutes } from './routes/investigation.ts'
import { invitationRoutes } from './routes/invitation.ts'
import { loginAuditRoutes } from './routes/login-audit.ts'
import { lookupRoutes } from './routes/lookup.ts'
import { maintenanceRoutes } from './routes/maintenance.ts'
import { mappingRuleRoutes } from './routes/mapping-rule.ts'
import { metricsRoutes } from './routes/metrics.ts'
import { mfaRoutes } from './routes/mfa.ts'
import { oauthRoutes } from './routes/oauth.ts'
import { outboxRoutes } from './routes/outbox.ts'
import { passwordResetRoutes } from './routes/password-reset.ts'
import { platformRoutes } from './routes/platform.ts'
import { probeRoutes } from './routes/probe.ts'
import { readingRoutes } from './routes/reading.ts'
import { registrationRoutes } from './routes/registration.ts'
import { replayRoutes } from './routes/replay.ts'
import { runRoutes } from './routes/run.ts'
import { setupRoutes } from './routes/setup.ts'
import { shapeRoutes } from './routes/shape.ts'
import { takeAwayRoutes } from './routes/take-away.ts'
import { templateRoutes } from './routes/template.ts'
import { transactionRoutes } from './routes/transaction.ts'
import { validationRoutes } from './routes/validation.ts'
import { versionRoutes } from './routes/version.ts'
import { sandbox } from './sandbox/sandbox.ts'
import type { Database } from './store/database.ts'
import { createTokens } from './tokens.ts'
import { createVault } from './vault.ts'

type Means = {
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
export async function buildApp(means: Means): Promise<FastifyInstance> {
  const { config, database, engine, masterKey, version, isLeaving = () => false } = means
  const { db } = database
  const app = fastify({
    loggerInstance: means.log,
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
  const mount = mountOn(app, { db, access, admit, quotas, fairly })
  const live = createLive(app, { database, isRead: config.role !== 'worker' })

  const readiness = createReadiness({ database, log: means.log, dataDir: config.dataDir })
  platformRoutes(mount, createPlatformDesk({ readiness, isLeaving }), () => app.swagger() as Record<string, unknown>)
  // Every process serves it: an engine reaches its own under 127.0.0.1.
  await app.register(sandbox, { prefix: '/sandbox', db, isOpen: config.sandbox, isFromHere })
  let page: ConsolePage | null = null
  if (config.role !== 'worker') {
    const hashes = createCodeHashes(masterKey)
    const secondFactor = createSecondFactor({ db, vault, hashes })
    const providers = providersFor(app, config)
    const logoutUrlOf = (id: string) => logoutUrlAt(providers, id)
    const { publicUrl, hookBacklog, signInLimit } = config
    const links = createAccountLinks(publicUrl)
    const auth = createAuthDesk({ db, tokens, access, secondFactor, links, signInLimit, logoutUrlOf })
    const { begin, isPasswordOf } = auth
    const mfa = createMfaDesk({ db, secondFactor, begin, attemptLimit: signInLimit * mfaPerSignIn })
    mfaRoutes(mount, mfa, createMfaSettingsDesk({ db, vault, hashes, access, secondFactor, isPasswordOf }))
    const setup = createSetupDesk({ db, begin, attemptLimit: signInLimit })
    oauthRoutes(mount, createOauthDesk({ db, vault, providers, enter: auth.enter, attemptLimit: signInLimit }))
    authRoutes(mount, auth)
    setupRoutes(mount, setup)
    const connectors = createConnectorDesk({ db, vault, quotas })
    const moves = createConnectorMovesDesk({ db, vault, engine, quotas })
    connectorRoutes(mount, connectors, moves, createConnectorBulkDesk({ connectors, moves }))
    shapeRoutes(mount, createShapeDesk({ db }))
    templateRoutes(mount, createTemplateDesk({ db, vault, connectors, library: readyMade(config.sandboxOrigin) }))
    takeAwayRoutes(mount, createTakeAwayDesk({ db, vault, connectors }))
    versionRoutes(mount, createVersionDesk({ db, engine, quotas }))
    cursorRoutes(mount, createCursorDesk({ db, engine }))
    const hooks = createHookDesk({ db, vault, engine, publicUrl, backlogMax: hookBacklog })
    hookRoutes(app, mount, hooks, admitting(config.hookRateLimit, 'events'))
    const ways = { db, publicUrl, links, attemptLimit: signInLimit, isKept: config.smtp === null }
    registrationRoutes(mount, createRegistrationDesk({ ...ways, isSetUp: setup.isDone, isOpen: config.publicSignUp }))
    passwordResetRoutes(mount, createPasswordResetDesk({ ...ways, forget: access.forget }))
    invitationRoutes(mount, createInvitationDesk(ways))
    validationRoutes(mount, createValidationDesk({ db, engine }))
    probeRoutes(mount, createProbeDesk({ db, engine, callLimit: config.rateLimit }))
    dryRunRoutes(mount, createDryRunDesk({ db, engine, callLimit: config.rateLimit }))
    comparisonRoutes(mount, createComparisonDesk({ db, engine, callLimit: config.rateLimit }))
    mappingRuleRoutes(mount, createMappingRuleDesk({ db }))
    runRoutes(mount, createRunDesk({ db, engine }))
    replayRoutes(mount, createReplayDesk({ db, engine }))
    lookupRoutes(mount, createLookupDesk({ db }))
    transactionRoutes(mount, createTransactionDesk({ db, vault }))
    investigationRoutes(app, mount, createInvestigationDesk({ db, vault }), { access, admit, quotas })
    metricsRoutes(mount, createMetricsDesk({ db }))
    readingRoutes(mount, createReadingDesk({ db }))
    causeRoutes(mount, createCauseDesk({ db }))
    alarmRoutes(mount, createAlarmDesk({ db, publicUrl }))
    analyticsRoutes(mount, createAnalyticsDesk({ db, sandboxOrigin: config.sandboxOrigin }))
    serveGraph(app, { db, access, admit, quotas, fairly, live, isFree: config.graphFree })
    maintenanceRoutes(mount, createMaintenanceDesk({ db, access, engine }))
    loginAuditRoutes(mount, createLoginAuditDesk({ db }))
    outboxRoutes(mount, createOutboxDesk({ db, access, isDemo: isDemoOfThisMachine(config) }))
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
  demo.seed && smtp === null && isNameOfHere(new URL(publicUrl).host)
