/** MariaDB for the tests, from the binaries of the operating system. */
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import mysql from 'mysql2/promise'

import { freePort } from './free-port.ts'
import { folderForThrowawayData } from './postgres-cluster.ts'

const run = promisify(execFile)

export const mysqlAccount = { user: 'crane', password: 'a pass:word/with @signs' } as const

export type MysqlDatabase = {
  /** Runs statements one after the other, as the account of the tests. */
  readonly run: (...statements: readonly string[]) => Promise<void>
  readonly rows: (query: string) => Promise<readonly Record<string, unknown>[]>
}

export type MysqlServer = MysqlDatabase & {
  readonly port: number
  /** A database of the server by its name. The server itself is the database `shop`. */
  readonly database: (name: string) => MysqlDatabase
  readonly stop: () => Promise<void>
}

const startLimit = 60_000
const script = fileURLToPath(new URL('../../scripts/mariadb.mjs', import.meta.url))

/** Data that nobody needs after the test: no fsync. */
const careless = [
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-buffer-pool-size=64M',
  '--innodb-doublewrite=0',
  '--skip-name-resolve',
]

/** Starts a server with the empty database `shop`. @param settings more of the server. @throws with a sentence that says why it could not. */
export async function startMysql(settings: readonly string[] = []): Promise<MysqlServer> {
  const found = await run(process.execPath, [script]).catch((thrown: { readonly stderr?: string }) => {
    throw new Error(thrown.stderr ?? String(thrown))
  })
  const folder = mkdtempSync(join(folderForThrowawayData(), 'datacrane-mariadb-'))
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  // Only as root may one say as whom it runs, and only root must.
  const account = process.getuid?.() === 0 ? ['--user=root'] : []
  const install = join(dirname(found.stdout).replace(/sbin$/, 'bin'), 'mariadb-install-db')
  try {
    await run(install, [
      '--no-defaults',
      ...account,
      `--datadir=${data}`,
      // Two that install at once would remove each other's temporary tables.
      `--tmpdir=${folder}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ])
    const port = await freePort()
    const { user, password } = mysqlAccount
    const first = [
      `create user '${user}'@'%' identified by '${password}'`,
      `grant all on *.* to '${user}'@'%' with grant option`,
      'create database shop character set utf8mb4',
    ]
    writeFileSync(join(folder, 'first.sql'), first.map((statement) => `${statement};\n`).join(''))
    const places = [`--datadir=${data}`, `--socket=${join(folder, 's')}`, `--pid-file=${join(folder, 'pid')}`]
    const options = [...places, '--bind-address=127.0.0.1', `--port=${port}`, `--init-file=${join(folder, 'first.sql')}`]
    const server = spawn(found.stdout, ['--no-defaults', ...account, ...options, ...careless, ...settings], { stdio: 'ignore' })
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    endWithUs(server.pid ?? 0, folder)
    const connect = (database: string) => mysql.createConnection({ host: '127.0.0.1', port, user, password, database })
    await untilReady(
      () => connect('shop'),
      () => server.exitCode !== null,
    )

    function database(name: string): MysqlDatabase {
      async function withConnection<T>(work: (connection: mysql.Connection) => Promise<T>): Promise<T> {
        const connection = await connect(name)
        return work(connection).finally(() => connection.end())
      }
      return {
        run: (...statements) =>
          withConnection(async (connection) => {
            for (const statement of statements) await connection.query(statement)
          }),
        rows: (query) => withConnection(async (connection) => (await connection.query<mysql.RowDataPacket[]>(query))[0]),
      }
    }
    return {
      port,
      ...database('shop'),
      database,
      stop: async () => {
        server.kill('SIGKILL')
        await ended
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true })
    throw cause
  }
}

let shared: Promise<MysqlServer> | null = null

/** The server of this worker: started once, it ends with the worker. Whoever uses it makes a database of its own and changes nothing that is the server's. */
export function sharedMysql(): Promise<MysqlServer> {
  shared ??= startMysql()
  return shared
}

/** A runner that is killed cannot stop anything: its end shuts a pipe, and the shell at the other end of it tidies up. */
export function endWithUs(pid: number, folder: string): void {
  const script = 'read -r _; kill -KILL "$0" 2>/dev/null; rm -rf "$1"'
  const watcher = spawn('sh', ['-c', script, String(pid), folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  watcher.unref()
  if (watcher.stdin instanceof Socket) watcher.stdin.unref()
}

async function untilReady(connect: () => Promise<mysql.Connection>, ended: () => boolean): Promise<void> {
  const deadline = Date.now() + startLimit
  for (;;) {
    try {
      await (await connect()).end()
      return
    } catch (cause) {
      if (ended()) throw new Error('mariadbd ended while it started', { cause })
      if (Date.now() > deadline) throw cause
      await pause(50)
    }
  }
}
