/** Warnings for the operator before an embedded database is opened. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { memoryWarning } from './memory-need.ts'

/** The note that `npm run move` leaves in the folder that it moved. */
export const movedNote = (dataDir: string) => join(dataDir, 'moved.json')

export function startWarnings({ databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string }): string[] {
  if (databaseUrl !== null) return []
  const memory = memoryWarning()
  const moved =
    'This embedded database was moved to PostgreSQL and does not contain later changes. Set DATABASE_URL to use PostgreSQL.'
  return [...(memory === null ? [] : [memory]), ...(existsSync(movedNote(dataDir)) ? [moved] : [])]
}
