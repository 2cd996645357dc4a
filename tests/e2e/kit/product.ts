/** Starts the built product for the browser tests: a free port, a folder of its own, a known password. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '../../kit/free-port.ts'

const root = join(import.meta.dirname, '../../..')
/** Bytes in memory that leave room for the folders of all products, 50 MB each. */
const roomWanted = 2_000_000_000
const startLimit = 120_000
const stopLimit = 15_000

/** The folder of a product that started once, with all tables and nobody in it; `prepared.ts` makes it. It carries the name to the workers. */
const preparedFolder = 'PREPARED_DATA_DIR'

/** The demo people's password in these tests. */
export const demoPassword = 'browser-tests-only'

type Launched = {
  readonly address: string
  /** What it has printed up to now. */
  readonly said: () => string
  readonly stop: () => Promise<void>
  /** Settles once it has ended by itself. */
  readonly ended: Promise<void>
  /** As a machine that loses its power: nothing is said, nothing is finished. */
  readonly kill: () => Promise<void>
}

/**
 * A product of its own. What it says goes to `reports/<name>.log`. Without `PORT` and `DATA_DIR` in its environment it stands on a free port
 * and in a folder that goes with it: a copy of the prepared one, which costs a third of a first start, or an empty one where the first start is the
 * matter and `SEED_DEMO` is given.
 */
export async function launch(name: string, environment: Readonly<Record<string, string>>): Promise<Launched> {
  if (!existsSync(join(root, 'dist/console/index.html'))) throw new Error('The console is not built: run "npm run build" first.')
  const port = environment['PORT'] ?? (await freePort())
  const address = `http://127.0.0.1:${port}`
  const ownDir = environment['DATA_DIR'] === undefined ? newFolder(environment['SEED_DEMO'] === undefined) : null
  mkdirSync(join(root, 'reports'), { recursive: true })
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      ...(ownDir === null ? {} : { DATA_DIR: ownDir }),
      DATABASE_URL: '',
      RATE_LIMIT: '100000',
      SIGN_IN_LIMIT: '1000',
      DEMO_CONNECTORS: 'false',
      NODE_COMPILE_CACHE: join(root, 'reports/cache/compiled'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const file = `reports/${name}.log`
  const log = createWriteStream(join(root, file))
  child.stdout.pipe(log)
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  child.stderr.pipe(log)
  await ready(`${address}/readyz`, child, file)

  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const stop = async () => {
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), stopLimit)
    await ended
    clearTimeout(timer)
    if (ownDir !== null) rmSync(ownDir, { recursive: true, force: true })
  }
  const kill = async () => {
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await ended
  }
  return { address, said: () => printed, stop, kill, ended }
}

/** A folder for one product. */
export function newFolder(isPrepared = true): string {
  const folder = mkdtempSync(join(quickPlace(), 'datacrane-e2e-'))
  const from = process.env[preparedFolder]
  if (isPrepared && from) cpSync(from, folder, { recursive: true })
  return folder
}

/** Where no power is lost, nothing has to reach a disk: the folders lie in memory where there is room. */
function quickPlace(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > roomWanted ? memory : tmpdir()
}

/** Starts a product once, and keeps its folder for the others: its database is made and migrated, and has nobody in it yet, as the demo company knows its port. */
export async function makePreparedFolder(): Promise<string> {
  const folder = newFolder(false)
  const { stop } = await launch('e2e-prepared', { DATA_DIR: folder, SEED_DEMO: 'false' })
  await stop()
  return folder
}

/** Makes the folder where whoever started the tests has not. Resolves with what removes it again. */
export async function prepareFolder(): Promise<() => void> {
  if (process.env[preparedFolder]) return () => {}
  const folder = await makePreparedFolder()
  process.env[preparedFolder] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

async function ready(address: string, child: ChildProcess, file: string): Promise<void> {
  const deadline = Date.now() + startLimit
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The product ended with code ${child.exitCode}; see ${file}.`)
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok) return
    await new Promise((later) => setTimeout(later, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`The product was not ready within ${startLimit / 1_000} s; see ${file}.`)
}
