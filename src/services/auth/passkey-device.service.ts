/** The browser's part of passkeys: a device creates one, or signs with one. Loaded when it is first used. */
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'

import type { CreatedCredential, CreationOptions, RequestOptions, SignedCredential } from '#contract/auth/passkeys.ts'
import { refusal } from '#contract/kit/problem.ts'

export const createOnDevice = (options: CreationOptions, signal: AbortSignal) =>
  onDevice(() => startRegistration({ optionsJSON: options as never }), signal) as Promise<CreatedCredential>

export const signOnDevice = (options: RequestOptions, signal: AbortSignal) =>
  onDevice(() => startAuthentication({ optionsJSON: options as never }), signal) as Promise<SignedCredential>

async function onDevice<Credential>(start: () => Promise<Credential>, signal: AbortSignal): Promise<Credential> {
  if (!browserSupportsWebAuthn()) throw refusal('passkey/not-used', { message: messages.unavailable })
  const stop = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', stop, { once: true })
  try {
    // Without what a browser left out: the server takes no member without a value.
    return JSON.parse(JSON.stringify(await start())) as Credential
  } catch (thrown) {
    throw refusal('passkey/not-used', { message: messages[reasonOf(thrown)] }, { cause: thrown })
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The browser says the same for a cancelled request, one that took too long, and a device without a passkey. */
function reasonOf(thrown: unknown): keyof typeof messages {
  const code = thrown instanceof WebAuthnError ? thrown.code : null
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'known'
  return code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID' ? 'unavailable' : 'cancelled'
}

const messages = {
  cancelled:
    'The request was cancelled, took too long, or this device has no passkey for Datacrane. Try again, or use your password.',
  known: 'This device has a passkey for your account already.',
  unavailable:
    'Passkeys need a browser that has them, https, and the address that Datacrane was set up with. Use your password here.',
}
