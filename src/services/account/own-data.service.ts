/** What is kept of the person as a file for them, and their request to be deleted. */
import { type OwnData, ownDataEndpoints } from '#contract/account/own-data.ts'
import type { Proofs } from '#contract/auth/mfa.ts'
import { call, once } from '../kit/api-client.ts'
import type { Own } from './security.service.ts'

export const readOwnData = ({ access, userId }: Own, signal: AbortSignal): Promise<OwnData> =>
  call(ownDataEndpoints.get, { access, params: { userId }, signal })

export const requestFile = ({ access, userId }: Own, body: Proofs, signal: AbortSignal): Promise<OwnData> =>
  call(ownDataEndpoints.request, { access, params: { userId }, body, signal, patience: once })

export const readFile = ({ access, userId }: Own, signal: AbortSignal): Promise<string> =>
  call(ownDataEndpoints.download, { access, params: { userId }, signal })

/** @param heir who takes the connectors over; '' where there are none. */
export function requestDeletion({ access, userId }: Own, heir: string, proofs: Proofs, signal: AbortSignal): Promise<OwnData> {
  const body = heir === '' ? proofs : { ...proofs, heir }
  return call(ownDataEndpoints.requestDeletion, { access, params: { userId }, body, signal, patience: once })
}

export const withdrawDeletion = ({ access, userId }: Own, signal: AbortSignal): Promise<OwnData> =>
  call(ownDataEndpoints.withdrawDeletion, { access, params: { userId }, signal })
