import { registrationEndpoints } from '#contract/auth/registration.ts'
import { call, once } from '../kit/api-client.ts'

/** Confirms an account with the token of its email. */
export async function confirmAccount(token: string, signal: AbortSignal): Promise<void> {
  await call(registrationEndpoints.confirm, { body: { token }, signal, patience: once })
}
