/**
 * Notices that an older state of the database came back, as from a backup (`faults.md` F38): the last beat that was seen is kept beside the database,
 * and a database of the same lineage that stands behind it has lost what came after.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '../database/tables/tables.ts'
import { type Beat, beatOnce } from './heartbeat.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly log: Logger; readonly dataDir: string }
type Seen = Pick<Beat, 'lineage' | 'beats'> & { readonly at: string }

/** Milliseconds. */
const beatPause = 60_000

/** Null where nothing was seen, or what was written is no beat. */
function readSeen(file: string): Seen | null {
  try {
    const seen: Partial<Seen> = JSON.parse(readFileSync(file, 'utf8'))
    const { lineage, beats, at } = seen
    return typeof lineage === 'string' && typeof beats === 'number' && typeof at === 'string' ? { lineage, beats, at } : null
  } catch {
    return null
  }
}

/** Whole or not at all: a crash in the middle leaves what was there. */
function keepSeen(file: string, { lineage, beats, at }: Beat): void {
  writeFileSync(`${file}.new`, JSON.stringify({ lineage, beats, at: at.toISOString() }), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** One beat, and a warning for the operator where the database has gone back. */
export async function beatAndCompare({ db, log, dataDir }: Deps): Promise<void> {
  const file = join(dataDir, 'last-beat.json')
  const seen = readSeen(file)
  const beat = await beatOnce(db)
  if (seen && seen.lineage === beat.lineage && beat.beats <= seen.beats) {
    log.warn(
      { seen, now: beat },
      `The database was reset to a state before ${seen.at}. Later changes are missing. Runs continue from older checkpoints. They send the same records again, with the same keys.`,
    )
  }
  keepSeen(file, beat)
}

/** Now and every minute, until the returned function is called. */
export async function startHeartbeat(deps: Deps): Promise<() => void> {
  const beat = () => beatAndCompare(deps).catch((thrown: unknown) => deps.log.warn({ err: thrown }, 'the heartbeat failed'))
  await beat()
  const timer = setInterval(beat, beatPause)
  timer.unref()
  return () => clearInterval(timer)
}
