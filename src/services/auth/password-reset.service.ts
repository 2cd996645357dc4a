import { passwordResetEndpoints } from '#contract/auth/password-reset.ts'
import type { PasswordRules } from '#contract/auth/password-rules.ts'
import { refusal } from '#contract/kit/problem.ts'
import { type Access, call, once } from '../kit/api-client.ts'

/** The token of the email is the bearer: a session that this browser may have does not go along, and is not renewed. */
const accessBy = (token: string): Access => ({
  bearer: () => token,
  renew: () => Promise.reject(refusal('password/reset-dead')),
})

export const readResetRules = (token: string, signal: AbortSignal): Promise<PasswordRules> =>
  call(passwordResetEndpoints.rules, { access: accessBy(token), signal, patience: once })

/** Sets a new password. */
export async function updatePassword(token: string, password: string, signal: AbortSignal): Promise<void> {
  await call(passwordResetEndpoints.update, {
    body: { password: { new: password } },
    access: accessBy(token),
    signal,
    patience: once,
  })
}
