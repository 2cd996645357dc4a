/** The cursor of a run whose windows of time were read in parts. Pure. */
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { keyFieldsOf } from '#server/engine/kit/key-fields.ts'
import type { Place } from '#server/engine/kit/kind.ts'
import { createIncremental, incrementalOf, isAfter, oddMax, type Since } from './incremental.ts'

/** Where the next run begins after one whose parts were read to their ends, as after one that read all of it itself. */
export function joinedHttp(config: SourceConfig, places: readonly Place[]): Place {
  const incremental = incrementalOf(config)
  const all = places.map(({ since }) => since as Since | undefined).filter((it) => it !== undefined)
  const [first] = all
  if (!incremental || !first) return {}
  const latest = (values: readonly (string | null | undefined)[]) =>
    values.reduce<string | null>((most, it) => (it != null && (most === null || isAfter(it, most)) ? it : most), null)
  const memories = all.flatMap(({ memory }) => memory ?? [])
  const [memory] = memories
  const since: Since = {
    ...first,
    high: latest(all.map(({ high }) => high)),
    odd: [...new Set([...(first.known ?? []), ...all.flatMap(({ odd = [] }) => odd)])].slice(0, oddMax),
    ...(memory
      ? {
          memory: {
            ...memory,
            floor: latest(memories.map(({ floor }) => floor)),
            read: memories.flatMap(({ read }) => read),
            ...(memories.some(({ isFull }) => isFull) ? { isFull: true } : {}),
          },
        }
      : {}),
  }
  return createIncremental(incremental, { keyFields: keyFieldsOf(config) }).resume(since)
}
