/** The allow-list of the product: every call, and who gets what. What is not here is nobody's. */
import { v7 as uuid } from 'uuid'
import { whoAmI } from '#contract/auth/person.graphql.ts'
import type { ConnectorState } from '#contract/connectors/details/connector.lifecycle.ts'
import { takeAwayFormat, takeAwayVersion } from '#contract/library/take-away.ts'
import { png } from '../../unit/platform/pictures.ts'
import { goodConfig, password, type Who } from '../kit/test-server.ts'
import { accountCalls } from './matrix-account.ts'
import { adminCalls } from './matrix-admin.ts'
import { apiKeyCalls } from './matrix-api-keys.ts'
import { assistantCalls } from './matrix-assistant.ts'
import { billingCalls } from './matrix-billing.ts'
import { causeCalls } from './matrix-causes.ts'
import { connectionCalls } from './matrix-connections.ts'
import { connectorJobCalls } from './matrix-connector-jobs.ts'
import { cursorCalls } from './matrix-cursors.ts'
import { helpCalls } from './matrix-help.ts'
import { mappingRuleCalls } from './matrix-mapping-rules.ts'
import { runCalls } from './matrix-runs.ts'
import { settingsCalls } from './matrix-settings.ts'
import { teamCalls } from './matrix-team.ts'

/** The people of the house; nobody; and somebody who was deactivated, whose token is too old, whose session has ended. */
export type Visitor = Who | 'none' | 'deactivated' | 'expired' | 'ended'
export const visitors: readonly Visitor[] = [
  ...(['none', 'userA', 'otherA', 'adminA', 'adminB', 'superA', 'deactivated', 'expired', 'ended'] as const),
]

/** `yes`, or the status of the refusal. */
type Allowance = Readonly<Record<Visitor, 'yes' | number>>
const shut = { none: 401, deactivated: 401, expired: 401, ended: 401 } as const
const all = { userA: 'yes', otherA: 'yes', adminA: 'yes', adminB: 'yes', superA: 'yes' } as const
const admins = { ...shut, ...all, userA: 403, otherA: 403 } as const
const ofA = { ...admins, adminB: 404 } as const

export const allowances = {
  anybody: { ...all, none: 'yes', deactivated: 'yes', expired: 'yes', ended: 'yes' },
  people: { ...shut, ...all },
  admins,
  operator: { ...admins, adminA: 403, adminB: 403 },
  /** What belongs to userA. */
  connector: { ...shut, ...all, otherA: 404, adminB: 404 },
  rule: { ...shut, ...all, otherA: 403, adminB: 404 },
  ready: { ...shut, ...all },
  /** Of userA, shared with nobody. */
  connection: { ...shut, ...all, otherA: 404, adminB: 404 },
  signInConnection: { ...shut, ...all, otherA: 404, adminB: 404 },
  oauthApp: ofA,
  /** Published by userA; everybody reads it. */
  template: { ...shut, ...all, otherA: 403, adminB: 403 },
  /** It is made of a connector of userA. */
  published: { ...shut, ...all, otherA: 404, adminB: 404 },
  /** Of userA, and readable for administrators of the company. */
  signIns: { ...shut, ...all, otherA: 404, adminB: 404 },
  /** Of userA, for nobody else, administrators included. */
  factor: { ...shut, userA: 'yes', otherA: 404, adminA: 404, adminB: 404, superA: 404 },
  /** Of adminA, likewise. */
  invitation: { ...admins, adminB: 404, superA: 404 },
  companyA: { ...admins, adminB: 404 },
  /** A USER of company A. */
  member: { ...admins, adminB: 404 },
  /** Likewise, in a path of adminA. */
  memberOfAdmin: { ...admins, adminB: 404, superA: 404 },
  /** Of userA: the operator moves the first, they alone the second. */
  supportRequest: { ...admins, adminA: 403, adminB: 403 },
  ownSupportRequest: { ...shut, userA: 'yes', otherA: 404, adminA: 404, adminB: 404, superA: 404 },
  customer: { ...admins, adminA: 403, adminB: 403 },
  offered: { ...admins, adminA: 403, adminB: 403 },
  /** Of company A. */
  ...{ apiKey: ofA, ownApiKey: { ...ofA, superA: 403 }, webhook: ofA, scimGroup: ofA, retention: ofA, duePerson: ofA },
  ...{ requestedPerson: ofA, gateway: ofA, endpoint: ofA },
  /** Of company A: the operator alone decides. */
  endpointRequest: { ...admins, adminA: 403, adminB: 403 },
  billed: { ...shut, ...all, adminB: 404 },
  billedAdmins: { ...admins, adminB: 404 },
  invoice: { ...admins, adminA: 403, adminB: 403 },
  card: { ...admins, adminB: 404 },
  profile: { ...admins, adminB: 404 },
} as const satisfies Record<string, Allowance>

