/** A forgotten password. `core-platform.md` section 7, threat T-RESET. */
import Type, { type Static } from 'typebox'

import { endpoint } from '../kit/endpoint.ts'
import { closed, Email, NewPassword } from '../kit/schemas.ts'
import { PasswordRules } from './password-rules.ts'
import { StaysInOutbox } from './registration.ts'

/** Milliseconds that a reset link lives. */
export const resetLifetime = 30 * 60_000

export const PasswordChange = closed({ password: closed({ new: NewPassword }) })
export type PasswordChange = Static<typeof PasswordChange>

export const passwordResetEndpoints = {
  request: endpoint({
    method: 'POST',
    path: '/api/users/reset-password',
    summary: 'Send a password reset link. The response is the same for every email',
    access: 'public',
    scope: 'public',
    audit: 'none',
    body: closed({ email: Email }),
    status: 200,
    reply: Type.Object({ success: Type.Literal(true), isKept: StaysInOutbox }),
    idempotent: false,
  }),
  rules: endpoint({
    method: 'GET',
    path: '/api/users/update-password',
    summary: 'Get the password rules. Use the token from the email as bearer token',
    access: 'public',
    scope: 'public',
    status: 200,
    reply: PasswordRules,
  }),
  update: endpoint({
    method: 'POST',
    path: '/api/users/update-password',
    summary: 'Set a new password with the token from the email. Ends all your sessions',
    access: 'public',
    scope: 'public',
    audit: 'password.changed',
    body: PasswordChange,
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
    idempotent: false,
  }),
} as const
