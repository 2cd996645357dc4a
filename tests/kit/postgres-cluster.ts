/** A private PostgreSQL for the tests, from the binaries of the operating system. */
import { execFile, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

import { freePort } from './free-port.ts'
import { createOrdinaryRole, createOwnDatabase } from './ordinary-role.ts'

const run = promisify(execFile)

export type Cluster = {
  /** Of the database `datacrane`, for the ordinary role that owns it. */
  readonly url: string
  /** For what only a superuser may do, like creating databases. */
  readonly superuserUrl: string
  /** Of the server as it was started last. */
  readonly pid: number
  /** Ends it at once, without a checkpoint: PostgreSQL's `immediate` shutdown, as near to a power loss as a process comes. */
  crash(): Promise<void>
  hasEnded(): boolean
  /** Starts it again on the same data and the same port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

type Options = {
  readonly settings?: readonly string[]
  /** Of `initdb`. */
  readonly more?: readonly string[]
  /** Where its folder is made. */
  readonly under?: string
}

/** Data that nobody needs after the run: no fsync. */
const careless = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=300', 'shared_buffers=64MB']
/** Of one run of the tests: nothing is copied from it, and no database lives long enough to need a vacuum, which would come at chance. */
export const forOneRun = [...careless, 'wal_level=minimal', 'max_wal_senders=0', 'autovacuum=off', 'checkpoint_timeout=1h']
const startLimit = 30_000

const memoryBacked = '/dev/shm'
const leastFreeBytes = 2 * 1_024 ** 3

/** Where data lies that nobody needs after the run: in memory where there is room for it (a container may give 64 MB), otherwise on the disk. */
export function folderForThrowawayData(): string {
  try {
    const { bavail, bsize } = statfsSync(memoryBacked)
    if (bavail * bsize >= leastFreeBytes) return memoryBacked
  } catch {
    // Other systems have none.
  }
  return tmpdir()
}

/** Starts a cluster in a temporary folder. @throws with a sentence that says why it could not. */
export async function startCluster(options: readonly string[] | Options = {}): Promise<Cluster> {
  const { settings = careless, more = [], under = tmpdir() } = 'length' in options ? { settings: options } : options
  const bin = findBinaries()
  const folder = mkdtempSync(join(under, 'datacrane-postgres-'))
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  // initdb and postgres refuse to run as root.
  const account = process.getuid?.() === 0 ? await idsOf('postgres') : {}
  if ('uid' in account) {
    chmodSync(folder, 0o755)
    await run('chown', ['-R', 'postgres', folder])
  }
  try {
    const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...more]
    await run(join(bin, 'initdb'), initdb, { ...account, cwd: folder })
    const port = await freePort()
    const superuserUrl = `postgres://postgres@127.0.0.1:${port}/postgres`
    const given = [...settings, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, `port=${port}`]
    const args = ['-D', data, ...given.flatMap((setting) => ['-c', setting])]
    endWithUs(folder)
    const launch = async () => {
      const server = spawn(join(bin, 'postgres'), args, { ...account, cwd: folder, stdio: 'ignore' })
      const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
      await untilReady(superuserUrl, () => server.exitCode !== null || server.signalCode !== null)
      return { server, ended }
    }
    let now = await launch()
    await createOrdinaryRole(superuserUrl)
    const url = await createOwnDatabase(superuserUrl, 'datacrane')
    const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
      now.server.kill(signal)
      await now.ended
    }
    return {
      url,
      superuserUrl,
      get pid() {
        return now.server.pid ?? 0
      },
      crash: () => end('SIGQUIT'),
      hasEnded: () => now.server.exitCode !== null || now.server.signalCode !== null,
      restart: async () => {
        now = await launch()
      },
      stop: async () => {
        // SIGINT is PostgreSQL's fast shutdown: open sessions are ended.
        await end('SIGINT')
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true })
    throw cause
  }
}

/** A runner that is killed cannot stop anything: its end shuts a pipe, and the shell at the other end of it tidies up. */
function endWithUs(folder: string): void {
  const script = 'read -r _; kill -INT "$(head -n 1 "$0/data/postmaster.pid" 2>/dev/null)" 2>/dev/null && sleep 2; rm -rf "$0"'
  const watcher = spawn('sh', ['-c', script, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  watcher.unref()
  if (watcher.stdin instanceof Socket) watcher.stdin.unref()
}

export function findBinaries(): string {
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
