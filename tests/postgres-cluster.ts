/** A private PostgreSQL for the tests, from the binaries of the operating system. */
import { execFile, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

export type Cluster = { readonly url: string; readonly pid: number; stop(): Promise<void> }

/** Data that nobody needs after the run: no fsync. */
const careless = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=300', 'shared_buffers=64MB']
const startLimit = 30_000

/** Starts a cluster in a temporary folder. @throws with a sentence that says why it could not. */
export async function startCluster(settings: readonly string[] = careless): Promise<Cluster> {
  const bin = findBinaries()
  const folder = mkdtempSync(join(tmpdir(), 'datacrane-postgres-'))
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  // initdb and postgres refuse to run as root.
  const account = process.getuid?.() === 0 ? await idsOf('postgres') : {}
  if ('uid' in account) {
    chmodSync(folder, 0o755)
    await run('chown', ['-R', 'postgres', folder])
  }
  try {
    await run(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
      ...account,
      cwd: folder,
    })
    const port = await freePort()
    const options = [...settings, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, `port=${port}`]
    const server = spawn(join(bin, 'postgres'), ['-D', data, ...options.flatMap((option) => ['-c', option])], {
      ...account,
      cwd: folder,
      stdio: 'ignore',
    })
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    endWithUs(server.pid ?? 0, folder)
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    await untilReady(url, () => server.exitCode !== null)
    const stop = async () => {
      // SIGINT is PostgreSQL's fast shutdown: open sessions are ended.
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    }
    return { url, pid: server.pid ?? 0, stop }
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true })
    throw cause
  }
}

/** A runner that is killed cannot stop anything: its end shuts a pipe, and the shell at the other end of it tidies up. */
function endWithUs(pid: number, folder: string): void {
  const script = 'read -r _; kill -INT "$0" 2>/dev/null && sleep 2; rm -rf "$1"'
  const watcher = spawn('sh', ['-c', script, String(pid), folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  watcher.unref()
  if (watcher.stdin instanceof Socket) watcher.stdin.unref()
}

function findBinaries(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env['PATH'] ?? '').split(':')]
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
  if (found === undefined) throw new Error('no initdb and postgres found (Debian: apt-get install postgresql)')
  return found
}

async function idsOf(name: string): Promise<{ uid: number; gid: number }> {
  const id = async (flag: string) => Number((await run('id', [flag, name])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function untilReady(url: string, ended: () => boolean): Promise<void> {
  const deadline = Date.now() + startLimit
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      await client.end()
      return
    } catch (cause) {
      if (ended()) throw new Error('postgres ended while it started', { cause })
      if (Date.now() > deadline) throw cause
      await pause(50)
    }
  }
}
