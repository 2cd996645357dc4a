/** Starts the built product for the browser tests: a free port, a folder of its own, a known password. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const startLimit = 60_000
const stopLimit = 15_000

/** The demo people's password in these tests. */
export const demoPassword = 'browser-tests-only'

// Playwright takes a set-up by its default export only.
// biome-ignore lint/style/noDefaultExport: see above
export default async function startProduct(): Promise<() => Promise<void>> {
  if (!existsSync(join(root, 'dist/console/index.html'))) throw new Error('The console is not built: run "npm run build" first.')
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'datacrane-e2e-'))
  mkdirSync(join(root, 'reports'), { recursive: true })
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_PASSWORD: demoPassword,
      DATABASE_URL: '',
      RATE_LIMIT: '100000',
      SIGN_IN_LIMIT: '1000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = createWriteStream(join(root, 'reports/e2e-server.log'))
  child.stdout.pipe(log)
  child.stderr.pipe(log)
  await ready(`${address}/readyz`, child)
  process.env['E2E_ADDRESS'] = address

  return async () => {
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), stopLimit)
    await ended
    clearTimeout(timer)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function ready(address: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + startLimit
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The product ended with code ${child.exitCode}; see reports/e2e-server.log.`)
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok) return
    await new Promise((later) => setTimeout(later, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`The product was not ready within ${startLimit / 1_000} s; see reports/e2e-server.log.`)
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => found(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
