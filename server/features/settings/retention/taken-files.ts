/** Takes files of companies from the data folder, where earlier versions wrote them, into the database. */
import { createReadStream } from 'node:fs'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { addParts, stateOf } from './company-file.ts'
import { type FileKind, hashOfFile } from './company-file-parts.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly dataDir: string; readonly log: Pick<Logger, 'info' | 'warn'> }

const kinds: readonly FileKind[] = ['archives', 'backups']
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const ending = '.ndjson.zst'
const idOf = (name: string) => {
  const id = name.endsWith(ending) ? name.slice(0, -ending.length) : ''
  return uuid.test(id) ? id : null
}

const namesIn = (folder: string) => readdir(folder).catch((): string[] => [])

/**
 * Each file that a row names: it is removed from the folder when the database has been read back. A file without a row stays where it is. Safe to
 * repeat, also by two processes that share the folder.
 */
export async function takeFiles({ db, dataDir, log }: Deps, isOver: () => boolean = () => false): Promise<void> {
  let [taken, left] = [0, 0]
  for (const kind of kinds) {
    for (const companyId of (await namesIn(join(dataDir, kind))).filter((name) => uuid.test(name))) {
      const folder = join(dataDir, kind, companyId)
      for (const name of await namesIn(folder)) {
        if (isOver()) return
        const id = idOf(name)
        const file = id === null ? null : { companyId, id }
        const sha256 = file && (await hashOfFile(db, kind, file))
        if (file === null || sha256 === null) {
          if (!name.endsWith('.manifest.json')) left += 1
          continue
        }
        await addParts(db, file, createReadStream(join(folder, name)))
        if ((await stateOf(db, { ...file, sha256 })) === 'whole') {
          await rm(join(folder, name), { force: true })
          await rm(join(folder, `${file.id}.manifest.json`), { force: true })
          taken += 1
        } else left += 1
      }
      // A folder that is not empty is not removed.
      await rmdir(folder).catch(() => {})
    }
    await rmdir(join(dataDir, kind)).catch(() => {})
  }
  if (taken > 0) log.info({ taken }, 'Archives and backups of companies were imported from the data folder into the database.')
  if (left > 0)
    log.warn(
      { left, dataDir },
      'Some archives or backups in the data folder were not imported. They are damaged or have no row in the database.',
    )
}

/** Once after the start, in each process: folders belong to machines. @returns what ends it */
export function startTakingFiles(deps: Deps): () => Promise<void> {
  let isOver = false
  const work = takeFiles(deps, () => isOver).catch((thrown: unknown) =>
    deps.log.warn({ err: thrown }, 'importing archives and backups from the data folder failed, will retry at the next start'),
  )
  return () => {
    isOver = true
    return work
  }
}
