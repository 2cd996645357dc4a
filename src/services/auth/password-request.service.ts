import { passwordResetEndpoints } from '#contract/auth/password-reset.ts'
import { call, once } from '../kit/api-client.ts'

/** Has a link sent, or only kept where nothing is set up that could send it; the answer is the same for every address. */
export const requestReset = (email: string, signal: AbortSignal): Promise<{ readonly isKept: boolean }> =>
  call(passwordResetEndpoints.request, { body: { email }, signal, patience: once })
