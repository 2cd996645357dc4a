/** Who is compared, each with all it needs in a process tree of its own. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'

import { memoryEnvironment, memoryFlags } from '../scripts/memory.mjs'

export type Mode = 'one by one' | 'bulk of 100'
export const modes: readonly Mode[] = ['one by one', 'bulk of 100']

/** Names, as they are printed. None but the engine keeps anything. */
export const bare = 'bare loop'
export const nodeRed = 'Node-RED'
export const onPostgres = 'engine, PostgreSQL'
export const onEmbedded = 'engine, embedded'
/** What stands behind the name of an engine of another checkout. */
export const before = ' (before)'

/** What a contestant is told: to move so many records from `/orders` to `/import` of an origin. */
export type Order = {
  readonly mode: Mode
  readonly total: number
  readonly origin: string
  /** Records of a page, and of a delivery in bulk; 100 when absent. */
  readonly batchSize?: number
}

export type Contestant = {
  readonly name: string
  readonly pid: number
  /** Resolves when it says that it is done. Where it cannot say so, as soon as it has begun. */
  readonly move: (order: Order) => Promise<unknown>
  readonly close: () => Promise<void>
}

async function forked(
  name: string,
  file: string,
  args: readonly string[],
  flags: readonly string[] = [],
  env = {},
): Promise<Contestant> {
  const child: ChildProcess = fork(new URL(file, import.meta.url), [...args], {
    execArgv: [...flags],
    env: { ...process.env, ...env },
  })
  const gone = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
  })
  gone.catch(() => {})
  await Promise.race([once(child, 'message'), gone])
  return {
    name,
    pid: child.pid ?? 0,
    move: (order) => {
      child.send(order)
      return Promise.race([once(child, 'message'), gone])
    },
    close: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

export const bareLoop = (origin: string) => forked(bare, './bare-loop.ts', [origin])

/** A loop that keeps a row for each page in PostgreSQL. */
export const ledgerLoop = (origin: string) => forked('loop with a page ledger', './bare-loop.ts', [origin, 'ledger'])

/** @param folder of the embedded database; @param flags of Node. */
export const engineOn = (kind: 'embedded' | 'postgres', folder: string, flags: readonly string[] = memoryFlags) =>
  forked(kind === 'embedded' ? onEmbedded : onPostgres, './engine-process.ts', [kind, folder], flags, memoryEnvironment)

/** The engine of another checkout with its packages installed: what a record cost there, in the same interleaved run. @param tree its folder. */
export const engineBefore = (kind: 'embedded' | 'postgres', folder: string, tree: string) =>
  forked(
    `${kind === 'embedded' ? onEmbedded : onPostgres}${before}`,
    pathToFileURL(`${tree}/bench/engine-process.ts`).href,
    [kind, folder],
    memoryFlags,
    memoryEnvironment,
  )
