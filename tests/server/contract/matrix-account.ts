/** What a person does about their own account, for the allow-list of the product. */
import { defaultPreferences } from '#contract/kit/notification-limits.ts'
import { password } from '../kit/test-server.ts'
import type { Row } from './matrix-table.ts'

const proved = { password }
const nobody = '01890000-0000-7000-8000-000000000000'
const credential = { id: 'eA', rawId: 'eA', type: 'public-key', clientExtensionResults: {} }
const signed = { ...credential, response: { clientDataJSON: 'eA', authenticatorData: 'eA', signature: 'eA' } }
const created = { ...credential, response: { clientDataJSON: 'eA', attestationObject: 'eA' } }
/** Its key is no point of the curve. */
const noBrowser = { endpoint: 'https://push.example.test/it', keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }
const good = 'Correct-horse-battery-9'

export const accountCalls: Readonly<Record<string, Row>> = {
  'POST /api/users/:userId/mfa/recovery-codes/view': { of: 'factor', body: proved, answer: 409 },
  'GET /api/auth/session': { of: 'people' },
  'GET /api/start': { of: 'people' },
  'GET /api/bell': { of: 'people' },
  'GET /api/users/update-password': { of: 'anybody', answer: 401 },
  'GET /api/system-settings/factor-coverage': { of: 'admins' },
  'POST /api/users/:userId/mfa/resend': { of: 'factor', body: { purpose: 'enable' }, answer: 422 },
  'POST /api/auth/passkey/begin': { of: 'anybody', body: {} },
  // Its own tests have a device that signs.
  'POST /api/auth/passkey': { of: 'anybody', body: { challengeId: nobody, credential: signed }, answer: 401 },
  'GET /api/users/:userId/passkeys': { of: 'factor' },
  'POST /api/users/:userId/passkeys/begin': { of: 'factor', body: proved },
  'POST /api/users/:userId/passkeys': { of: 'factor', body: { challengeId: nobody, credential: created }, answer: 422 },
  'PATCH /api/users/:userId/passkeys/:passkeyId': { of: 'factor', body: { name: 'x' }, answer: 404 },
  'POST /api/users/:userId/passkeys/:passkeyId/remove': { of: 'factor', body: proved, answer: 404 },
  'GET /api/users/:userId/password': { of: 'factor' },
  // Its own tests have a password that is changed.
  'POST /api/users/:userId/password': { of: 'factor', body: { password: 'another one', new: good }, answer: 403 },
  'GET /api/users/:userId/sessions': { of: 'factor' },
  'DELETE /api/users/:userId/sessions/:sessionId': { of: 'factor', answer: 404 },
  'POST /api/users/:userId/sessions/end-others': { of: 'factor' },
  'GET /api/users/:userId/identities': { of: 'factor' },
  'DELETE /api/users/:userId/identities/:identityId': { of: 'factor', answer: 404 },
  'POST /api/users/:userId/sign-ins/:recordId/disown': { of: 'factor', answer: 404 },
  'GET /api/users/:userId/data': { of: 'factor' },
  // Their own tests have what is made and deleted.
  'POST /api/users/:userId/data/file': { of: 'factor', body: { password: 'another one' }, answer: 403 },
  'GET /api/users/:userId/data/file': { of: 'factor', answer: 404 },
  'POST /api/users/:userId/deletion': { of: 'factor', body: { password: 'another one' }, answer: 403 },
  'DELETE /api/users/:userId/deletion': { of: 'factor', answer: 409 },
  'GET /api/notifications/preferences/:userId': { of: 'factor' },
  'PUT /api/notifications/preferences/:userId': { of: 'factor', body: defaultPreferences },
  'GET /api/notifications/preferences/:userId/history': { of: 'factor' },
  'GET /api/notifications/preferences/:userId/unread': { of: 'factor' },
  'POST /api/notifications/preferences/:userId/history/read': { of: 'factor', body: {} },
  'GET /api/notifications/push/:userId': { of: 'factor' },
  // Its own tests have a browser.
  'POST /api/notifications/push/:userId': { of: 'factor', body: noBrowser, answer: 400 },
  'POST /api/notifications/push/:userId/remove': { of: 'factor', body: { endpoint: noBrowser.endpoint } },
}
