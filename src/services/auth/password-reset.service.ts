import { passwordResetEndpoints } from '#contract/auth/password-reset.ts'
import { refusal } from '#contract/kit/problem.ts'
import { call, once } from '../kit/api-client.ts'

/** Sets a new password. The token of the e-mail is the bearer: a session that this browser may have does not go along, and is not renewed. */
export async function updatePassword(token: string, password: string, signal: AbortSignal): Promise<void> {
  const access = { bearer: () => token, renew: () => Promise.reject(refusal('password/reset-dead')) }
  await call(passwordResetEndpoints.update, { body: { password: { new: password } }, access, signal, patience: once })
}
