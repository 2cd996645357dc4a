/** One process per data folder: PGlite itself would let a second one in, and both would lose data. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type FolderLock = { release(): void }

/**
 * Takes the folder for this process or throws a sentence for the person. SQLite's lock is the operating system's own: it ends with the process,
 * however it ends, so that no stale lock can be left behind, and it holds between containers that share a disk.
 */
export function lockFolder(folder: string): FolderLock {
  const owner = join(folder, 'datacrane.pid')
  const lock = new DatabaseSync(join(folder, 'datacrane.lock'), { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive')
  } catch (cause) {
    lock.close()
    const who = `another Datacrane process (${describeOwner(owner)})`
    throw new Error(`The data folder ${folder} is in use by ${who}. Stop it, or choose another folder with DATA_DIR.`, { cause })
  }
  writeFileSync(owner, `${process.pid}\n`)
  return { release: () => lock.close() }
}

function describeOwner(file: string): string {
  try {
    return `process id ${readFileSync(file, 'utf8').trim()}`
  } catch {
    return 'process id not recorded'
  }
}
