/** NATS with JetStream for the tests, from the binary of the operating system; and its protocol in a few lines, so that our client is not judged by itself. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { freePort } from './free-port.ts'
import { endWithUs } from './mysql-server.ts'
import { folderForThrowawayData } from './postgres-cluster.ts'

const run = promisify(execFile)
const script = fileURLToPath(new URL('../../scripts/nats.mjs', import.meta.url))
const startLimit = 20_000

type Json = Readonly<Record<string, unknown>>
export type StoredMessage = { readonly seq: number; readonly subject: string; readonly data: string; readonly headers: string }

export type NatsServer = {
  readonly port: number
  /** One request of JetStream. Throws for an error. */
  readonly api: (what: string, body?: unknown) => Promise<Json>
  /** Makes a stream of the subjects `name.>`. */
  readonly stream: (name: string, config?: Json) => Promise<void>
  /** Stores messages one after the other. */
  readonly publish: (subject: string, ...bodies: readonly string[]) => Promise<void>
  readonly messages: (stream: string) => Promise<readonly StoredMessage[]>
  /** Ends it at once, and starts it again on the same files. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Sends some messages in one connection and gives the answer to each. @param sign what `CONNECT` says of the account. */
async function exchange(port: number, sign: Json, asked: readonly { readonly subject: string; readonly body: string }[]) {
  const socket = connect(port, '127.0.0.1')
  const answers: string[] = []
  let arrived = Buffer.alloc(0)
  try {
    socket.write(
      `CONNECT ${JSON.stringify({ verbose: false, pedantic: false, headers: true, no_responders: true, ...sign })}\r\n`,
    )
    for (const [at, { subject, body }] of asked.entries()) {
      const inbox = `_INBOX.test.${at}`
      socket.write(`SUB ${inbox} ${at + 1}\r\nPUB ${subject} ${inbox} ${Buffer.byteLength(body)}\r\n${body}\r\n`)
      const answer = await new Promise<string>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('no answer')), 5_000)
        const look = (chunk?: Buffer) => {
          if (chunk) arrived = Buffer.concat([arrived, chunk])
          for (;;) {
            const end = arrived.indexOf('\r\n')
            if (end < 0) return
            const line = arrived.subarray(0, end).toString()
            const size = /^H?MSG .* (\d+)$/.exec(line)?.[1]
            if (size !== undefined && arrived.length < end + 2 + Number(size) + 2) return
            const payload = arrived.subarray(end + 2, end + 2 + Number(size ?? 0)).toString()
            arrived = arrived.subarray(end + 2 + (size === undefined ? 0 : Number(size) + 2))
            if (line.startsWith('-ERR') || line.startsWith('HMSG')) finish(() => reject(new Error(`${line} ${payload}`)))
            if (line.startsWith('MSG')) finish(() => resolve(payload))
          }
        }
        const finish = (then: () => void) => {
          clearTimeout(late)
          socket.off('data', look).off('error', lose)
          then()
        }
        const lose = (error: Error) => finish(() => reject(error))
        socket.on('data', look).once('error', lose)
        look()
      })
      answers.push(answer)
    }
    return answers
  } finally {
    socket.destroy()
  }
}

/** Starts a server. @param settings of its configuration file. @param sign how the tests themselves sign in. @throws with a sentence that says why it could not. */
export async function startNats(settings = '', sign: Json = {}): Promise<NatsServer> {
  const found = await run(process.execPath, [script]).catch((thrown: { readonly stderr?: string }) => {
    throw new Error(thrown.stderr ?? String(thrown))
  })
  const folder = mkdtempSync(join(folderForThrowawayData(), 'datacrane-nats-'))
  const port = await freePort()
  const file = join(folder, 'nats.conf')
  writeFileSync(file, `listen: "127.0.0.1:${port}"\njetstream { store_dir: "${folder}" }\n${settings}\n`)
  let child: ChildProcess | null = null

  const ask = async (subject: string, body: string): Promise<Json> => {
    const [answer = '{}'] = await exchange(port, sign, [{ subject, body }])
    const parsed = JSON.parse(answer) as Json
    if (parsed['error']) throw new Error(JSON.stringify(parsed['error']))
    return parsed
  }
  const api = (what: string, body?: unknown) => ask(`$JS.API.${what}`, body === undefined ? '' : JSON.stringify(body))

  async function start(): Promise<void> {
    const process_ = spawn(found.stdout, ['-c', file], { stdio: 'ignore' })
    child = process_
    endWithUs(process_.pid ?? 0, folder)
    for (const until = Date.now() + startLimit; ; await pause(20)) {
      if (process_.exitCode !== null) throw new Error('nats-server ended while it started')
      const isReady = await api('INFO').then(
        () => true,
        () => false,
      )
      if (isReady) return
      if (Date.now() > until) throw new Error('nats-server did not start')
    }
  }
  async function kill(): Promise<void> {
    const it = child
    if (it === null || it.exitCode !== null || it.signalCode !== null) return
    const ended = new Promise((resolve) => it.once('exit', resolve))
    it.kill('SIGKILL')
    await ended
  }
  await start()

  return {
    port,
    api,
    stream: async (name, config = {}) => {
      await api(`STREAM.CREATE.${name}`, { name, subjects: [`${name}.>`], retention: 'limits', storage: 'file', ...config })
    },
    publish: async (subject, ...bodies) => {
      const answers = await exchange(
        port,
        sign,
        bodies.map((body) => ({ subject, body })),
      )
      for (const answer of answers) if (JSON.parse(answer).error) throw new Error(answer)
    },
    messages: async (stream) => {
      const { state } = (await api(`STREAM.INFO.${stream}`)) as { readonly state: { first_seq: number; last_seq: number } }
      const found: StoredMessage[] = []
      for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
        const got = await api(`STREAM.MSG.GET.${stream}`, { seq }).catch(() => null)
        const message = got?.['message'] as { subject: string; data?: string; hdrs?: string } | undefined
        if (!message) continue
        const text = (it = '') => Buffer.from(it, 'base64').toString()
        found.push({ seq, subject: message.subject, data: text(message.data), headers: text(message.hdrs) })
      }
      return found
    },
    ...{ kill, start },
    stop: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
