/** Which visitor may do what with single sign-on of company A and what they lead to, for `matrix-table.ts`. */

export const ssoCalls = {
  'GET /api/system-settings/sso/domains': { of: 'admins' },
  // Without a password; the tests of single sign-on have one.
  'POST /api/system-settings/sso/domains': { of: 'admins', body: { domain: 'acme.example' }, answer: 403 },
  'POST /api/system-settings/sso/domains/:id/check': { of: 'admins', answer: 404 },
  'POST /api/system-settings/sso/domains/:id/remove': { of: 'admins', body: {}, answer: 403 },
} as const
