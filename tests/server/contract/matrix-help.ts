/** Which visitor may do what with help and support, for `matrix-table.ts`. */
import { v7 as uuid } from 'uuid'
import type { ShownBundle } from '#contract/help/support.ts'
import type { TestServer, Who } from '../kit/test-server.ts'

export const aboutNothing = { page: '/dashboard', connectorId: null, requestIds: [] } as const

export const helpCalls = {
  'GET /api/help/share': { of: 'people' },
  'PUT /api/help/articles/:article/answer': { of: 'people', body: { isHelpful: true } },
  'POST /api/help/topics': { of: 'people', body: { topic: 'mapping' } },
  'POST /api/help/missed': { of: 'people' },
  'GET /api/help/figures': { of: 'operator' },
  'POST /api/support/bundle': { of: 'people', body: aboutNothing },
  // Nobody was shown what would be sent; the tests of support have the rest.
  'POST /api/support': { of: 'people', body: { subject: 'x', text: 'x', ...aboutNothing, runId: null, print: '' }, answer: 409 },
  'GET /api/support': { of: 'people' },
  // Only who sent it: to everybody else it is unknown.
  'POST /api/support/:id/messages': { of: 'ownSupportRequest', body: { text: 'x' } },
  'POST /api/support/:id/settle': { of: 'ownSupportRequest' },
  'GET /api/support/received': { of: 'operator' },
  'POST /api/support/:id/answer': { of: 'supportRequest', body: { answer: 'x' } },
  'POST /api/support/:id/close': { of: 'supportRequest' },
} as const

/** A new request, as somebody sends it who has looked at what is sent. */
export async function sendRequest(server: TestServer, as: Who, changes: object = {}) {
  const { subject = 'It fails', text = 'Since this morning.', ...about } = changes as Record<string, string>
  const asked = { ...aboutNothing, ...about }
  const { print, runId } = (await server.ask('POST', '/api/support/bundle', { as, body: asked })).json<ShownBundle>()
  return server.ask('POST', '/api/support', { as, key: uuid(), body: { subject, text, ...asked, print, runId } })
}

/** The id of a request of userA that is open. */
export async function requestOfA(server: TestServer): Promise<string> {
  await server.database.db.deleteFrom('support_requests').execute()
  return (await sendRequest(server, 'userA')).json<{ id: string }>().id
}
