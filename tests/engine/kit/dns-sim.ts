/** A DNS server that answers as an attacker would, and a resolver that really asks it over UDP. */
import { createSocket } from 'node:dgram'
import { promises as dns, type LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { type Answer, AUTHORITATIVE_ANSWER, decode, encode, type Packet } from 'dns-packet'

import type { NameLookup } from '#server/outbound/connecting.ts'

/** What a name answers to its n-th question of a type (counted from 1); nothing is NXDOMAIN, a text that is no address is a CNAME. */
export type Zone = (name: string, type: 'A' | 'AAAA', number: number) => readonly string[]

export type DnsSim = {
  readonly lookup: NameLookup
  /** Questions so far. */
  readonly asked: () => number
  readonly close: () => Promise<void>
}

/** No answer is to be remembered. */
const ttl = 0

function answersOf(zone: Zone, name: string, type: 'A' | 'AAAA', count: (name: string) => number): Answer[] {
  return zone(name, type, count(`${type} ${name}`)).flatMap((data): Answer[] => {
    const family = isIP(data)
    if (family === 0) return [{ type: 'CNAME', name, ttl, data }, ...answersOf(zone, data, type, count)]
    return (family === 4) === (type === 'A') ? [{ type, name, ttl, data }] : []
  })
}

export async function startDns(zone: Zone): Promise<DnsSim> {
  const socket = createSocket('udp4')
  const counts = new Map<string, number>()
  let asked = 0
  const count = (name: string) => {
    const number = (counts.get(name) ?? 0) + 1
    counts.set(name, number)
    return number
  }
  socket.on('message', (message, from) => {
    const { id = 0, questions = [] }: Packet = decode(message)
    const [question] = questions
    if (!question || (question.type !== 'A' && question.type !== 'AAAA')) return
    asked += 1
    const answers = answersOf(zone, question.name.toLowerCase(), question.type, count)
    const nameError = 3
    const flags = AUTHORITATIVE_ANSWER | (answers.length === 0 ? nameError : 0)
    socket.send(encode({ type: 'response', id, flags, questions, answers }), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])

  async function ask(name: string): Promise<LookupAddress[]> {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = [...(four.status === 'fulfilled' ? four.value : []), ...(six.status === 'fulfilled' ? six.value : [])]
    if (found.length === 0) throw Object.assign(new Error(`${name} is not known`), { code: 'ENOTFOUND' })
    return found.map((address) => ({ address, family: isIP(address) }))
  }

  return {
    lookup: (name, _, callback) => {
      ask(name).then(
        (found) => callback(null, found),
        (thrown: Error) => callback(thrown, []),
      )
    },
    asked: () => asked,
    close: async () => {
      resolver.cancel()
      socket.close()
    },
  }
}
