/** Servers that speak a database's protocol as far as a test wants, and then send whatever it says. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** Where a server stops being honest. */
export const phases = ['startup', 'auth', 'ready', 'question', 'results', 'rows', 'cursor'] as const
export type Phase = (typeof phases)[number]

/** What it sends there, and what it does after that: more of what is honest, silence, or leaving. */
export type Attack = { readonly at: Phase; readonly bytes: Buffer; readonly after: 'goes on' | 'waits' | 'leaves' }

/** One side of a talk: what it is sent, and by whom. */
export type Talk = {
  /** Sends what is honest, or what the attack has in its place. */
  readonly send: (phase: Phase, honest: Buffer) => void
}

export type WireServer = {
  readonly port: number
  /** What the next connections meet; null: an honest server. */
  attack: Attack | null
  /** Milliseconds after an attack in which the connection ends; null: it ends when the other side has had enough. */
  patience: number | null
  /** How often the attack was made. */
  readonly attacks: () => number
  readonly stop: () => void
}

/** @param speak is called for each connection; what it returns is given what the client sends. */
export async function startWire(speak: (talk: Talk) => (chunk: Buffer) => void): Promise<WireServer> {
  const open = new Set<Socket>()
  let made = 0
  const listener = createServer((socket) => {
    open.add(socket)
    let isSilent = false
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    const send: Talk['send'] = (phase, honest) => {
      if (isSilent || socket.destroyed) return
      if (server.attack?.at !== phase) return void socket.write(honest)
      made += 1
      const { bytes, after } = server.attack
      socket.write(bytes)
      if (after === 'goes on') socket.write(honest)
      else isSilent = true
      if (after === 'leaves') socket.end()
      else if (server.patience !== null) setTimeout(() => socket.destroy(), server.patience)
    }
    socket.on('data', speak({ send }))
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  const server: WireServer = {
    port: typeof address === 'object' && address ? address.port : 0,
    attack: null,
    patience: null,
    attacks: () => made,
    stop: () => {
      for (const socket of open) socket.destroy()
      listener.close()
    },
  }
  return server
}

/** Puts pieces together until `length` says how long the first message is; null while it is not known. */
export function messagesOf(length: (bytes: Buffer) => number | null, take: (message: Buffer) => void) {
  let kept: Buffer = Buffer.alloc(0)
  return (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk])
    for (let whole = length(kept); whole !== null && kept.length >= whole; whole = length(kept)) {
      const message = kept.subarray(0, whole)
      kept = kept.subarray(whole)
      take(message)
    }
  }
}
