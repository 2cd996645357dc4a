import { authEndpoints } from '#contract/auth/auth.ts'
import { invitationEndpoints } from '#contract/auth/invitation.ts'
import { mfaEndpoints } from '#contract/auth/mfa.ts'
import { oauthEndpoints } from '#contract/auth/oauth.ts'
import { passkeyEndpoints } from '#contract/auth/passkeys.ts'
import { passwordResetEndpoints } from '#contract/auth/password-reset.ts'
import { registrationEndpoints } from '#contract/auth/registration.ts'
import { securityEndpoints } from '#contract/auth/security.ts'
import { sessionStatusEndpoints } from '#contract/auth/session-status.ts'
import { setupEndpoints } from '#contract/auth/setup.ts'
import type { RegisterEndpoint } from '../kit/register-endpoint.ts'
import type { MfaService } from './mfa/mfa.service.ts'
import type { MfaSettingsService } from './mfa/mfa-settings.service.ts'
import type { OwnPasswordService } from './own/own-password.service.ts'
import type { OwnSessionsService } from './own/own-sessions.service.ts'
import type { PasskeySignInService } from './passkeys/passkey-sign-in.service.ts'
import type { PasskeysService } from './passkeys/passkeys.service.ts'
import type { PasswordResetService } from './reset/password-reset.service.ts'
import type { AuthService } from './sign-in/auth.service.ts'
import type { OauthService } from './sign-in/oauth.service.ts'
import type { SessionStatusService } from './sign-in/session-status.service.ts'
import type { InvitationService } from './sign-up/invitation.service.ts'
import type { RegistrationService } from './sign-up/registration.service.ts'
import type { SetupService } from './sign-up/setup.service.ts'

export function authRoutes(registerEndpoint: RegisterEndpoint, service: AuthService, status: SessionStatusService): void {
  registerEndpoint(sessionStatusEndpoints.get, ({ caller }) => status.get(caller))
  registerEndpoint(authEndpoints.signIn, ({ body, ip, userAgent }) => service.signIn(body, { ip, userAgent }))
  registerEndpoint(authEndpoints.refresh, ({ body, ip }) => service.refresh(body.refreshToken, ip))
  registerEndpoint(authEndpoints.signOut, ({ bearer, body }) => service.signOut(bearer, body?.refreshToken))
  registerEndpoint(authEndpoints.me, ({ caller }) => service.me(caller))
}

export function oauthRoutes(registerEndpoint: RegisterEndpoint, service: OauthService): void {
  registerEndpoint(oauthEndpoints.providers, () => service.providers())
  registerEndpoint(oauthEndpoints.start, ({ body, log }) => service.start(body.provider, log))
  registerEndpoint(oauthEndpoints.finish, ({ body, ip, userAgent, log, audit }) =>
    service.finish(body, { origin: { ip, userAgent }, log, audit }),
  )
  registerEndpoint(oauthEndpoints.link, ({ body, caller }) => service.link(body.ticket, caller))
}

export function registrationRoutes(registerEndpoint: RegisterEndpoint, service: RegistrationService): void {
  registerEndpoint(registrationEndpoints.register, ({ body, ip, audit }) => service.register(body, ip, audit))
  registerEndpoint(registrationEndpoints.judgePassword, ({ body, ip }) => service.judgePassword(body, ip))
  registerEndpoint(registrationEndpoints.paymentMethods, () => service.offer())
  registerEndpoint(registrationEndpoints.confirm, ({ body, audit }) => service.confirm(body.token, audit))
  registerEndpoint(registrationEndpoints.resendConfirmation, ({ body, ip }) => service.resend(body.email, ip))
}

export function invitationRoutes(registerEndpoint: RegisterEndpoint, service: InvitationService): void {
  registerEndpoint(invitationEndpoints.invite, ({ caller, params, body, newId, audit }) =>
    service.invite(caller, { userId: params.userId, email: body.email, role: body.role, newId }, audit),
  )
  registerEndpoint(invitationEndpoints.revoke, ({ caller, params }) => service.revoke(caller, params.userId, params.memberId))
  registerEndpoint(invitationEndpoints.look, ({ body }) => service.look(body.token))
  registerEndpoint(invitationEndpoints.accept, ({ body, ip, audit }) => service.accept(body, ip, audit))
}

export function setupRoutes(registerEndpoint: RegisterEndpoint, service: SetupService): void {
  registerEndpoint(setupEndpoints.setUp, ({ body, ip, userAgent, audit }) => service.setUp(body, { ip, userAgent }, audit))
}

