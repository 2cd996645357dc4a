/** Where a bar is measured: PostgreSQL that syncs its commits, or the embedded database, in a folder that is removed afterwards. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/platform/database/database.ts'
import { startCluster } from '#tests/kit/postgres-cluster.ts'

/** What was measured, and whether its bar is met. */
export type Verdict = { readonly what: string; readonly isMet: boolean }

export type Place = {
  readonly url: string | null
  readonly dataDir: string
  /** For the product as a process of its own. */
  readonly environment: Record<string, string>
  /** Of PostgreSQL; null of the embedded database. */
  readonly pid: number | null
  remove(): Promise<void>
}

export async function openPlace(kind: Database['kind']): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'datacrane-scale-'))
  const cluster = kind === 'postgres' ? await startCluster(['shared_buffers=64MB', 'max_connections=300']) : null
  return {
    url: cluster?.url ?? null,
    dataDir,
    environment: { DATA_DIR: dataDir, ...(cluster === null ? {} : { DATABASE_URL: cluster.url }) },
    pid: cluster?.pid ?? null,
    async remove() {
      await cluster?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Milliseconds that a process has been on the processor. */
export function cpuOf(pid: number | undefined): number {
  if (process.platform !== 'linux' || pid === undefined) return Number.NaN
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
