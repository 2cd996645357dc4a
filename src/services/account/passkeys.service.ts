/** The own passkeys. */
import type { Proofs } from '#contract/auth/mfa.ts'
import { type CreationOptions, type Passkey, passkeyEndpoints } from '#contract/auth/passkeys.ts'
import { call, once } from '../kit/api-client.ts'
import { loadPart } from '../kit/page.ts'
import type { Own } from './security.service.ts'

const params = ({ userId }: Own) => ({ userId })

export const readPasskeys = async (own: Own, signal: AbortSignal): Promise<readonly Passkey[]> =>
  (await call(passkeyEndpoints.list, { access: own.access, params: params(own), signal })).passkeys

type Begun = { readonly challengeId: string; readonly options: CreationOptions }

export const beginPasskey = (own: Own, body: Proofs, signal: AbortSignal): Promise<Begun> =>
  call(passkeyEndpoints.begin, { access: own.access, params: params(own), body, signal, patience: once })

export async function createPasskey(own: Own, { challengeId, options }: Begun, signal: AbortSignal): Promise<void> {
  const { createOnDevice } = await loadPart(() => import('../auth/passkey-device.service.ts'))
  const credential = await createOnDevice(options, signal)
  const body = { challengeId, credential }
  await call(passkeyEndpoints.add, { access: own.access, params: params(own), body, signal, patience: once })
}

export const renamePasskey = ({ access, userId }: Own, passkeyId: string, name: string, signal: AbortSignal) =>
  call(passkeyEndpoints.rename, { access, params: { userId, passkeyId }, body: { name }, signal })

export const removePasskey = ({ access, userId }: Own, passkeyId: string, body: Proofs, signal: AbortSignal) =>
  call(passkeyEndpoints.remove, { access, params: { userId, passkeyId }, body, signal, patience: once })
