/** The rows of `naughty-table.ts` for settings of a company. */
import { v7 as uuid } from 'uuid'
import { vatNumberOf } from '#contract/billing/vat-number.ts'
import { catalogue } from '#contract/problem-catalogue.ts'
import { goodConfig, makeConnector } from '../kit/test-server.ts'
import { keyForm, keyOfA } from './matrix-api-keys.ts'
import { invoiceOfA, profileOfA, taxRule } from './matrix-billing.ts'
import { appForm, connectionForm, connectionOfA, signInConnectionOfA } from './matrix-connections.ts'
import { aboutNothing, requestOfA } from './matrix-help.ts'
import { endpointForm, endpointOfA, gatewayForm, gatewayOfA } from './matrix-network.ts'
import { webhookForm, webhookOfA } from './matrix-webhooks.ts'
import type { HostileRow, Sent } from './naughty-table.ts'

let webhook: ReturnType<typeof webhookOfA> | undefined

const vpn = '/api/system-settings/network/vpn'
const endpoint = '/api/system-settings/network/private-endpoint'
let signing: ReturnType<typeof makeConnector> | undefined
let gateway: ReturnType<typeof gatewayOfA> | undefined

export const settingsRows: Readonly<Record<string, HostileRow>> = {
  'POST /api/oauth-apps': {
    as: 'adminA',
    ready: async (server) => {
      await server.database.db.deleteFrom('oauth_apps').execute()
      const { provider, authorizeUrl, tokenUrl } = appForm('App')
      return { body: { provider, authorizeUrl, tokenUrl } }
    },
  },
  'POST /api/connections/:id/authorize': {
    as: 'adminA',
    ready: async (server) => ({ path: { id: await signInConnectionOfA(server) } }),
  },
  'POST /api/connections/sign-in': { as: 'adminA' },
  'POST /api/connections': {
    as: 'adminA',
    ready: async (server) => {
      // A name is taken once, and a mask of a secret that is not stored is refused.
      await server.database.db.deleteFrom('connections').execute()
      return { body: connectionForm('Shop') }
    },
  },
  'POST /api/connections/from-connector': {
    as: 'userA',
    ready: async (server) => {
      await server.database.db.deleteFrom('connections').execute()
      const auth = { type: 'bearer', token: 'a-token-of-a-shop' } as const
      signing ??= makeConnector(server, 'userA', { ...goodConfig, source: { ...goodConfig.source, auth } })
      const { connector } = await signing
      return { body: { connectorId: connector._id, path: '/source', name: 'Shop', visibility: 'named' } }
    },
  },
  'PUT /api/connections/:id': {
    as: 'adminA',
    isRepeat: true,
    ready: async (server) => ({
      path: { id: (await connectionOfA(server)).id },
      body: { ...connectionForm('Shop'), revision: 99 },
    }),
  },
  [`POST ${vpn}`]: {
    as: 'adminA',
    trims: true,
    ready: async (server) => {
      // A company has twenty at most.
      await server.database.db.deleteFrom('company_gateways').execute()
      // A mask of a key that is not stored is refused.
      return { body: { endpointUrl: gatewayForm.endpointUrl } }
    },
    // The key is read back in its own test.
    kept: async (_, reply, { presharedKey: key }) => ({
      ...reply.json<Sent>(),
      presharedKey: typeof key === 'string' ? key.trim() : key,
    }),
  },
  [`PUT ${vpn}/:id`]: {
    as: 'adminB',
    isRepeat: true,
    ready: async (server) => {
      gateway ??= gatewayOfA(server, 'adminB')
      return { path: { id: await gateway }, body: { revision: 99 } }
    },
  },
  [`POST ${vpn}/:id/test`]: {
    as: 'adminB',
    ready: async (server) => {
      gateway ??= gatewayOfA(server, 'adminB')
      return { path: { id: await gateway } }
    },
  },
  [`POST ${endpoint}`]: {
    as: 'adminA',
    trims: true,
    ready: async (server) => {
      await server.database.db.deleteFrom('private_endpoints').execute()
      return { body: { endpointUrl: endpointForm.endpointUrl, gatewayId: null } }
    },
    kept: async (_, reply) => reply.json<Sent>(),
  },
  // Its form may be sent back, and is not kept.
  [`PUT ${endpoint}/:id`]: {
    as: 'adminA',
    isRepeat: true,
    ready: async (server) => ({
      path: { id: await endpointOfA(server) },
      body: { revision: undefined, endpointUrl: undefined, gatewayId: undefined },
    }),
  },
  'PUT /api/maintenance': {
    // Of the other company: the people of the first one go on.
    as: 'adminB',
    trims: true,
    ready: async () => ({ body: { on: true } }),
    kept: async (server) => {
      const { message } = (await server.ask('GET', '/api/maintenance', { as: 'adminB' })).json()
      return { message: message === catalogue['maintenance/on'].message ? '' : message }
    },
  },
  'PUT /api/system-settings': {
    as: 'adminB',
    trims: true,
    ready: async (server) => {
      const { companySettings, revisions } = (await server.ask('GET', '/api/system-settings', { as: 'adminB' })).json()
      // A window has a message, which is a text like the others.
      const maintenanceWindow = { from: '2999-01-01T00:00', until: '2999-01-01T01:00', message: '' }
      const wanted = { ...(companySettings as object), systemMaintenanceMode: true, maintenanceWindow }
      return { body: { companySettings: wanted, revisions } }
    },
    kept: async (server) => (await server.ask('GET', '/api/system-settings', { as: 'adminB' })).json(),
  },
  'POST /api/system-settings/ip-whitelist': {
    as: 'adminB',
    trims: true,
    ready: async (server) => {
      await server.database.db.deleteFrom('company_settings').where('section', '=', 'ipWhitelisting').execute()
      return { body: { ipAddress: '10.0.0.1', subnet: '' } }
    },
    kept: async (_, reply) => reply.json<{ ipWhitelisting: { allowedIPs: Sent[] } }>().ipWhitelisting.allowedIPs[0],
  },
  // Without a password nothing is kept; its own test reads back what is.
  'PUT /api/system-settings/sso': { as: 'adminB', ready: async () => ({ body: { password: undefined, revision: 0 } }) },
  'POST /api/system-settings/sso/switch': { as: 'adminB', ready: async () => ({ body: { password: undefined } }) },
  'POST /api/auth/sso/start': {},
  // None of the texts is a domain of anybody, and no one proves to be anybody.
  'POST /api/system-settings/sso/domains': { as: 'adminB', ready: async () => ({ body: { password: undefined } }) },
  'POST /api/system-settings/sso/domains/:id/remove': { as: 'adminB', ready: async () => ({ path: { id: uuid() } }) },
  // Keys and cards are read back in their own test.
  'PUT /api/system-settings/ai-integrations': {
    as: 'adminB',
    ready: async (server) => {
      const { revision } = (await server.ask('GET', '/api/system-settings/ai-integrations', { as: 'adminB' })).json()
      return { body: { revision } }
    },
  },
  'POST /api/system-settings/ai-integrations/test': { as: 'adminB', isRepeat: true },
  // What a mail server is, stands in the settings as well.
  'POST /api/system-settings/notifications/test-email': { as: 'adminB', isRepeat: true },
  'POST /api/system-settings/provisioning/token': { as: 'adminB' },
  'POST /api/system-settings/provisioning/revoke': { as: 'adminB' },
  'PUT /api/system-settings/provisioning/groups/:id': { as: 'adminB', ready: async () => ({ path: { id: uuid() } }) },
  'POST /api/system-settings/webhooks': {
    as: 'adminA',
    trims: true,
    ready: async (server) => {
      // A company has twenty at most.
      await server.database.db.deleteFrom('webhook_endpoints').execute()
      // The mask of a value that is not stored is taken, and kept nowhere.
      return { body: { ...webhookForm, name: undefined, headers: { key: { set: true, last4: '' } } } }
    },
    kept: async (_, reply, sent) => {
      const { webhook } = reply.json<{ webhook: Sent }>()
      return { ...webhook, headers: { ...(sent['headers'] as Sent), ...(webhook['headers'] as Sent) } }
    },
  },
  'PUT /api/system-settings/webhooks/:id': {
    as: 'adminA',
    isRepeat: true,
    // One for all calls: each new one deletes those before, and the calls go side by side.
    ready: async (server) => {
      webhook ??= webhookOfA(server)
      return { path: { id: (await webhook).id } }
    },
  },
  'POST /api-keys': {
    as: 'adminA',
    trims: true,
    ready: async (server) => {
      // A company has a hundred at most.
      await server.database.db.deleteFrom('api_keys').execute()
      return { body: { ...keyForm, name: undefined, description: undefined } }
    },
    kept: async (_, reply) => reply.json<{ apiKey: Sent }>().apiKey,
  },
  'POST /api/support/bundle': { as: 'userA' },
  'POST /api/support': {
    as: 'userA',
    trims: true,
    ready: async (server) => {
      // A person sends ten a day at most.
      await server.database.db.deleteFrom('support_requests').execute()
      const shown = (await server.ask('POST', '/api/support/bundle', { as: 'userA', body: aboutNothing })).json<{
        print: string
      }>()
      return { body: { ...aboutNothing, runId: null, print: shown.print } }
    },
    kept: async (_, reply) => reply.json<Sent>(),
  },
  'POST /api/support/:id/messages': {
    as: 'userA',
    trims: true,
    ready: async (server) => ({ path: { id: await requestOfA(server) } }),
    kept: async (_, reply) => ({ text: reply.json<{ messages: { text: string }[] }>().messages[0]?.text }),
  },
  'POST /api/support/:id/answer': {
    as: 'superA',
    trims: true,
    ready: async (server) => ({ path: { id: await requestOfA(server) } }),
    kept: async (_, reply) => reply.json<Sent>(),
  },
  'POST /api/payments/methods': {
    as: 'adminA',
    trims: true,
    ready: async () => ({ body: { card: 'succeeds' } }),
    kept: async (_, reply) => ({ holder: reply.json<{ billing_details: { name: string } }>().billing_details.name }),
  },
  'POST /api/billing/profiles': {
    as: 'adminA',
    trims: true,
    ready: async (server) => {
      await profileOfA(server, true)
      return { body: { country: 'US', vatNumber: '', methodId: null } }
    },
    kept: async (_, reply, body) => {
      const [kept, sent] = [reply.json<Sent & { vatNumber: string }>(), String(body['vatNumber'])]
      // A VAT number is kept without what groups it.
      return { ...kept, vatNumber: vatNumberOf(sent) === kept.vatNumber ? sent.trim() : kept.vatNumber }
    },
  },
  'PUT /api/billing/profiles/:id': {
    as: 'adminA',
    isRepeat: true,
    ready: async (server) => ({
      path: { id: await profileOfA(server) },
      body: { country: 'US', vatNumber: '', methodId: null, revision: 1 },
    }),
  },
  'POST /api/billing/tax-rules': {
    as: 'superA',
    trims: true,
    ready: async () => ({ body: { country: 'AQ', rate: 0, reverseCharge: false, from: taxRule.from } }),
    kept: async (_, reply) => reply.json<Sent>(),
  },
  'PUT /api/billing/operator/invoices/:id/tax': {
    as: 'superA',
    trims: true,
    ready: async (server) => ({ path: { id: await invoiceOfA(server) }, body: { rate: 1_900 } }),
    kept: async (_, reply) => ({ name: reply.json<{ name: string }>().name }),
  },
  'POST /api/billing/operator/invoices/:id/credit': {
    as: 'superA',
    ready: async (server) => ({ path: { id: await invoiceOfA(server) }, body: { amount: 1 } }),
  },
  'PUT /api-keys/:id': {
    as: 'adminA',
    isRepeat: true,
    ready: async (server) => {
      // A company has a hundred at most: one key takes every text.
      const first = await server.database.db.selectFrom('api_keys').select('id').executeTakeFirst()
      return { path: { id: first?.id ?? (await keyOfA(server)) } }
    },
  },
}
