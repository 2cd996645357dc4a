/** Bodies of webhooks that are packed or ambiguous, and events that their senders send again. */
import { createHmac } from 'node:crypto'
import { deflateRawSync, gzipSync } from 'node:zlib'
import type { KyselyPlugin } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'

import type { Problem } from '#contract/kit/problem.ts'
import { addEvents } from '#server/records/connectors/hook-events.repository.ts'
import { anyKind } from '../kit/databases.ts'
import { bearer, eventsOf, stand } from '../kit/senders.ts'
import { createTestServer } from '../kit/test-server.ts'

const server = createTestServer({ hookBacklog: 50, hookRateLimit: 1_000_000 }, anyKind())
const json = { 'content-type': 'application/json' }
const send = (id: string, headers: Record<string, string>, payload: Buffer | string) =>
  server.app.inject({ method: 'POST', url: `/hooks/${id}`, headers: { ...json, ...headers }, payload })
const sent = '{"order":1}'

it('takes a body in gzip and deflate, proved by its secret or a signature over either form', async () => {
  const { id, secret } = await stand(server)
  const packed = gzipSync(sent)
  const gzip = { 'content-encoding': 'gzip' }
  const over = (bytes: Buffer | string) => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`,
  })
  for (const proof of [bearer(secret), over(packed), over(sent)])
    expect((await send(id, { ...gzip, ...proof }, packed)).statusCode).toBe(202)
  const deflate = { ...bearer(secret), 'content-encoding': 'deflate' }
  expect((await send(id, deflate, deflateRawSync(sent))).statusCode).toBe(202)
  expect((await eventsOf(server, id)).map(({ body }) => body)).toEqual(Array(4).fill(sent))
  expect((await send(id, { ...gzip, ...over('another') }, packed)).statusCode).toBe(401)
})

it('refuses a bomb, another encoding, and what is not packed at all', async () => {
  const { id, secret } = await stand(server)
  const gzip = { ...bearer(secret), 'content-encoding': 'gzip' }
  expect((await send(id, gzip, gzipSync(Buffer.alloc(500_000_000 / 100)))).statusCode).toBe(413)
  expect((await send(id, gzip, sent)).json<Problem>()).toMatchObject({ code: 'request/malformed', status: 400 })
  const zstd = { ...bearer(secret), 'content-encoding': 'zstd' }
  expect((await send(id, zstd, sent)).json<Problem>()).toMatchObject({ code: 'request/malformed' })
  expect(await eventsOf(server, id)).toEqual([])
})

it('refuses a name that stands twice in one object', async () => {
  const { id, secret } = await stand(server)
  const reply = await send(id, bearer(secret), '{"id":1,"total":5,"lines":[{"a":1,"a":2}]}')
  expect(reply.json<Problem>()).toMatchObject({
    code: 'request/not-json',
    message: 'The request body is ambiguous. The name "a" appears twice in one object.',
  })
})

it.each(['x-github-delivery', 'x-shopify-webhook-id', 'x-atlassian-webhook-identifier', 'svix-id', 'ce-id'])(
  'takes an event once that comes again under the same %s',
  async (header) => {
    const { id, secret } = await stand(server)
    const again = { ...bearer(secret), [header]: 'g-1' }
    const ids = [await send(id, again, sent), await send(id, again, sent)].map((it) => it.json<{ eventId: string }>().eventId)
    expect(new Set(ids).size).toBe(1)
    // A name that is given to another event loses nothing.
    expect((await send(id, again, '{"order":2}')).statusCode).toBe(202)
    await send(id, { ...bearer(secret), [header]: 'g-2' }, sent)
    expect(await eventsOf(server, id)).toHaveLength(3)
  },
)

it('takes an event of Stripe once, by the id in its body', async () => {
  const { id, secret } = await stand(server)
  const event = (pending: number, name = 'evt_1NG8Du2eZvKYlo2C') =>
    JSON.stringify({ id: name, object: 'event', type: 'charge.succeeded', pending_webhooks: pending })
  for (const body of [event(2), event(1), event(1, 'evt_1NG8Du2eZvKYlo2D')])
    expect((await send(id, bearer(secret), body)).statusCode).toBe(202)
  expect(await eventsOf(server, id)).toHaveLength(2)
})

it('keeps the new events of a group whose repeated ones cannot be compared', async () => {
  const { id } = await stand(server)
  const { db } = server.database
  const event = (key: string | null) => ({ id: uuid(), key, body: '{}', mark: null })
  await addEvents(db, id, [event('first')], 10)
  const group = [event(null), event('first'), event('second')]
  const breaking: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (node.kind === 'SelectQueryNode') throw new Error('The connection was lost.')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const results = await addEvents(db.withPlugin(breaking), id, group, 10)
  expect(results).toMatchObject([
    { outcome: 'kept', eventId: group[0]?.id },
    { outcome: 'failed', thrown: { message: 'The connection was lost.' } },
    { outcome: 'kept', eventId: group[2]?.id },
  ])
  const undone = db.transaction().execute((tx) => addEvents(tx.withPlugin(breaking), id, [event(null), event('first')], 10))
  await expect(undone, 'in a transaction nothing is kept').rejects.toThrow('connection')
  expect(await eventsOf(server, id)).toHaveLength(3)
})
