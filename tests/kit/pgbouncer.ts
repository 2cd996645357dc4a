/** PgBouncer in front of a PostgreSQL of the tests, from the binaries of the operating system. */
import { execFile, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { freePort } from './free-port.ts'

const run = promisify(execFile)
const script = fileURLToPath(new URL('../../scripts/pgbouncer.mjs', import.meta.url))
const startLimit = 10_000

export type Pooler = {
  /** The address of the same database through the pooler. */
  readonly through: (url: string) => string
  readonly stop: () => Promise<void>
}

/** Why there is no PgBouncer here, or null. It is installed where that is possible. */
export const missingPooler = (): Promise<string | null> =>
  run(process.execPath, [script]).then(
    () => null,
    (thrown: { readonly stderr?: string }) => thrown.stderr || String(thrown),
  )

/** Starts a pooler that accepts any database of the server. @param settings lines of its section `[pgbouncer]`. */
export async function startPooler(url: string, settings: readonly string[]): Promise<Pooler> {
  const { stdout: program } = await run(process.execPath, [script])
  const { hostname, port: behind, username, password } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'datacrane-pgbouncer-'))
  const port = await freePort()
  const account = `user=${username}${password ? ` password=${password}` : ''}`
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${behind} ${account}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'],
    ...settings,
  ]
  writeFileSync(join(folder, 'pgbouncer.ini'), `${lines.join('\n')}\n`)
  chmodSync(folder, 0o755)
  // It refuses to run as root.
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const server = spawn(program, [...asOther, join(folder, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  server.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const stop = async () => {
    server.kill('SIGINT')
    server.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const deadline = Date.now() + startLimit
  while (!(await accepts(port))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`PgBouncer did not start: ${said}`)
    }
    await pause(20)
  }
  const through = (address: string) => {
    const changed = new URL(address)
    changed.port = String(port)
    return changed.href
  }
  return { through, stop }
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
