/** Which visitor may do what with a connection of userA that is shared with nobody, for `matrix-table.ts`. */
import type { ConnectionDetails, ConnectionForm } from '#contract/connections/connection.ts'
import type { TestServer } from '../kit/test-server.ts'

const path = '/api/connections'

export const connectionForm = (name: string): ConnectionForm => ({
  ...{ name, kind: 'http', url: 'https://shop.example.test', visibility: 'named', people: [] },
  auth: { type: 'bearer', token: 'a-token-of-a-shop' },
})

export const connectionCalls = {
  [`GET ${path}`]: { of: 'people' },
  [`POST ${path}`]: { of: 'people', body: ({ id }: { readonly id: string }) => connectionForm(`Shop ${id}`) },
  [`GET ${path}/:id`]: { of: 'connection' },
  [`PUT ${path}/:id`]: { of: 'connection', body: connectionForm('Shop') },
  [`POST ${path}/:id/off`]: { of: 'connection' },
  [`POST ${path}/:id/on`]: { of: 'connection' },
  [`DELETE ${path}/:id`]: { of: 'connection' },
  [`GET ${path}/:id/uses`]: { of: 'connection' },
  [`POST ${path}/:id/test`]: { of: 'connection' },
} as const satisfies Record<string, { readonly of: string; readonly body?: unknown }>

/** The only connection of company A. */
export async function connectionOfA(server: TestServer): Promise<string> {
  await server.database.db.deleteFrom('connections').execute()
  const reply = await server.ask('POST', path, { as: 'userA', body: connectionForm('Shop') })
  return reply.json<ConnectionDetails>().id
}
