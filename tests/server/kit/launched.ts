/** The product as its own process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
/** What Node compiled of the program, kept between processes. */
export const compileCache = join(root, 'reports/cache/compiled')
/** Milliseconds; the machine may be busy with other tests, or slow. */
const readyLimit = 240_000

export type Launched = {
  readonly child: ChildProcess
  readonly out: () => string
  readonly err: () => string
  /** Resolves with the exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>
  /** Resolves when the ready line was printed; rejects when it ends before. */
  readonly ready: Promise<void>
}

/** @param folder of the program: another version of it lies elsewhere. */
export function launch(environment: Record<string, string>, flags: readonly string[] = [], folder = root): Launched {
  const child = spawn(process.execPath, [...flags, 'server/main.ts'], {
    cwd: folder,
    // Loading the program anew costs more than most of what is tested.
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compileCache, DEMO_CONNECTORS: 'false', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const ready = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`not ready in time: ${out}${err}`)), readyLimit)
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      if (out.includes('Datacrane is ready')) {
        clearTimeout(late)
        resolve()
      }
    })
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString()
    })
    void ended.then((code) => {
      clearTimeout(late)
      reject(new Error(`ended with ${code}: ${err}`))
    })
  })
  ready.catch(() => {})
  return { child, out: () => out, err: () => err, ended, ready }
}
