/** The embedded database in its own thread: bytes of the PostgreSQL protocol in, bytes out. Its only user is `embedded-server.ts`. */
import { cpSync, existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'

import { makeClusterFolder, openFolder } from './cluster-folder.ts'
import { isSmall } from './memory-need.ts'

async function openCluster(folder: string): Promise<PGlite> {
  // V8's first compiler alone takes a fraction of the memory. The flag is for the whole process, which runs no other large WebAssembly module. It
  // cannot be switched back: a module that is compiled again takes over the slower code of the first time, which cost a new database 10 % more CPU.
  if (isSmall()) setFlagsFromString('--liftoff-only')
  if (!existsSync(join(folder, 'PG_VERSION'))) await makeClusterFolder(folder)
  return openFolder(folder)
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
