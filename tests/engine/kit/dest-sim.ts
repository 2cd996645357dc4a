/** A destination system with a journal: every request, and every effect that it had. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Delivery = {
  readonly number: number
  readonly at: number
  readonly key: string
  readonly hash: string
  readonly ids: readonly (number | string)[]
  /** The header `x-sender`, with which tests tell their processes apart. */
  readonly sender: string
  /** Whether this request applied its records, or only repeated an answer. */
  applied: boolean
}

/** What the destination does instead of taking the records; `commits` says that it takes them all the same. */
export type Misbehaviour = {
  readonly commits: boolean
  /** Which of the records take effect, when it commits; all of them when absent. */
  readonly takes?: (id: number | string) => boolean
  readonly answer: (response: ServerResponse) => void
}

export type DestSim = {
  readonly url: string
  readonly journal: readonly Delivery[]
  /** How often each record took effect, by its id. */
  readonly effects: ReadonlyMap<number | string, number>
  readonly bodies: readonly string[]
  readonly close: () => Promise<void>
}

type Options = {
  /** Remembers keys and has each effect once. */
  readonly honoursKeys?: boolean
  /** Milliseconds before each answer. */
  readonly delay?: number
  readonly misbehave?: (delivery: Delivery, body: string) => Misbehaviour | null
}

const idsOf = (body: string): (number | string)[] => {
  const value: unknown = JSON.parse(body)
  const list = Array.isArray(value)
    ? value
    : typeof value === 'object' && value !== null && 'items' in value
      ? value.items
      : [value]
  return (list as { id: number }[]).map(({ id }) => id)
}

export async function startDestination({
  honoursKeys = true,
  delay = 0,
  misbehave = () => null,
}: Options = {}): Promise<DestSim> {
  const journal: Delivery[] = []
  const bodies: string[] = []
  const effects = new Map<number | string, number>()
  const known = new Set<string>()

  function apply(delivery: Delivery, takes: (id: number | string) => boolean = () => true) {
    if (honoursKeys && known.has(delivery.key)) return
    known.add(delivery.key)
    delivery.applied = true
    for (const id of delivery.ids.filter(takes)) effects.set(id, (effects.get(id) ?? 0) + 1)
  }

  const server = createServer((request, response) => {
    // For tests that have it in a process of its own.
    if (request.method === 'GET') {
      response.end(JSON.stringify(journal))
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const key = String(request.headers['idempotency-key'] ?? '')
      const hash = createHash('sha1').update(body).digest('hex')
      const sender = String(request.headers['x-sender'] ?? '')
      const delivery: Delivery = {
        ...{ number: journal.length + 1, at: Date.now(), key, hash, sender },
        ids: idsOf(body),
        applied: false,
      }
      journal.push(delivery)
      bodies.push(body)
      const bad = misbehave(delivery, body)
      if (!bad || bad.commits) apply(delivery, bad?.takes)
      const answer = () =>
        bad ? bad.answer(response) : response.writeHead(201, { 'content-type': 'application/json' }).end('{"ok":true}')
      if (delay > 0) setTimeout(answer, delay)
      else answer()
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/import`,
    journal,
    effects,
    bodies,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const answering = (
  status: number,
  headers: Record<string, string> = {},
  body = '{"error":"no"}',
  commits = false,
): Misbehaviour => ({
  commits,
  answer: (response) => response.writeHead(status, headers).end(body),
})

/** Takes the records and never answers. */
export const commitsThenHangs: Misbehaviour = { commits: true, answer: () => {} }