export function passwordResetRoutes(registerEndpoint: RegisterEndpoint, service: PasswordResetService): void {
  registerEndpoint(passwordResetEndpoints.request, ({ body, ip }) => service.request(body.email, ip))
  registerEndpoint(passwordResetEndpoints.rules, ({ bearer, ip }) => service.rules(bearer, ip))
  registerEndpoint(passwordResetEndpoints.update, ({ bearer, body, ip, audit }) =>
    service.update(bearer, body.password.new, ip, audit),
  )
}

export function ownRoutes(registerEndpoint: RegisterEndpoint, passwords: OwnPasswordService, own: OwnSessionsService): void {
  const its = securityEndpoints
  registerEndpoint(its.password, ({ caller, params }) => passwords.facts(caller, params.userId))
  registerEndpoint(its.changePassword, ({ caller, params, body, audit }) => passwords.change(caller, params.userId, body, audit))
  registerEndpoint(its.sessions, ({ caller, params }) => own.list(caller, params.userId))
  registerEndpoint(its.endSession, ({ caller, params }) => own.end(caller, params.userId, params.sessionId))
  registerEndpoint(its.endOtherSessions, ({ caller, params }) => own.endOthers(caller, params.userId))
  registerEndpoint(its.identities, ({ caller, params }) => own.identities(caller, params.userId))
  registerEndpoint(its.disconnectIdentity, ({ caller, params, audit }) =>
    own.disconnect(caller, params.userId, params.identityId, audit),
  )
  registerEndpoint(its.disownSignIn, ({ caller, params, audit }) => own.disown(caller, params.userId, params.recordId, audit))
}

export function mfaRoutes(registerEndpoint: RegisterEndpoint, service: MfaService, own: MfaSettingsService): void {
  registerEndpoint(mfaEndpoints.verify, ({ body, ip, userAgent }) => service.verify(body, { ip, userAgent }))
  registerEndpoint(mfaEndpoints.resend, ({ body, ip, userAgent }) => service.resend(body, { ip, userAgent }))
  registerEndpoint(mfaEndpoints.settings, ({ caller, params }) => own.settings(caller, params.userId))
  registerEndpoint(mfaEndpoints.enable, ({ caller, params, body }) => own.enable(caller, params.userId, body))
  registerEndpoint(mfaEndpoints.activate, ({ caller, params, body }) => own.activate(caller, params.userId, body))
  registerEndpoint(mfaEndpoints.disable, ({ caller, params, body }) => own.disable(caller, params.userId, body))
  registerEndpoint(mfaEndpoints.recoveryCodes, ({ caller, params, body }) => own.recoveryCodes(caller, params.userId, body))
  registerEndpoint(mfaEndpoints.viewRecoveryCodes, ({ caller, params, body }) =>
    own.viewRecoveryCodes(caller, params.userId, body),
  )
  registerEndpoint(mfaEndpoints.resendOwn, ({ caller, params, body }) => own.resend(caller, params.userId, body.purpose))
  registerEndpoint(mfaEndpoints.addPhone, ({ caller, params, body }) => own.addPhone(caller, params.userId, body))
  registerEndpoint(mfaEndpoints.verifyPhone, ({ caller, params, body }) => own.verifyPhone(caller, params.userId, body))
}

export function passkeyRoutes(registerEndpoint: RegisterEndpoint, service: PasskeySignInService, own: PasskeysService): void {
  registerEndpoint(passkeyEndpoints.beginSignIn, ({ body, ip, userAgent }) => service.begin(body, { ip, userAgent }))
  registerEndpoint(passkeyEndpoints.signIn, ({ body, ip, userAgent }) => service.signIn(body, { ip, userAgent }))
  registerEndpoint(passkeyEndpoints.list, ({ caller, params }) => own.list(caller, params.userId))
  registerEndpoint(passkeyEndpoints.begin, ({ caller, params, body }) => own.begin(caller, params.userId, body))
  registerEndpoint(passkeyEndpoints.add, ({ caller, params, body, userAgent }) =>
    own.add(caller, params.userId, { ...body, userAgent }),
  )
  registerEndpoint(passkeyEndpoints.rename, ({ caller, params, body }) =>
    own.rename(caller, params.userId, params.passkeyId, body.name),
  )
  registerEndpoint(passkeyEndpoints.remove, ({ caller, params, body }) =>
    own.remove(caller, params.userId, params.passkeyId, body),
  )
}
