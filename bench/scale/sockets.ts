/** Senders of webhook events that cost little themselves: one connection each, the next event when the response to the last one is there. */
import { createHmac } from 'node:crypto'
import { connect, type Socket } from 'node:net'

export type Sent = {
  /** Numbers of the events that were answered with 202. */
  readonly accepted: number[]
  /** Responses by status; 0 where the connection broke. */
  readonly statuses: Map<number, number>
  /** Milliseconds from an event to its response. */
  readonly took: number[]
}

export type Target = { readonly port: number; readonly connectorId: string; readonly secret: string }

/** About 0.7 kB, as the events of the large systems are. */
const filling = 'x'.repeat(620)

function requestOf({ port, connectorId, secret }: Target, n: number): string {
  const [body, id, at] = [`{"id":${n},"text":"${filling}"}`, `event_${n}`, String(Math.floor(Date.now() / 1_000))]
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  const headers = [
    `POST /hooks/${connectorId} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    `webhook-id: ${id}`,
    `webhook-timestamp: ${at}`,
    `webhook-signature: v1,${signature}`,
  ]
  return `${headers.join('\r\n')}\r\n\r\n${body}`
}

/** Reads responses of one connection; each resolves the request before it. */
function openLine(port: number) {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let [text, waiting, isBroken] = ['', null as ((status: number) => void) | null, false]
  const end = (status: number) => {
    const resolve = waiting
    waiting = null
    resolve?.(status)
  }
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text += chunk
    const head = text.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
    if (text.length < head + 4 + length) return
    const status = Number(text.slice(9, 12))
    text = ''
    end(status)
  })
  for (const event of ['error', 'close'] as const) {
    socket.on(event, () => {
      isBroken = true
      end(0)
    })
  }
  return {
    post: (request: string): Promise<number> =>
      new Promise((resolve) => {
        if (isBroken) return resolve(0)
        waiting = resolve
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

/** Sends events until `isOver`; a sender whose connection breaks ends. @param from the number of the first event. */
export async function sendEvents(target: Target, senders: number, from: number, isOver: () => boolean): Promise<Sent> {
  const sent: Sent = { accepted: [], statuses: new Map(), took: [] }
  let next = from
  const send = async () => {
    const line = openLine(target.port)
    while (!isOver()) {
      const n = next
      next += 1
      const before = performance.now()
      const status = await line.post(requestOf(target, n))
      sent.took.push(performance.now() - before)
      sent.statuses.set(status, (sent.statuses.get(status) ?? 0) + 1)
      if (status === 202) sent.accepted.push(n)
      if (status === 0) break
    }
    line.close()
  }
  await Promise.all(Array.from({ length: senders }, send))
  return sent
}
