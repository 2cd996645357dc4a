import { passwordResetEndpoints } from '../../contract/password-reset.ts'
import { call, once } from './http.ts'

/** Has a link sent; the answer is the same for every address. */
export async function requestReset(email: string, signal: AbortSignal): Promise<void> {
  await call(passwordResetEndpoints.request, { body: { email }, signal, patience: once })
}
