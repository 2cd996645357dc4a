import { type ApiKey, type ApiKeyForm, apiKeyEndpoints, type NewApiKey } from '#contract/settings/api-keys.ts'
import type { Access } from '../kit/api-client.ts'
import { call } from './settings-call.ts'

/** One try: a key whose reply was lost would be created twice. */
const patience = { retries: 0, backoffCap: 0 }

/** All keys of the company, newest first. */
export async function listApiKeys(access: Access, signal: AbortSignal): Promise<{ items: readonly ApiKey[]; total: number }> {
  const { data, total } = await call(apiKeyEndpoints.list, { access, signal })
  return { items: data, total }
}

export const createApiKey = (access: Access, body: ApiKeyForm, signal: AbortSignal): Promise<NewApiKey> =>
  call(apiKeyEndpoints.create, { access, body, signal, patience })

export const changeApiKey = (access: Access, id: string, body: ApiKeyForm & { revision: number }, signal: AbortSignal) =>
  call(apiKeyEndpoints.update, { access, params: { id }, body, signal })

export const replaceApiKey = (access: Access, id: string, signal: AbortSignal): Promise<NewApiKey> =>
  call(apiKeyEndpoints.rotate, { access, params: { id }, signal, patience })

export const switchOffApiKey = (access: Access, id: string, signal: AbortSignal) =>
  call(apiKeyEndpoints.switchOff, { access, params: { id }, signal })

export const deleteApiKey = (access: Access, id: string, signal: AbortSignal) =>
  call(apiKeyEndpoints.remove, { access, params: { id }, signal })
