/** A backup of the embedded database as a folder: its files, and a manifest with the hash of each, which is read back. */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { lockFolder } from '../embedded/folder-lock.ts'
import { requestBackup } from './backup-requests.ts'

type Manifest = {
  readonly format: 'datacrane-database-1'
  readonly createdAt: string
  /** Path below the database's folder → SHA-256. */
  readonly files: Readonly<Record<string, string>>
}
export type Made = { readonly folder: string; readonly files: number; readonly bytes: number }

const manifestOf = (folder: string) => join(folder, 'manifest.json')

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

async function hashesIn(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const file of await filesIn(folder)) hashes[file.split(sep).join('/')] = await hashOf(join(folder, file))
  return hashes
}

/** Takes the folder where nobody uses it; null where a product does. */
function tryLock(dataDir: string) {
  try {
    return lockFolder(dataDir)
  } catch {
    return null
  }
}

/** Of the database in `dataDir`, whether a product uses it or not. @throws an Error of one sentence */
export async function makeBackup(dataDir: string, folder: string, patience?: number): Promise<Made> {
  if (!existsSync(join(dataDir, 'pgdata'))) throw new Error(`${dataDir} contains no embedded database.`)
  if (existsSync(folder)) throw new Error(`${folder} already exists. Name a new folder.`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const target = join(folder, 'pgdata')
  const lock = tryLock(dataDir)
  try {
    if (lock === null) await requestBackup(dataDir, target, patience)
    else await cp(join(dataDir, 'pgdata'), target, { recursive: true })
    const files = await hashesIn(target)
    const manifest: Manifest = { format: 'datacrane-database-1', createdAt: new Date().toISOString(), files }
    await writeFile(manifestOf(folder), JSON.stringify(manifest, null, 2), { mode: 0o600, flush: true })
    let bytes = 0
    for (const file of Object.keys(files)) bytes += (await stat(join(target, file))).size
    return { folder, files: Object.keys(files).length, bytes }
  } catch (thrown) {
    await rm(folder, { recursive: true, force: true })
    throw thrown
  } finally {
    lock?.release()
  }
}

/**
 * Puts a backup in the place of the database, which nobody may use; the database that was there is kept beside it.
 * @returns where that is now; null where there was none @throws an Error of one sentence; nothing was changed then
 */
export async function restoreBackup(dataDir: string, folder: string): Promise<string | null> {
  const manifest = await readFile(manifestOf(folder), 'utf8').then(
    (text) => JSON.parse(text) as Manifest,
    () => null,
  )
  if (manifest?.format !== 'datacrane-database-1') throw new Error(`${folder} is not a backup of an embedded database.`)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockFolder(dataDir)
  const [place, fresh] = [join(dataDir, 'pgdata'), join(dataDir, 'pgdata.restored')]
  try {
    await rm(fresh, { recursive: true, force: true })
    await cp(join(folder, 'pgdata'), fresh, { recursive: true })
    // What is going to be opened is checked, not what it was copied from.
    const found = await hashesIn(fresh)
    const wrong = Object.entries(manifest.files).find(([file, hash]) => found[file] !== hash)
    if (wrong || Object.keys(found).length !== Object.keys(manifest.files).length) {
      await rm(fresh, { recursive: true, force: true })
      throw new Error(`The backup in ${folder} is damaged${wrong ? ` (${wrong[0]} was changed)` : ''}. Nothing was restored.`)
    }
    const before = existsSync(place) ? `${place}.before-${Date.now()}` : null
    if (before !== null) await rename(place, before)
    await rename(fresh, place)
    return before
  } finally {
    lock.release()
  }
}
