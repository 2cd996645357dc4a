/** Stands between the product and PostgreSQL: passes, delays, goes silent, errs, and cuts a connection between a commit and its answer. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type DbProxy = {
  /** The address of the database behind it. */
  readonly url: string
  /** From now on every byte comes so many milliseconds later. */
  delay(milliseconds: number): void
  /** Half open: sockets stay, and nothing passes any more, until it heals. What was sent meanwhile is gone, as its sockets are then. */
  silence(): void
  heal(): void
  /** Cuts all connections and refuses new ones, until it heals. */
  refuse(): void
  /**
   * The next so many statements for which this says yes are carried out, and their connections are cut before the answer passes.
   * `cuts` counts the answers that were swallowed.
   */
  cutAfter(isWanted: (sent: Buffer) => boolean, times: number): void
  /** Cuts a connection as soon as a message from the product meets this chance: before or after the server has taken it. */
  err(chance: (() => 'before' | 'after' | null) | null): void
  readonly cuts: number
  /** Connections that were opened so far. */
  readonly opened: number
  close(): Promise<void>
}

/** Whether a message to the server makes a write of the engine final, or commits a transaction. */
export const commits = (sent: Buffer): boolean =>
  /\0(settle|keep-page)\0/.test(sent.toString('latin1')) || /^Q....commit\0/is.test(sent.toString('latin1'))

/** The end of an answer: ReadyForQuery. */
const isAnswered = (received: Buffer) => received.length >= 6 && received.at(-6) === 0x5a && received.at(-2) === 5

type Pair = { readonly client: Socket; readonly server: Socket; swallowing: boolean }

export async function startDbProxy(target: string): Promise<DbProxy> {
  const { hostname, port } = new URL(target)
  const pairs = new Set<Pair>()
  let mode: 'passing' | 'silent' | 'refusing' = 'passing'
  let wait = 0
  let wanted: (sent: Buffer) => boolean = () => false
  let left = 0
  let cuts = 0
  let opened = 0
  let erring: (() => 'before' | 'after' | null) | null = null

  const cut = ({ client, server }: Pair) => {
    client.destroy()
    server.destroy()
  }
  const later = (pass: () => void) => {
    if (wait > 0) setTimeout(pass, wait)
    else pass()
  }

  const listener = createServer((client) => {
    opened += 1
    if (mode === 'refusing') {
      client.destroy()
      return
    }
    const server = connect(Number(port), hostname)
    const pair: Pair = { client, server, swallowing: false }
    pairs.add(pair)
    let isNew = true
    client.on('data', (sent) => {
      if (mode === 'silent') return
      // The start of a connection is no statement.
      const chosen = isNew || pair.swallowing ? null : (erring?.() ?? null)
      isNew = false
      if (chosen === 'before') {
        cuts += 1
        cut(pair)
        return
      }
      if (chosen === 'after') pair.swallowing = true
      else if (!pair.swallowing && left > 0 && wanted(sent)) {
        left -= 1
        pair.swallowing = true
      }
      later(() => server.write(sent))
    })
    server.on('data', (received) => {
      if (mode === 'silent') return
      if (!pair.swallowing) later(() => client.write(received))
      else if (isAnswered(received)) {
        cuts += 1
        cut(pair)
      }
    })
    const end = () => {
      // Half open means that nobody hears of the end either.
      if (mode === 'silent') return
      pairs.delete(pair)
      cut(pair)
    }
    for (const socket of [client, server]) {
      socket.on('error', () => {})
      socket.on('close', end)
    }
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const url = new URL(target)
  url.port = String((listener.address() as AddressInfo).port)

  const cutAll = () => {
    for (const pair of pairs) cut(pair)
    pairs.clear()
  }
  return {
    url: url.href,
    delay: (milliseconds) => {
      wait = milliseconds
    },
    silence: () => {
      mode = 'silent'
    },
    heal: () => {
      if (mode !== 'passing') cutAll()
      mode = 'passing'
    },
    refuse: () => {
      mode = 'refusing'
      cutAll()
    },
    cutAfter: (isWanted, times) => {
      wanted = isWanted
      left = times
    },
    err: (chance) => {
      erring = chance
    },
    get cuts() {
      return cuts
    },
    get opened() {
      return opened
    },
    close: async () => {
      cutAll()
      listener.close()
    },
  }
}
