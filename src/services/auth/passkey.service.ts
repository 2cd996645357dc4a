/** A sign-in with a passkey. */
import type { Session } from '#contract/auth/auth.ts'
import { type PasskeyRequest, passkeyEndpoints } from '#contract/auth/passkeys.ts'
import { call, once } from '../kit/api-client.ts'
import { signOnDevice } from './passkey-device.service.ts'

/** @param second the sign-in whose second factor it is; null where the passkey is the whole sign-in. */
export async function signInWithPasskey(second: PasskeyRequest['second'] | null, signal: AbortSignal): Promise<Session> {
  const body = second ? { second } : {}
  const { challengeId, options } = await call(passkeyEndpoints.beginSignIn, { body, signal })
  const credential = await signOnDevice(options, signal)
  return call(passkeyEndpoints.signIn, { body: { challengeId, credential }, signal, patience: once })
}
