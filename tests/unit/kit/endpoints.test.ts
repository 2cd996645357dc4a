/** What sets a few endpoints apart from all others, written a second time, so that one more is a decision. */
import { expect, it } from 'vitest'

import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { scopes } from '#contract/kit/scopes.ts'

const which = (isMeant: (it: Endpoint) => boolean | undefined) =>
  endpoints
    .filter(isMeant)
    .map(({ method, path }) => `${method} ${path}`)
    .toSorted()

it('those that wait for other systems are the heavy ones, and no others', () => {
  expect(which((it) => it.isHeavy)).toEqual([
    'POST /api-connectors/:id/comparison',
    'POST /api-connectors/document',
    'POST /api-connectors/dry-run',
    'POST /api-connectors/sample',
    'POST /api-connectors/test-connection',
    'POST /api-connectors/try-paging',
    'POST /api/connections/:id/test',
    'POST /api/connections/sign-in',
  ])
})

it('whoever is shut out by maintenance may still read why, and do nothing else', () => {
  expect(which((it) => it.isOpenInMaintenance)).toEqual(['GET /api/maintenance', 'GET /api/start'])
})

it('whoever has to set up a factor or another password first may do that, and nothing else', () => {
  expect(which((it) => it.isOpenBeforeSetup)).toEqual([
    'GET /api/auth/session',
    'GET /api/company',
    'GET /api/maintenance',
    'GET /api/start',
    'GET /api/users/:userId/mfa',
    'GET /api/users/:userId/password',
    'GET /api/users/me',
    'POST /api/users/:userId/mfa/disable',
    'POST /api/users/:userId/mfa/enable',
    'POST /api/users/:userId/mfa/recovery-codes',
    'POST /api/users/:userId/mfa/resend',
    'POST /api/users/:userId/mfa/verify',
    'POST /api/users/:userId/password',
    'POST /api/users/:userId/phone/add',
    'POST /api/users/:userId/phone/verify',
  ])
})

it('each says what an API key needs for it: nothing where nobody signs in, and only there', () => {
  const known: readonly string[] = [...scopes, 'session', 'public']
  expect(which((it) => !known.includes(it.scope))).toEqual([])
  expect(which((it) => (it.scope === 'public') !== (it.access === 'public'))).toEqual([])
})

it('no API key reaches what belongs to a person: password, factor, phone, sessions, and what makes secrets', () => {
  const isPersonal = (it: Endpoint) =>
    /^\/api\/(auth(?!\/login-audit)|notifications)|\/(mfa|phone|sessions|password|identities|sign-ins|data|deletion|me|hook)\b/.test(
      it.path,
    )
  expect(which((it) => isPersonal(it) && it.scope !== 'session' && it.scope !== 'public')).toEqual([])
})

it('every call that changes something is recorded, but for those that change nothing or have a record of their own', () => {
  expect(which((it) => it.method !== 'GET' && it.audit === 'none')).toEqual([
    'DELETE /api/ai/conversations/:id',
    'POST /api-connectors/:id/comparison',
    'POST /api-connectors/:id/cursor/preview',
    'POST /api-connectors/connectors/validateMappingRule',
    'POST /api-connectors/document',
    'POST /api-connectors/dry-run',
    'POST /api-connectors/import/check',
    'POST /api-connectors/sample',
    'POST /api-connectors/test-connection',
    'POST /api-connectors/try-paging',
    'POST /api-connectors/validate-config-section',
    'POST /api-connectors/validateConfig',
    'POST /api-connectors/validateDataMapping',
    // The download has a record of its own.
    'POST /api/admin/customers/:id/export/link',
    'POST /api/ai/chat',
    'POST /api/ai/feedback',
    'POST /api/ai/generate-workflow',
    'POST /api/ai/messages/:id/press',
    'POST /api/ai/optimize-workflow',
    'POST /api/ai/parse-intent',
    'POST /api/ai/suggest-mappings',
    'POST /api/ai/validate-mapping',
    'POST /api/ai/validate-workflow',
    'POST /api/analytics/dashboard',
    'POST /api/auth/oauth/finish',
    'POST /api/auth/oauth/start',
    'POST /api/auth/passkey',
    'POST /api/auth/passkey/begin',
    'POST /api/auth/refresh',
    'POST /api/auth/resend-mfa',
    'POST /api/auth/sign-in',
    'POST /api/auth/sign-out',
    'POST /api/auth/sso/saml/:company',
    'POST /api/auth/sso/start',
    'POST /api/auth/verify-mfa',
    'POST /api/help/missed',
    'POST /api/help/topics',
    'POST /api/invitations/look',
    'POST /api/payments/stripe/events',
    'POST /api/registration/password',
    'POST /api/replay/:id/:replayId/dry-run',
    'POST /api/support/bundle',
    'POST /api/users/:userId/mfa/resend',
    'POST /api/users/resend-confirmation',
    'POST /api/users/reset-password',
    'POST /graphql',
    'POST /hooks/:connectorId',
    'PUT /api/help/articles/:article/answer',
  ])
})
