/** Starts the built product for the browser tests: a free port, a folder of its own, a known password. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { isFullForm } from '../../kit/form.ts'
import { freePort } from '../../kit/free-port.ts'
import { dropDatabase } from '../../kit/ordinary-role.ts'
import { createFromTemplate, findPostgres } from '../../kit/template.ts'

const root = join(import.meta.dirname, '../../..')
/** Bytes in memory that leave room for the folders of all products, 50 MB each. */
const roomWanted = 2_000_000_000
const startLimit = 120_000
const stopLimit = 15_000

/** The folder of a product that started once, with all tables and nobody in it; `prepared.ts` makes it. It carries the name to the workers. */
const preparedFolder = 'PREPARED_DATA_DIR'
/** Carries the address of PostgreSQL for its superuser to the workers. */
const preparedPostgres = 'PREPARED_POSTGRES'

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
 * and in a place that goes with it. The short form places it in PostgreSQL where there is one. Otherwise it has a copy of the prepared folder, which costs a
 * third of a first start, or an empty folder where the first start is the matter and `SEED_DEMO` is given.
 */
export async function launch(name: string, environment: Readonly<Record<string, string>>): Promise<Launched> {
  if (!existsSync(join(root, 'dist/console/index.html'))) throw new Error('The console is not built: run "npm run build" first.')
  const port = environment['PORT'] ?? (await freePort())
  const address = `http://127.0.0.1:${port}`
  const own = environment['DATA_DIR'] === undefined ? await newPlace(environment['SEED_DEMO'] === undefined) : null
  mkdirSync(join(root, 'reports'), { recursive: true })
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: '',
      ...own?.environment,
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
    await own?.remove()
  }
  const kill = async () => {
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await ended
  }
  return { address, said: () => printed, stop, kill, ended }
}

type Place = { readonly environment: Readonly<Record<string, string>>; readonly remove: () => Promise<void> }

/**
 * Where one product keeps its data. The embedded database takes twice the work to start and to answer, so in the short form only what starts from nothing, or
 * starts again in its folder, is played on it; the full form plays everything on it.
 */
async function newPlace(isPrepared: boolean): Promise<Place> {
  const folder = newFolder(isPrepared)
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  const server = process.env[preparedPostgres]
  if (!isPrepared || !server) return { environment: { DATA_DIR: folder }, remove: async () => removeFolder() }
  const name = `browser_${crypto.randomUUID().replaceAll('-', '')}`
  const url = await createFromTemplate(server, name)
  return {
    environment: { DATA_DIR: folder, DATABASE_URL: url, UNSAFE_DATABASE: 'true', SEED_DEMO: 'true' },
    remove: async () => {
      removeFolder()
      await dropDatabase(server, name)
    },
  }
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

/** Before all tests: makes the folder where whoever started them has not, and starts PostgreSQL. Resolves with what removes both again. */
export async function prepare(): Promise<() => Promise<void>> {
  const [removeFolder, stopPostgres] = await Promise.all([prepareFolder(), preparePostgres()])
  return async () => {
    removeFolder()
    await stopPostgres()
  }
}

async function prepareFolder(): Promise<() => void> {
  if (process.env[preparedFolder]) return () => {}
  const folder = await makePreparedFolder()
  process.env[preparedFolder] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

async function preparePostgres(): Promise<() => Promise<void>> {
  if (isFullForm) return async () => {}
  const { cluster, url } = await findPostgres()
  if (url !== null) process.env[preparedPostgres] = url
  return async () => cluster?.stop()
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
