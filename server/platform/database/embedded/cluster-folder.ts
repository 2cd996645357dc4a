/**
 * The files of an embedded database that has no tables yet. To make them takes half a gigabyte for some seconds, many times what the database needs
 * later: the build makes them once (`npm run build`), and a first start copies them.
 */
import {
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { DurableNodeFS, durableStartParams, syncFolder } from './durable-node-fs.ts'

const made = join(import.meta.dirname, '../../../../dist/cluster')

/** Which PGlite makes, and may use, the files. */
export function versionOfPglite(): string {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  return (JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8')) as { version: string }).version
}

export const versionFile = (folder: string) => `${folder}.version`

function isMade(): boolean {
  const file = versionFile(made)
  return existsSync(join(made, 'PG_VERSION')) && existsSync(file) && readFileSync(file, 'utf8') === versionOfPglite()
}

/** What a copy wrote, on the disk. */
function syncAll(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) syncFolder(path)
    else {
      const file = openSync(path, 'r')
      fsyncSync(file)
      closeSync(file)
    }
  }
  syncFolder(folder)
}

/** Opens the database of a folder; one without files gets those of a new database. */
export const openFolder = (folder: string): Promise<PGlite> =>
  PGlite.create({ fs: new DurableNodeFS(folder), startParams: durableStartParams })

/** Only a complete one carries the final name; what an ended process left beside it is removed. */
export async function makeClusterFolder(folder: string): Promise<void> {
  const [parent, unfinished] = [dirname(folder), `${folder}.new`]
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  if (isMade()) {
    cpSync(made, unfinished, { recursive: true })
    syncAll(unfinished)
  } else {
    const fresh = await openFolder(unfinished)
    await fresh.close()
  }
  renameSync(unfinished, folder)
  syncFolder(parent)
}
