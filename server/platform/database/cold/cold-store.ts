/** Where the files of cold weeks lie: a folder or a container that every process of the installation reaches. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type StoredBytes = { readonly bytes: number; readonly sha256: string }

export type ColdStore = {
  /** As people know it. */
  readonly place: string
  /** A new path of this machine, to write a file at before it is stored. */
  readonly scratch: (name: string) => Promise<string>
  /** Stores a file that lies at a path of `scratch`, and reads it back: its bytes and their hash are those in the store. */
  readonly put: (path: string, file: string) => Promise<StoredBytes>
  /** The path at which a file can be read. @throws `ColdStoreFault` where it cannot */
  readonly pathOf: (file: string) => Promise<string>
  readonly remove: (file: string) => Promise<void>
  /** Every file, with the milliseconds since it was stored. */
  readonly list: () => AsyncIterable<{ readonly file: string; readonly age: number }>
}

/** A file is missing or another one, or the place of the files cannot be used. Its message is for the operator, and holds no secret. */
export class ColdStoreFault extends Error {
  override readonly name = 'ColdStoreFault'
}

/** Bytes of a file and their hash. */
export async function hashOf(path: string): Promise<StoredBytes> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer)
    bytes += (chunk as Buffer).length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** A file or folder is on the disk, and not only in its cache. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Files that are being written. */
export const scratchFolder = 'unfinished'

/** @param root a folder; it is created when something is stored. */
export function coldFolder(root: string): ColdStore {
  return {
    place: root,
    scratch: async (name) => {
      await mkdir(join(root, scratchFolder), { recursive: true, mode: 0o700 })
      return join(root, scratchFolder, name)
    },
    put: async (path, file) => {
      const target = join(root, file)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await flush(path)
      await rename(path, target)
      await flush(dirname(target))
      return hashOf(target)
    },
    pathOf: async (file) => {
      const path = join(root, file)
      if (!(await stat(path).catch(() => null))) throw new ColdStoreFault(`The file ${path} of the cold ledger is missing.`)
      return path
    },
    remove: async (file) => {
      await rm(join(root, file), { force: true })
      // A folder that is not empty is not removed.
      await rmdir(dirname(join(root, file))).catch(() => {})
    },
    list: async function* () {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
      for (const entry of entries) {
        if (!entry.isFile()) continue
        const path = join(entry.parentPath, entry.name)
        const found = await stat(path).catch(() => null)
        if (found) yield { file: path.slice(root.length + 1), age: Date.now() - found.mtimeMs }
      }
    },
  }
}
