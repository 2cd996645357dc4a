/** A mail server that misbehaves on command. */
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

import type { MailServer } from '#server/outbound/mail.ts'

/** What it does with one message. */
export type Manner =
  | 'takes'
  | { readonly refusesRecipient: number; readonly says: string }
  | { readonly refusesText: number; readonly says: string }
  /** Ends the connection after the whole text, without a word. */
  | 'drops'
  /** Says nothing after the whole text. */
  | 'stalls'

export type Received = { readonly to: string; readonly raw: string; readonly messageId: string; readonly isSecret: boolean }

export type MailSim = {
  readonly at: MailServer
  /** Everything whose text came in whole, taken or not. */
  readonly received: Received[]
  readonly signedIn: string[]
  /** From now on; the last one stays. */
  behave(...manners: Manner[]): void
  /** Resolves when so many texts have come in. */
  has(count: number): Promise<void>
}

type Options = {
  readonly user?: string
  readonly password?: string
  readonly secure?: boolean
  readonly starttls?: boolean
  readonly host?: string
  readonly port?: number
}

const says = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code })

/** Listens on a port of this machine until the test has finished. */
export async function startMailServer({
  user,
  password,
  secure = false,
  starttls = false,
  host = '127.0.0.1',
  port: wanted = 0,
}: Options = {}): Promise<MailSim> {
  const received: Received[] = []
  const signedIn: string[] = []
  const waiting: { readonly count: number; readonly done: () => void }[] = []
  const sockets = new Set<Socket>()
  let manners: Manner[] = ['takes']
  const next = () => (manners.length > 1 ? manners.shift() : manners[0]) ?? 'takes'
  const inHand = new Map<string, Manner>()

  const server = new SMTPServer({
    secure,
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 100,
    allowInsecureAuth: true,
    authOptional: user === undefined,
    disabledCommands: [...(starttls ? [] : ['STARTTLS']), ...(user === undefined ? ['AUTH'] : [])],
    onAuth: (auth, _, done) => {
      const isRight = auth.username === user && auth.password === password
      if (isRight) signedIn.push(auth.username ?? '')
      if (isRight) done(null, { user: auth.username })
      // Some repeat what they were given.
      else done(says(535, `no such user or password: ${auth.password}`))
    },
    onRcptTo: (_, session, done) => {
      const manner = next()
      inHand.set(session.id, manner)
      if (typeof manner === 'object' && 'refusesRecipient' in manner) done(says(manner.refusesRecipient, manner.says))
      else done()
    },
    onData: async (stream, session, done) => {
      // The sender may be killed in the middle.
      const raw = await text(stream).catch(() => null)
      if (raw === null) return
      const messageId = /^message-id: (.*)$/im.exec(raw)?.[1] ?? ''
      received.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw, messageId, isSecret: session.secure })
      for (const each of waiting) if (received.length >= each.count) each.done()
      const manner = inHand.get(session.id)
      if (manner === 'drops') for (const socket of sockets) socket.destroy()
      else if (manner === 'stalls') return
      else if (typeof manner === 'object' && 'refusesText' in manner) done(says(manner.refusesText, manner.says))
      else done()
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(wanted, host, resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => server.close(resolve))
  })
  const { port } = server.server.address() as { port: number }
  return {
    at: {
      host,
      port,
      secure,
      user: user ?? null,
      password: password ?? null,
      from: 'Datacrane <no-reply@example.test>',
    },
    received,
    signedIn,
    behave: (...wanted) => {
      manners = wanted
    },
    has: (count) =>
      new Promise((done) => {
        if (received.length >= count) done()
        else waiting.push({ count, done })
      }),
  }
}
