/** Maps the records of a page and packs them into deliveries: the exact bytes, their keys, and the ledger's line for each record. */
import { problem } from '../../contract/problem.ts'
import type { NewDelivery, NewRecord } from '../store/deliveries.ts'
import { MappingFault } from './mapping/build.ts'
import type { Plan } from './plan.ts'

export type Packed = {
  readonly body: string
  readonly records: readonly NewRecord[]
  readonly deliveries: readonly NewDelivery[]
}

const keyMax = 128

/** The record's own key, or its position in the run when it has none. */
function keyOf(record: unknown, position: number): string {
  if (typeof record === 'object' && record !== null) {
    const { id, _id, key } = record as Record<string, unknown>
    const own = id ?? _id ?? key
    if (typeof own === 'string' && own !== '' && own.length <= keyMax) return own
    if (typeof own === 'number') return String(own)
    if (JSON.isRawJSON(own)) return own.rawJSON.slice(0, keyMax)
  }
  return String(position)
}

/**
 * The key under which a delivery is sent, on every try and after every crash: `dc-<run>-<position>`. The run belongs to one connector, and the
 * position is that of the delivery's first record in the run.
 */
export const deliveryKey = (runId: string, position: number): string => `dc-${runId}-${position}`

function refused(fault: unknown) {
  if (!(fault instanceof MappingFault)) throw fault
  const errors = [{ path: `/dataMapping/${fault.line.at}`, message: fault.message }]
  return problem('mapping/failed', { message: fault.message, errors })
}

/** What stands around the records of one delivery. */
function frameOf({ strategy, field }: Plan['output']): readonly [string, string] {
  if (strategy === 'individual') return ['', '']
  return strategy === 'bulk' ? ['[', ']'] : [`{${JSON.stringify(field)}:[`, ']}']
}

/** Packs a page whose first record stands at `first` in the run. A record that cannot be mapped is left out of its delivery and says why. */
export function pack(page: readonly unknown[], first: number, plan: Plan, runId: string): Packed {
  const records: NewRecord[] = []
  const deliveries: NewDelivery[] = []
  const pieces: string[] = []
  const [opening, closing] = frameOf(plan.output)
  const size = plan.output.strategy === 'individual' ? 1 : plan.output.size
  let end = 0
  let open: { readonly position: number; readonly from: number; last: number; count: number } | null = null

  const write = (text: string) => {
    pieces.push(text)
    end += text.length
  }
  const close = () => {
    if (!open) return
    write(closing)
    const { position, last, count, from } = open
    deliveries.push({ position, last, count, from, length: end - from, key: deliveryKey(runId, position) })
    open = null
  }

  for (const [index, record] of page.entries()) {
    const position = first + index
    const key = keyOf(record, position)
    const startedAt = performance.now()
    let text: string
    try {
      text = JSON.stringify(plan.map(record))
    } catch (fault) {
      records.push({
        position,
        index,
        key,
        mappingMs: Math.round(performance.now() - startedAt),
        delivery: null,
        slice: null,
        error: refused(fault),
      })
      continue
    }
    const mappingMs = Math.round(performance.now() - startedAt)
    if (open) write(',')
    else {
      open = { position, from: end, last: position, count: 0 }
      write(opening)
    }
    records.push({
      position,
      index,
      key,
      mappingMs,
      delivery: open.position,
      slice: { from: end, length: text.length },
      error: null,
    })
    write(text)
    open.last = position
    open.count += 1
    if (open.count >= size) close()
  }
  close()
  return { body: pieces.join(''), records, deliveries }
}
