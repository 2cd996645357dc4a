/** Where a source that is asked for what changed begins when a person says so. Only the source knows how much that is. */
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Place, Start } from '#server/engine/kit/kind.ts'
import { incrementalOf, isInstant } from './incremental.ts'

/** Throws `cursor/value-refused`. */
export async function startHttpAt(config: SourceConfig, value: string | null): Promise<Start> {
  if (value === null) return { place: null, count: null }
  const text = value.trim()
  if (incrementalOf(config)?.by !== 'runStart') return { place: { cursor: text }, count: null }
  if (isInstant(text)) return { place: { startedAt: new Date(text).toISOString() }, count: null }
  const message = 'This source reads changes since a time. Enter one, such as 2026-01-31T12:00:00Z.'
  throw refusal('cursor/value-refused', { message })
}

/** Where it stands: the highest value, or when the newest run began. */
export function httpCursorText({ cursor, startedAt }: Place, config: SourceConfig): string | null {
  const kept = incrementalOf(config)?.by === 'runStart' ? startedAt : cursor
  return typeof kept === 'string' ? kept : null
}
