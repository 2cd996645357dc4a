/** Which visitor may do what with the API keys of company A, for `matrix-table.ts`. */
import { scopes } from '#contract/kit/scopes.ts'
import { apiKeyRates } from '#contract/settings/api-key-limits.ts'
import type { ApiKeyForm, NewApiKey } from '#contract/settings/api-keys.ts'
import type { TestServer } from '../kit/test-server.ts'

export const keyForm: ApiKeyForm = {
  ...{ name: 'Key', description: '', enabled: true, expiresAt: null },
  permissions: [...scopes],
  rateLimiting: { enabled: true, ...apiKeyRates },
  ipRestrictions: { enabled: false, allowedIPs: [] },
}

export const apiKeyCalls = {
  'GET /api-keys': { of: 'admins' },
  'POST /api-keys': { of: 'admins', body: keyForm },
  'PUT /api-keys/:id': { of: 'ownApiKey', body: { ...keyForm, revision: 1 } },
  'POST /api-keys/:id/rotate': { of: 'ownApiKey' },
  'POST /api-keys/:id/switch-off': { of: 'apiKey' },
  'DELETE /api-keys/:id': { of: 'apiKey' },
} as const

/** A new key of the administrator of company A. */
export async function keyOfA(server: TestServer): Promise<string> {
  const reply = await server.ask('POST', '/api-keys', { as: 'adminA', body: keyForm })
  return reply.json<NewApiKey>().apiKey.id
}
