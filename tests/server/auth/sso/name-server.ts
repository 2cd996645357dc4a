/** A name server of TXT records on this machine. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { AUTHORITATIVE_ANSWER, decode, encode } from 'dns-packet'

export type NameServer = {
  /** As `DNS_SERVERS` has it. */
  readonly address: string
  /** Names that were asked for. */
  readonly asked: string[]
  set(domain: string, ...records: string[]): void
  close(): Promise<void>
}

export async function openNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4')
  const zone = new Map<string, string[]>()
  const asked: string[] = []
  socket.on('message', (message, from) => {
    const { id = 0, questions = [] } = decode(message)
    const name = questions[0]?.name.toLowerCase() ?? ''
    asked.push(name)
    const records = zone.get(name)
    const answers = (records ?? []).map((data) => ({ type: 'TXT' as const, name, ttl: 0, data }))
    const flags = AUTHORITATIVE_ANSWER | (records === undefined ? 3 : 0)
    socket.send(encode({ type: 'response', id, flags, questions, answers }), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    set: (domain, ...records) => void zone.set(domain, records),
    close: async () => void socket.close(),
  }
}
