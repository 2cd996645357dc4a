/** The rows of `naughty-table.ts` for the Admin Console. */
import { v7 as uuid } from 'uuid'
import { anyCustomer } from './matrix-admin.ts'
import { published } from './matrix-ids.ts'
import { endpointOfA } from './matrix-network.ts'
import type { HostileRow, Sent } from './naughty-table.ts'

export const adminRows: Readonly<Record<string, HostileRow>> = {
  'POST /api/admin/private-endpoints/:id/approve': {
    as: 'superA',
    isRepeat: true,
    ready: async (server) => ({ path: { id: await endpointOfA(server) } }),
  },
  'POST /api/admin/private-endpoints/:id/refuse': {
    as: 'superA',
    trims: true,
    ready: async (server) => ({ path: { id: await endpointOfA(server) } }),
    kept: async (_, reply) => reply.json<Sent>(),
  },
  'POST /api/admin/private-endpoints/:id/withdraw': {
    as: 'superA',
    isRepeat: true,
    ready: async (server) => ({ path: { id: await endpointOfA(server) } }),
  },
  'POST /api/admin/customers/:id/suspend': {
    as: 'superA',
    trims: true,
    ready: async (server) => ({ path: { id: await anyCustomer(server) } }),
    kept: async (_, reply) => reply.json<{ suspension: Sent }>().suspension,
  },
  // A name that is typed otherwise than it is.
  'POST /api/admin/customers/:id/deletion': {
    as: 'superA',
    isRepeat: true,
    ready: async (server) => ({ path: { id: await anyCustomer(server) }, body: { reason: 'x' } }),
  },
  // The answer is a file: what was sent is in the record.
  'POST /api/admin/customers/:id/export': {
    as: 'superA',
    trims: true,
    ready: async (server) => ({ path: { id: await anyCustomer(server) } }),
    kept: async ({ database: { db }, companies }) => {
      const events = db.selectFrom('audit_events').select('after').where('company_id', '=', companies.A)
      const { after } = await events.where('action', '=', 'company.exported').orderBy('seq', 'desc').executeTakeFirstOrThrow()
      return JSON.parse(after ?? '{}') as Sent
    },
  },
  'PUT /api/admin/customers/:id/limits': {
    as: 'superA',
    isRepeat: true,
    ready: async (server) => ({
      path: { id: await anyCustomer(server) },
      body: { limits: { connectors: null, members: null, records: null, calls: null } },
    }),
  },
  'POST /api/admin/customers': {
    as: 'superA',
    trims: true,
    ready: async () => ({ body: { email: `${uuid()}@new.test`, plan: 'Basic' } }),
    kept: async (_, reply) => ({ name: reply.json<{ name: string }>().name }),
  },
  'POST /api/admin/customers/:id/administrators': {
    as: 'superA',
    isRepeat: true,
    ready: async (server) => ({ path: { id: await anyCustomer(server) } }),
  },
  'PUT /api/admin/customers/:id/plan': {
    as: 'superA',
    isRepeat: true,
    ready: async (server) => ({ path: { id: await anyCustomer(server) }, body: { plan: 'Professional' } }),
  },
  'POST /api/admin/customers/:id/look': {
    as: 'superA',
    trims: true,
    ready: async (server) => ({ path: { id: await anyCustomer(server) } }),
    kept: async (_, reply) => reply.json<Sent>(),
  },
  'PUT /api/admin/installation': { as: 'superA', isRepeat: true, ready: async () => ({ body: { revision: 99 } }) },
  'POST /api/admin/customers/:id/notes': {
    as: 'superA',
    trims: true,
    ready: async (server) => ({ path: { id: await anyCustomer(server) } }),
    kept: async (_, reply) => reply.json<Sent>(),
  },
  // It finds no connector.
  'POST /api-connectors/bulk-jobs': { as: 'userA' },
  // Without a plan.
  'POST /api/admin/customer-jobs': { as: 'superA', isRepeat: true, ready: async () => ({ body: { action: 'plan' } }) },
  // It does not wait.
  'POST /api/admin/library/:id/decline': {
    as: 'superA',
    isRepeat: true,
    ready: async (server) => ({ path: { id: await published(server) } }),
  },
  // Names of companies that nobody has.
  'PUT /api/admin/library/:id/audience': {
    as: 'superA',
    isRepeat: true,
    ready: async (server) => ({ path: { id: await published(server) } }),
  },
}
