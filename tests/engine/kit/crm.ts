/** A CRM that creates a contact with each POST, changes one with PATCH, and is searched by any member, in the query or by POST. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

type Contact = { readonly id: string } & Record<string, unknown>
/** `key`: the `Idempotency-Key`. */
type Seen = { readonly method: string; readonly path: string; readonly body: string; readonly key?: string }
/** Whether it answers a request otherwise. What the request changes is changed before. */
type Trouble = (request: Seen, response: ServerResponse) => boolean

/**
 * @param delay milliseconds between a change and its response.
 * @param hidden how many searches do not find a contact after it was created.
 */
export async function startCrm(contacts: readonly Contact[] = [], trouble: Trouble = () => false, delay = 0, hidden = 0) {
  const kept: Contact[] = [...contacts]
  const searches = new Map(contacts.map(({ id }) => [id, hidden]))
  const isShown = ({ id }: Contact) => {
    const before = searches.get(id) ?? 0
    searches.set(id, before + 1)
    return before >= hidden
  }
  const requests: Seen[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request
    const body = await text(request)
    const key = request.headers['idempotency-key']
    requests.push({ method, path, body, ...(typeof key === 'string' ? { key } : {}) })
    const answer = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const { pathname, searchParams } = new URL(path, 'http://crm')
    const isSearch = method === 'GET' || pathname === '/search'
    const sought = Object.entries(method === 'GET' ? Object.fromEntries(searchParams) : isSearch ? JSON.parse(body) : {})
    const found = kept.filter(
      (contact) =>
        sought.every(([name, value]) => name === 'limit' || contact[name] === value) && (!isSearch || isShown(contact)),
    )
    const known = kept.findIndex(({ id }) => pathname === `/contacts/${encodeURIComponent(id)}`)
    const old = kept[known]
    if (method === 'PATCH' && old) kept[known] = { ...old, ...JSON.parse(body), id: old.id }
    if (method === 'POST' && !isSearch) kept.push({ ...JSON.parse(body), id: `n/${kept.length + 1}` })
    if (trouble({ method, path, body }, response)) return
    const created = kept.at(-1)?.id
    if (!isSearch && delay > 0) await sleep(delay)
    if (isSearch) answer(200, { results: found })
    else if (method === 'PATCH') answer(old ? 200 : 404, old ? {} : { error: 'not found' })
    else answer(201, { id: created })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, contacts: kept, requests }
}
