/** The embedded database in its own thread: bytes of the PostgreSQL protocol in, bytes out. Its only user is `embedded-server.ts`. */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

import { DurableNodeFS, durableStartParams, syncFolder } from './durable-node-fs.ts'

const open = (folder: string) => PGlite.create({ fs: new DurableNodeFS(folder), startParams: durableStartParams })

/** A cluster that was not made to its end is made again: only a complete one carries the final name. */
async function openCluster(folder: string): Promise<PGlite> {
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    const unfinished = `${folder}.new`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true, mode: 0o700 })
    const fresh = await open(unfinished)
    await fresh.close()
    renameSync(unfinished, folder)
    syncFolder(dirname(folder))
  }
  return open(folder)
}

/** A new client must not inherit the transaction or the settings of the one before it: there is one session for all. */
async function forgetSession(pg: PGlite): Promise<void> {
  if (pg.isInTransaction()) await pg.exec('rollback')
  await pg.exec('discard all')
}

const isStartup = (message: Uint8Array) => message[0] === 0

async function answer(pg: PGlite, message: Uint8Array): Promise<Uint8Array> {
  if (isStartup(message)) {
    await forgetSession(pg)
    return new Uint8Array(await pg.execProtocolRaw(message))
  }
  const chunks: Uint8Array[] = []
  await pg.execProtocolRawStream(message, { onRawData: (bytes) => chunks.push(bytes.slice()) })
  return chunks.length === 1 && chunks[0] ? chunks[0] : new Uint8Array(Buffer.concat(chunks))
}

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread.')
const pg = await openCluster((workerData as { readonly folder: string }).folder)

/** All files of one instant, since nothing else is done meanwhile: what a crash at this moment would leave, from which the log is replayed. */
function copyTo(target: string): string | null {
  const { folder } = workerData as { readonly folder: string }
  try {
    cpSync(folder, target, { recursive: true, filter: (path) => basename(path) !== 'postmaster.pid' })
    return null
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

// One at a time and in order: PGlite has one session and no queue for raw messages.
let previous: Promise<unknown> = Promise.resolve()
port.on('message', (message: Uint8Array | 'close' | { readonly copyTo: string }) => {
  previous = previous.then(async () => {
    if (typeof message === 'object' && 'copyTo' in message) {
      port.postMessage({ copied: copyTo(message.copyTo) })
      return
    }
    if (message === 'close') {
      await pg.close()
      port.close()
      return
    }
    const bytes = await answer(pg, message)
    port.postMessage(bytes, [bytes.buffer as ArrayBuffer])
  })
})
port.postMessage('ready')
