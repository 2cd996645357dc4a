import { registrationEndpoints } from '../../contract/registration.ts'
import { call, once } from './http.ts'

/** Confirms an account with the token of its e-mail. */
export async function confirmAccount(token: string, signal: AbortSignal): Promise<void> {
  await call(registrationEndpoints.confirm, { body: { token }, signal, patience: once })
}
