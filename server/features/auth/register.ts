import type { FastifyInstance } from 'fastify'

import { createCompanyWays } from '../../outbound/company-way.ts'
import { createProvider } from '../../outbound/provider.ts'
import { createFindTxt } from '../../outbound/txt-records.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Tokens } from '../../platform/security/tokens.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { createAccountLinks } from './account-links.ts'
import {
  authRoutes,
  invitationRoutes,
  mfaRoutes,
  oauthRoutes,
  ownRoutes,
  passkeyRoutes,
  passwordResetRoutes,
  registrationRoutes,
  setupRoutes,
} from './auth.routes.ts'
import { createMfaService } from './mfa/mfa.service.ts'
import { createMfaSettingsService } from './mfa/mfa-settings.service.ts'
import { createCodeHashes } from './mfa/one-time-code.ts'
import { createSecondFactor } from './mfa/second-factor.ts'
import { createStepUp, type StepUp } from './mfa/step-up.ts'
import { createOwnPasswordService } from './own/own-password.service.ts'
import { createOwnSessionsService } from './own/own-sessions.service.ts'
import { createPasskeySignInService } from './passkeys/passkey-sign-in.service.ts'
import { createPasskeysService } from './passkeys/passkeys.service.ts'
import { createRelyingParty } from './passkeys/relying-party.ts'
import { createPasswordResetService } from './reset/password-reset.service.ts'
import { type AuthService, createAuthService } from './sign-in/auth.service.ts'
import { createOauthService, type IdentityProvider, logoutUrlAt } from './sign-in/oauth.service.ts'
import { createSessionStatusService, type SessionStatusService } from './sign-in/session-status.service.ts'
import { findSwitches } from './sign-up/installation.repository.ts'
import { createInvitationService, type MemberQuota } from './sign-up/invitation.service.ts'
import { createRegistrationService } from './sign-up/registration.service.ts'
import { createSetupService } from './sign-up/setup.service.ts'
import { createSsoConnectionService } from './sso/connection.service.ts'
import { createConnectionSecrets } from './sso/connection.ts'
import { createSsoDomainService } from './sso/domains.service.ts'
import { createSsoEntryService, type SsoEntryService } from './sso/entry.service.ts'
import { ssoSession } from './sso/required.repository.ts'
import { ssoRoutes } from './sso/sso.routes.ts'

type Deps = FeatureDeps & {
  readonly tokens: Tokens
  readonly masterKey: string
  readonly quotas: MemberQuota
}

/** What the page of the console is told of. */
type SignIn = {
  /** Whether there is anybody who could sign in. */
  readonly isSetUp: () => Promise<boolean>
  readonly providers: readonly IdentityProvider[]
  /** Whether anybody may sign up: the configuration and the switch of the admin console both allow it. */
  readonly isSignUpOpen: () => Promise<boolean>
  readonly status: SessionStatusService
  /** Of whoever changes something of their own account. */
  readonly stepUp: StepUp
}

/** One address may send so many codes for each wrong password of an account: a company may share it. */
const mfaPerSignIn = 10

export function registerAuth(app: App, { config, db, vault, access, admitAddress, quotas, tokens, masterKey }: Deps): SignIn {
  const { registerEndpoint } = app
  const { publicUrl, publicSignUp, signInLimit, smtp } = config
  const hashes = createCodeHashes(masterKey)
  const isKept = { sms: config.messageWebhooks.sms === null, email: smtp === null }
  const secondFactor = createSecondFactor({ db, vault, hashes, isKept })
  const providers = providersFor(app.server, config)
  const logoutUrlOf = (id: string) => logoutUrlAt(providers, id)
  const links = createAccountLinks(publicUrl)
  const auth = createAuthService({ db, tokens, access, admitAddress, secondFactor, links, signInLimit, logoutUrlOf })
  const { begin, isPasswordOf } = auth
  const attemptLimit = signInLimit * mfaPerSignIn
  const mfa = createMfaService({ db, secondFactor, begin, attemptLimit })
  const stepUp = createStepUp({ db, vault, secondFactor, isPasswordOf })
  mfaRoutes(registerEndpoint, mfa, createMfaSettingsService({ db, vault, hashes, access, secondFactor, stepUp, isKept }))
  const company = registerSso(app, { config, db, vault, access, quotas, stepUp, enter: auth.enter })
  const party = createRelyingParty(publicUrl)
  const passkeySignIn = createPasskeySignInService({ db, party, begin, attemptLimit })
  passkeyRoutes(registerEndpoint, passkeySignIn, createPasskeysService({ db, stepUp, party }))
  const nameOf = (id: string) => (id === ssoSession ? 'Single sign-on' : (providers.find((each) => each.id === id)?.name ?? id))
  const { forget } = access
  ownRoutes(
    registerEndpoint,
    createOwnPasswordService({ db, links, stepUp, forget }),
    createOwnSessionsService({ db, forget, nameOf, forgotUrl: links.forgotUrl }),
  )
  const setup = createSetupService({ db, begin, attemptLimit: signInLimit })
  oauthRoutes(
    registerEndpoint,
    createOauthService({ db, vault, providers, company, enter: auth.enter, attemptLimit: signInLimit }),
  )
  const status = createSessionStatusService(db)
  authRoutes(registerEndpoint, auth, status)
  setupRoutes(registerEndpoint, setup)
  const ways = { db, publicUrl, links, attemptLimit: signInLimit, isKept: smtp === null }
  registrationRoutes(
    registerEndpoint,
    createRegistrationService({ ...ways, isSetUp: setup.isDone, isOpen: publicSignUp, payments: config.payments }),
  )
  passwordResetRoutes(registerEndpoint, createPasswordResetService({ ...ways, forget: access.forget }))
  invitationRoutes(registerEndpoint, createInvitationService({ ...ways, quotas }))
  const isSignUpOpen = async () => publicSignUp && (await findSwitches(db)).publicSignUp
  return { isSetUp: setup.isDone, isSignUpOpen, providers, status, stepUp }
}

/** The identity providers of the configuration. They leave with the server. */
function providersFor(server: FastifyInstance, { oidc, publicUrl, proxy }: Config): readonly IdentityProvider[] {
  if (!oidc) return []
  const provider = createProvider({
    ...oidc,
    redirectUri: `${publicUrl}/oauth-success`,
    afterLogout: `${publicUrl}/sign-in`,
    proxy,
  })
  server.addHook('onClose', () => provider.close())
  return [{ id: 'oidc', name: oidc.name, ...provider }]
}

type SsoDeps = Pick<Deps, 'config' | 'db' | 'vault' | 'access' | 'quotas'> & {
  readonly stepUp: StepUp
  readonly enter: AuthService['enter']
}

/** Single sign-on with companies' own providers. @returns where their returns go on. */
function registerSso(
  { server, registerEndpoint }: App,
  { config, db, vault, access, quotas, stepUp, enter }: SsoDeps,
): SsoEntryService {
  const { publicUrl, signInLimit, dnsServers } = config
  const ways = createCompanyWays(config)
  server.addHook('onClose', () => ways.close())
  const secrets = createConnectionSecrets(vault)
  const attemptLimit = signInLimit * mfaPerSignIn
  const entry = createSsoEntryService({ db, vault, ways, secrets, publicUrl, enter, quotas, attemptLimit })
  ssoRoutes(server, registerEndpoint, {
    domains: createSsoDomainService({ db, stepUp, findTxt: createFindTxt(dnsServers) }),
    connection: createSsoConnectionService({ db, stepUp, access, ways, secrets, publicUrl }),
    entry,
  })
  return entry
}
