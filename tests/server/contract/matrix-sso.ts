/** Which visitor may do what with single sign-on of company A and what they lead to, for `matrix-table.ts`. */

import { emptyConfiguration } from '#server/features/auth/sso/connection.ts'

export const ssoCalls = {
  'GET /api/system-settings/sso': { of: 'admins' },
  'PUT /api/system-settings/sso': { of: 'admins', body: { value: emptyConfiguration, revision: 0 }, answer: 403 },
  'POST /api/system-settings/sso/switch': { of: 'admins', body: { move: 'on' }, answer: 403 },
  'POST /api/system-settings/sso/test': { of: 'admins', answer: 409 },
  'GET /api/system-settings/sso/metadata': { of: 'admins', answer: 409 },
  // A form, and nothing else.
  'POST /api/auth/sso/saml/:company': { of: 'anybody', body: {}, answer: 415 },
  'POST /api/auth/sso/start': { of: 'anybody', body: { email: 'ada@acme.example' }, answer: 404 },
  'GET /api/system-settings/sso/domains': { of: 'admins' },
  // Without a password; the tests of single sign-on have one.
  'POST /api/system-settings/sso/domains': { of: 'admins', body: { domain: 'acme.example' }, answer: 403 },
  'POST /api/system-settings/sso/domains/:id/check': { of: 'admins', answer: 404 },
  'POST /api/system-settings/sso/domains/:id/remove': { of: 'admins', body: {}, answer: 403 },
} as const
