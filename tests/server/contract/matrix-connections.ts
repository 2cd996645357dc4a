/** Which visitor may do what with a connection of userA that is shared with nobody, for `matrix-table.ts`. */
import type { ConnectionDetails, ConnectionForm } from '#contract/connections/connection.ts'
import type { OauthApp, OauthAppForm } from '#contract/connections/oauth-app.ts'
import type { TestServer } from '../kit/test-server.ts'

const path = '/api/connections'

export const connectionForm = (name: string): ConnectionForm => ({
  ...{ name, kind: 'http', url: 'https://shop.example.test', visibility: 'named', people: [] },
  auth: { type: 'bearer', token: 'a-token-of-a-shop' },
})

type Given = Readonly<Record<string, string>>

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
  [`GET ${path}/:id/people`]: { of: 'connection' },
  [`PUT ${path}/:id/access`]: { of: 'connection', body: { visibility: 'named', people: [] } },
  [`PUT ${path}/:id/owner`]: { of: 'connection', body: ({ userId }: Given) => ({ userId }) },
  [`GET ${path}/:id/history`]: { of: 'connection' },
  [`GET ${path}/:id/candidates`]: { of: 'connection' },
  [`POST ${path}/:id/adopt`]: { of: 'connection', body: ({ connectorId }: Given) => ({ connectorIds: [connectorId] }) },
  [`POST ${path}/:id/replace`]: {
    of: 'connection',
    body: ({ by, connectorId }: Given) => ({ by, connectorIds: [connectorId] }),
  },
  // Its side has no credentials that were saved.
  [`POST ${path}/from-connector`]: {
    of: 'connector',
    answer: 422,
    body: ({ id }: Given) => ({ connectorId: id, path: '/source', name: 'Shop', visibility: 'named' }),
  },
  // Of a connection that nobody signs in to: refused as such by those who may change it.
  [`POST ${path}/:id/authorize`]: { of: 'signInConnection', body: { returnTo: '/connections' } },
  [`POST ${path}/sign-in`]: { of: 'people', answer: 410, body: { state: 'a-state-that-nobody-has-begun', code: 'x' } },
  'GET /api/oauth-apps': { of: 'people' },
  'POST /api/oauth-apps': { of: 'admins', body: ({ id }: { readonly id: string }) => appForm(`App ${id}`) },
  'DELETE /api/oauth-apps/:id': { of: 'oauthApp' },
} as const satisfies Record<string, { readonly of: string; readonly body?: unknown; readonly answer?: number }>

export const appForm = (name: string): OauthAppForm => ({
  ...{ provider: 'own', name, clientId: 'a-client', clientSecret: 'a-secret-of-a-client' },
  ...{ authorizeUrl: 'https://idp.example.test/authorize', tokenUrl: 'https://idp.example.test/token' },
})

/** An app of company A. */
export async function appOfA(server: TestServer): Promise<string> {
  const reply = await server.ask('POST', '/api/oauth-apps', { as: 'adminA', body: appForm('App') })
  return reply.json<OauthApp>().id
}

/** A connection of userA that somebody signs in to, with its app. Sign-ins that were begun are forgotten. */
export async function signInConnectionOfA(server: TestServer): Promise<string> {
  await server.database.db.deleteFrom('connections').execute()
  const body = { ...connectionForm('CRM'), auth: { type: 'oauth2AuthorizationCode', appId: await appOfA(server) } }
  const reply = await server.ask('POST', path, { as: 'userA', body })
  return reply.json<ConnectionDetails>().id
}

/** A connection of company A, another one of the same person, that person, and no connector. There are no others. */
export async function connectionOfA(server: TestServer): Promise<Record<'id' | 'by' | 'userId', string>> {
  await server.database.db.deleteFrom('connections').execute()
  const made = async (name: string) =>
    (await server.ask('POST', path, { as: 'userA', body: connectionForm(name) })).json<ConnectionDetails>().id
  return { id: await made('Shop'), by: await made('Sandbox'), userId: server.ids.userA }
}