/** By the name of the part of the path. */
export type Ids = Readonly<Record<string, string>>

export type Row = {
  readonly of: keyof typeof allowances
  readonly state?: ConnectorState
  /** What is sent, or how it is made of the ids. */
  readonly body?: unknown
  /** The answer to those who get one, where it is not the call's success. */
  readonly answer?: number
  /** It ends the session of whoever makes it. */
  readonly leaves?: true
}

const proved = { password }
const [email, good] = ['new@example.test', 'Correct-horse-battery-9']
const person = { firstName: 'F', lastName: 'L', email, password: good }
const token = 'x'.repeat(43)
const takeAwayFile = {
  ...{ format: takeAwayFormat, version: takeAwayVersion, exportedAt: '2026-01-02T03:04:05.000Z', name: 'x', details: '' },
  ...{ config: goodConfig, shapes: {} },
}
const include = { arrived: false, unknown: false, skipped: false }
export const publication = { name: 'x', description: '', category: '', tags: [] }

export const table: Readonly<Record<string, Row>> = {
  'GET /healthz': { of: 'anybody' },
  'GET /readyz': { of: 'anybody' },
  'GET /openapi.json': { of: 'anybody' },
  // To this machine, from which these calls come; its own tests have the rest.
  'GET /metrics': { of: 'anybody' },
  'POST /api/auth/sign-in': { of: 'anybody', body: { email: 'usera@example.test', password } },
  // Whoever has the token is the person; tests of auth have the rest.
  'POST /api/auth/refresh': { of: 'anybody', body: { refreshToken: token }, answer: 401 },
  'POST /api/auth/sign-out': { of: 'anybody', leaves: true },
  'GET /api/users/me': { of: 'people' },
  'POST /api/auth/verify-mfa': {
    of: 'anybody',
    body: { challengeId: uuid(), userId: uuid(), token: '123456', method: 'app' },
    answer: 401,
  },
  'POST /api/auth/resend-mfa': { of: 'anybody', body: { challengeId: uuid(), userId: uuid() }, answer: 401 },
  'GET /api/users/:userId/mfa': { of: 'factor' },
  'POST /api/users/:userId/mfa/enable': { of: 'factor', body: { method: 'app', ...proved } },
  'POST /api/users/:userId/mfa/verify': { of: 'factor', body: { code: '123456', method: 'app' }, answer: 422 },
  'POST /api/users/:userId/mfa/disable': { of: 'factor', body: proved, answer: 409 },
  'POST /api/users/:userId/mfa/recovery-codes': { of: 'factor', body: proved, answer: 409 },
  ...accountCalls,
  ...adminCalls,
  'POST /api/users/:userId/phone/add': { of: 'factor', body: { phone: '+491701234567', ...proved } },
  'POST /api/users/:userId/phone/verify': { of: 'factor', body: { phone: '+491701234567', code: '123456' }, answer: 422 },
  // No provider is configured here; tests of it have the rest.
  'GET /api/auth/oauth/providers': { of: 'anybody' },
  'POST /api/auth/oauth/start': { of: 'anybody', body: { provider: 'nobody' }, answer: 404 },
  'POST /api/auth/oauth/finish': { of: 'anybody', body: { state: token, code: 'x' }, answer: 401 },
  'POST /api/auth/oauth/link': { of: 'people', body: { ticket: token }, answer: 400 },
  'GET /api/payment-methods': { of: 'anybody' },
  'POST /api/registration': {
    of: 'anybody',
    body: { ...person, companyName: 'C', productTier: 'Basic', paymentMethodId: null },
  },
  'POST /api/registration/password': { of: 'anybody', body: { email, password: good } },
  'POST /api/users/confirm': { of: 'anybody', body: { token }, answer: 400 },
  'POST /api/users/resend-confirmation': { of: 'anybody', body: { email } },
  'POST /api/users/reset-password': { of: 'anybody', body: { email } },
  'POST /api/users/update-password': { of: 'anybody', body: { password: { new: good } }, answer: 401 },
  'POST /api/users/:userId/team-members/invite': { of: 'invitation', body: { email: 'invited@example.test', role: 'USER' } },
  'DELETE /api/users/:userId/team-members/:memberId/invite': { of: 'invitation' },
  'POST /api/invitations/look': { of: 'anybody', body: { token }, answer: 404 },
  'POST /api/invitations/accept': {
    of: 'anybody',
    body: { token, firstName: 'F', lastName: 'L', password: good },
    answer: 404,
  },
  'GET /api/auth/login-audit/user/:userId': { of: 'signIns' },
  'GET /api/auth/login-audit/company/:companyId': { of: 'companyA' },
  'GET /api/auth/login-audit/user/:userId/export': { of: 'signIns' },
  'GET /api/auth/login-audit/company/:companyId/export': { of: 'companyA' },
  'GET /api/auth/login-audit/company/:companyId/check': { of: 'companyA' },
  'GET /api/users/:userId/profile': { of: 'signIns' },
  'PUT /api/users/:userId/profile': {
    of: 'factor',
    body: { firstName: 'F', lastName: 'L', phone: '', jobTitle: '', timezone: '', language: '', revision: 0 },
    answer: 409,
  },
  'PUT /api/users/:userId/photo': { of: 'factor', body: { photo: png } },
  'DELETE /api/users/:userId/photo': { of: 'factor' },
  'GET /api/audit': { of: 'admins' },
  'GET /api/audit/export': { of: 'admins' },
  'GET /api/audit/people': { of: 'admins' },
  'GET /api/audit/check': { of: 'admins' },
  // Its own tests have the demo, in which one address may be asked for without a token.
  'GET /api/outbox': { of: 'operator' },
  'GET /api/maintenance': { of: 'people' },
  'PUT /api/maintenance': { of: 'admins', body: { on: false, message: '' } },
  ...apiKeyCalls,
  ...helpCalls,
  ...settingsCalls,
  ...teamCalls,
  'GET /api/company': { of: 'people' },
  'GET /api/billing/usage': { of: 'people' },
  'GET /api/billing/usage/days': { of: 'people' },
  'GET /api/billing/plans': { of: 'people' },
  ...billingCalls,
  // Here somebody is already; tests of the set-up have the rest.
  'POST /api/setup': { of: 'anybody', body: { token, companyName: 'C', ...person }, answer: 409 },
  'GET /api-connectors/dashboard-user-query': { of: 'people' },
  'POST /api-connectors/': { of: 'people', body: { connector: { name: 'x' }, config: goodConfig } },
  'GET /api-connectors/:id': { of: 'connector' },
  'PATCH /api-connectors/connectors/:id': { of: 'connector', body: { connector: { details: 'changed' } } },
  'PATCH /api-configs/:id': { of: 'connector', body: { ...goodConfig, name: 'changed' } },
  'DELETE /api-connectors/:id': { of: 'connector' },
  'POST /api-connectors/pause/:id': { of: 'connector', state: 'Active' },
  'POST /api-connectors/resume/:id': { of: 'connector', state: 'Pause' },
  // Each connector of the list is refused by itself; tests of it have the rest.
  'POST /api-connectors/bulk': { of: 'people', body: { action: 'pause', ids: [uuid()] } },
  'POST /api-connectors/connectors/:id/deploy': { of: 'connector' },
  'GET /api-connectors/connectors/:id/deployment-status': { of: 'connector' },
  'POST /api-connectors/test-connection': { of: 'people', body: { side: 'source', config: goodConfig.source } },
  'POST /api-connectors/sample': { of: 'people', body: { side: 'source', config: goodConfig.source } },
  'POST /api-connectors/document': { of: 'people', body: { url: 'http://127.0.0.1/openapi.json' }, answer: 422 },
  'POST /api-connectors/:id/comparison': { of: 'connector', body: { config: goodConfig } },
  'POST /api-connectors/dry-run': { of: 'people', body: { config: goodConfig, examples: [{ id: 1 }] } },
  'POST /api-connectors/try-paging': { of: 'people', body: { side: 'source', config: goodConfig.source } },
  'POST /api-connectors/validateConfig': { of: 'people', body: goodConfig },
  'POST /api-connectors/validateDataMapping': { of: 'people', body: [] },
  'POST /api-connectors/validate-config-section': { of: 'people', body: { section: 'enrichment', data: [] } },
  ...mappingRuleCalls,
  'GET /api/runs': { of: 'people' },
  'GET /api/engine/runs': { of: 'people' },
  'GET /api/engine/scheduled': { of: 'people' },
  'POST /api-connectors/:id/duplicate': { of: 'connector' },
  'POST /api-connectors/:id/runs': { of: 'connector', state: 'Active' },
  ...runCalls,
  'GET /api-connectors/:id/shapes': { of: 'connector' },
  'PUT /api-connectors/:id/shapes': { of: 'connector', body: {} },
  'GET /api/templates': { of: 'people' },
  'GET /api/templates/:id': { of: 'ready' },
  'POST /api/templates': { of: 'published', body: ({ id }: Ids) => ({ ...publication, connectorId: id }) },
  'PUT /api/templates/': { of: 'template', body: ({ id }: Ids) => ({ ...publication, _id: id, revision: 1 }) },
  'DELETE /api/templates/:id': { of: 'template' },
  'POST /api/templates/:id/start': { of: 'ready', body: { name: 'x' } },
  'GET /api-connectors/:id/export': { of: 'connector' },
  'POST /api-connectors/import/check': { of: 'people', body: takeAwayFile },
  'POST /api-connectors/import': { of: 'people', body: takeAwayFile },
  'GET /api-connectors/:id/versions': { of: 'connector' },
  'GET /api-connectors/:id/versions/:number': { of: 'connector' },
  'POST /api-connectors/:id/rollback': { of: 'connector', body: { version: 1 } },
  // Senders prove themselves by the connector's secret; tests of hooks have the rest.
  'POST /hooks/:connectorId': { of: 'anybody', body: {}, answer: 401 },
  'GET /hooks/:connectorId': { of: 'anybody', answer: 404 },
  'GET /api-connectors/:id/hook': { of: 'connector' },
  'GET /api-connectors/:id/hook/calls': { of: 'connector' },
  'GET /api-connectors/:id/hook/listening': { of: 'connector' },
  'POST /api-connectors/:id/hook/listening': { of: 'connector', answer: 409 },
  'DELETE /api-connectors/:id/hook/listening': { of: 'connector' },
  ...assistantCalls,
  ...causeCalls,
  ...connectorJobCalls,
  ...connectionCalls,
  ...cursorCalls,
  'POST /api-connectors/:id/hook': { of: 'connector' },
  'PUT /api-connectors/:id/hook/secret': { of: 'connector', body: { secret: 'whsec_of_a_sender' } },
  'GET /api/analytics/transactions/:id': { of: 'connector' },
  'POST /api/analytics/dashboard': { of: 'people', body: { startDate: '2026-11-01T00:00:00Z', endDate: '2026-11-02T00:00:00Z' } },
  // Whose connector it may name, tests of its own have.
  'GET /api/analytics/statistic': { of: 'people', answer: 400 },
  'GET /api-connectors/:id/investigation': { of: 'connector' },
  'GET /api-connectors/:id/investigation/export': { of: 'connector' },
  // There is no transaction; its own tests have the rest.
  'GET /api-connectors/:id/investigation/:transactionId': { of: 'connector', answer: 404 },
  'POST /api/replay/:id': { of: 'connector', state: 'Active', body: { source: 'live', timeframe: 'latest', count: 1, delay: 0 } },
  'POST /api/replay/:id/chosen': { of: 'connector', state: 'Active', body: { problem: '0'.repeat(32), delay: 0 } },
  'GET /api/replay/:id': { of: 'connector' },
  'GET /api/replay/:id/transactions/:transactionId': { of: 'connector', answer: 404 },
  'GET /api/replay/:id/:replayId': { of: 'connector' },
  'GET /api/replay/:id/:replayId/lines': { of: 'connector' },
  'POST /api/replay/:id/:replayId/dry-run': { of: 'connector', body: { include }, answer: 422 },
  'POST /api/replay/:id/:replayId/start': { of: 'connector', state: 'Active', body: { include }, answer: 422 },
  'POST /api/replay/:id/:replayId/stop': { of: 'connector' },
  'GET /api-connectors/:id/metrics': { of: 'connector' },
  'GET /api-connectors/:id/reading': { of: 'connector' },
  // What each document gives to whom is in the tests of GraphQL.
  'POST /graphql': { of: 'people', body: { query: whoAmI.text } },
  'GET /api/alarms': { of: 'people' },
  'GET /api-connectors/:id/alarms': { of: 'connector' },
  'PATCH /api-connectors/:id/alarms/settings': { of: 'connector', body: {} },
  'POST /api-connectors/:id/alarms/test': { of: 'connector' },
  'POST /api-connectors/:id/alarms/:kind/mute': { of: 'connector', body: { minutes: 60 } },
  // Nothing is muted and nothing is raised; its own tests have the rest.
  'POST /api-connectors/:id/alarms/:kind/unmute': { of: 'connector', answer: 409 },
  'POST /api-connectors/:id/alarms/:kind/acknowledge': { of: 'connector', answer: 409 },
  'GET /api-connectors/:id/alarms/:kind/explain': { of: 'connector' },
}
