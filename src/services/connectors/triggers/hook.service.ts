import { type Hook, hookEndpoints } from '#contract/connectors/triggers/hook.ts'
import { addressOf } from '../../kit/address/base.ts'
import { type Access, call, once, refused } from '../../kit/api-client.ts'

type ById = { readonly connectorId: string }

export function readHook(access: Access, { connectorId }: ById, signal: AbortSignal): Promise<Hook> {
  return call(hookEndpoints.show, { access, params: { id: connectorId }, signal })
}

/** Makes a secret; only this answer holds it. One try: another one would make another secret. */
export async function renewSecret(access: Access, { connectorId }: ById, signal: AbortSignal) {
  const request = { access, params: { id: connectorId }, body: {}, signal, patience: once }
  const { plainSecret, ...hook } = await call(hookEndpoints.renew, request)
  return { hook: hook as Hook, secret: plainSecret }
}

/** Sends an event as a sender would: with the secret, and without the session. */
export async function sendEvent(
  { connectorId, secret, body }: ById & { readonly secret: string; readonly body: string },
  signal: AbortSignal,
): Promise<{ readonly eventId: string; readonly held: boolean }> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const reply = await fetch(addressOf(`/hooks/${connectorId}`), { method: 'POST', credentials: 'omit', headers, body, signal })
  const said: unknown = await reply.json().catch(() => null)
  if (!reply.ok) throw refused(reply.status, said)
  return said as { readonly eventId: string; readonly held: boolean }
}
