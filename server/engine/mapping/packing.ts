/** Maps the records of a page and packs them into deliveries: the exact bytes, their keys, and the ledger's line for each record that ends here. */

import { productLimits } from '#contract/connectors/config/product-limits.ts'
import { type Problem, ProblemError, problem } from '#contract/kit/problem.ts'
import type { PageContent } from '../../records/ledger/page-content.repository.ts'
import type { EndedRecord } from '../../records/ledger/source-pages.repository.ts'
import type { Verdict } from '../kit/enriching.ts'
import type { Identities } from '../kit/identities.ts'
import { Unreadable } from '../kit/kind.ts'
import type { Making, MapRun, Plan } from '../kit/plan.ts'
import { ownKey } from '../kit/record-key.ts'
import { MappingFault } from './line.ts'

export type Packed = {
  readonly content: PageContent
  /** Of each record that is delivered, whether it has a key of its own. */
  readonly owned: readonly boolean[]
  readonly identities: Buffer | null
  readonly ended: readonly EndedRecord[]
  /** Microseconds. */
  readonly mappingTime: number
  /** Records that were given to the mapping, and those of them that failed in it. */
  readonly mapped: { readonly records: number; readonly failed: number }
  /** Records of the page that were packed; what is left goes into a page of its own. */
  readonly taken: number
}

/** Characters of one record as it is delivered, and of all records from which on no more are packed: a mapping may make much of little (T-BOMB). */
const recordMax = productLimits.recordMegabytes * 1024 * 1024
const packMax = 16 * 1024 * 1024

/**
 * A delivery is sent under the key `dc-<run>-<position>`, on every try and after every crash. The run belongs to one connector, and the position
 * is that of the delivery's first record in the run. Those of a replay name it (`replay-source.ts`).
 */
export const keyOfDeliveries = (runId: string) => `dc-${runId}-`

function refused(fault: unknown): Problem {
  if (fault instanceof ProblemError) return fault.problem
  if (!(fault instanceof MappingFault)) throw fault
  const errors = [{ path: `/dataMapping/${fault.line.at}`, message: fault.message }]
  return problem('mapping/failed', { message: fault.message, errors })
}

/** What stands around the records of one delivery. */
function frameOf({ strategy, field, around = '' }: Plan['output']): readonly [string, string] {
  if (strategy === 'individual') return ['', '']
  if (strategy === 'bulk') return ['[', ']']
  return [around === '' ? `{${JSON.stringify(field)}:[` : `${around.slice(0, -1)},${JSON.stringify(field)}:[`, ']}']
}

/** The text of a record as it is delivered, or why there is none. Without `run` only to see which of both. */
export function deliveredText(record: unknown, plan: Making, run?: MapRun): string | Problem {
  if (record instanceof Unreadable) return record.problem
  try {
    const made = plan.map(record, run)
    const text = JSON.stringify(made)
    // A record without any of the mapped fields would arrive as nothing and count as moved.
    if (plan.isMapped && text === '{}') return problem('mapping/empty')
    const fault = plan.addressFault?.(made) ?? null
    if (fault !== null) return fault
    return text.length <= recordMax ? text : problem('record/too-large')
  } catch (fault) {
    return refused(fault)
  }
}

const merged = (texts: readonly string[], size: number, open: string, close: string) => {
  if (size === 1 && open === '') return texts.join('')
  let body = ''
  for (let from = 0; from < texts.length; from += size) body += open + texts.slice(from, from + size).join(',') + close
  return body
}

type Packing = {
  readonly plan: Making
  readonly run: MapRun
  /** Begins the keys of the deliveries. */
  readonly keyPrefix: string
  /** The place in the run of the page's first record. */
  readonly first: number
  readonly seen: Identities
  /** Of records that were looked at before they are mapped, in the order of the page; null: all of them are mapped as they are. */
  readonly verdicts: readonly Verdict[] | null
  /** The place in the run of a record that is not made, because making it has ended several processes (`faults.md` F15). */
  readonly poison: number | null
}

/**
 * Packs a page. A record that cannot be mapped is left out of its delivery and says why; one that an earlier page held already, unchanged and under
 * the same key, is skipped (F18).
 */
export function pack(page: readonly unknown[], { plan, run, keyPrefix, first, seen, verdicts, poison }: Packing): Packed {
  const startedAt = performance.now()
  const ended: EndedRecord[] = []
  const texts: string[] = []
  const keys: string[] = []
  const owned: boolean[] = []
  const indices: number[] = []

  const mapped = { records: 0, failed: 0 }
  let characters = 0
  let taken = 0
  for (let index = 0; index < page.length && characters < packMax; index += 1) {
    taken = index + 1
    const position = first + index
    const verdict = verdicts?.[index]
    const record = verdict && 'record' in verdict ? verdict.record : page[index]
    const own = ownKey(page[index])
    const end = (status: EndedRecord['status'], error: Problem) =>
      ended.push({ position, key: own ?? String(position), status, error })
    if (verdict && 'skipped' in verdict) end('skipped', verdict.skipped)
    else if (verdict && 'leftOut' in verdict) end('left-out', verdict.leftOut)
    else if (verdict && 'failed' in verdict) end('failure', verdict.failed)
    else if (position === poison) end('failure', problem('record/poison'))
    else {
      const text = deliveredText(record, plan, run)
      const isOvertaken = typeof text !== 'string' && text.code === 'replay/overtaken'
      if (!isOvertaken && !(record instanceof Unreadable)) {
        mapped.records += 1
        if (typeof text !== 'string') mapped.failed += 1
      }
      if (typeof text !== 'string') end(isOvertaken ? 'skipped' : 'failure', text)
      else {
        texts.push(text)
        characters += text.length
        keys.push(own ?? String(position))
        owned.push(own !== null)
        indices.push(index)
      }
    }
  }
  const mappingTime = Math.round((performance.now() - startedAt) * 1_000)
  const { kept, identities } = seen.sift(keys, texts, owned)
  for (const [at, isKept] of kept?.entries() ?? []) {
    if (!isKept)
      ended.push({
        position: first + (indices[at] ?? 0),
        key: keys[at] ?? '',
        status: 'skipped',
        error: problem('record/repeated'),
      })
  }
  const only = <T>(values: readonly T[]) => (kept ? values.filter((_, at) => kept[at]) : values)
  return {
    content: contentOf(only(texts), only(keys), only(indices), { plan, keyPrefix, first, count: taken }),
    owned: only(owned),
    identities,
    ended,
    mappingTime,
    mapped,
    taken,
  }
}

type Around = { readonly plan: Making; readonly keyPrefix: string; readonly first: number; readonly count: number }

function contentOf(
  texts: readonly string[],
  keys: readonly string[],
  indices: readonly number[],
  { plan, keyPrefix, first, count }: Around,
): PageContent {
  const [open, close] = frameOf(plan.output)
  const size = plan.output.strategy === 'individual' ? 1 : plan.output.size
  const text = merged(texts, size, open, close)
  const body = Buffer.from(text)
  // As many bytes as characters: all of it is ASCII.
  const lengths = body.length === text.length ? texts.map((it) => it.length) : texts.map((it) => Buffer.byteLength(it))
  return {
    keyPrefix,
    first,
    size,
    open,
    close,
    keys,
    lengths,
    indices: texts.length === count ? null : indices,
    body,
  }
}
