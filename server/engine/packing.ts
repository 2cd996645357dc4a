/** Maps the records of a page and packs them into deliveries: the exact bytes, their keys, and the ledger's line for each record. */
import { problem } from '../../contract/problem.ts'
import type { FailedRecord } from '../store/deliveries.ts'
import type { DeliveryLine, Outline, RecordLine } from '../store/outline.ts'
import { MappingFault } from './mapping/build.ts'
import type { Plan } from './plan.ts'

export type Packed = {
  readonly body: string
  readonly outline: Outline
  readonly failed: readonly FailedRecord[]
}

const keyMax = 128

/** The record's own key, or its position in the run when it has none. */
function ownKey(record: unknown, position: number): string {
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
 * A delivery is sent under the key `dc-<run>-<position>`, on every try and after every crash. The run belongs to one connector, and the position
 * is that of the delivery's first record in the run.
 */
const keyOfDeliveries = (runId: string) => `dc-${runId}-`

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
  const failed: FailedRecord[] = []
  const deliveries: DeliveryLine[] = []
  const [opening, closing] = frameOf(plan.output)
  const size = plan.output.strategy === 'individual' ? 1 : plan.output.size
  let body = ''
  let from = 0
  let records: RecordLine[] = []

  const close = () => {
    const [head] = records
    if (!head) return
    body += closing
    deliveries.push([head[0], from, body.length - from, records])
    records = []
  }

  for (const [index, record] of page.entries()) {
    const position = first + index
    const key = ownKey(record, position)
    const startedAt = performance.now()
    let text: string
    try {
      text = JSON.stringify(plan.map(record))
    } catch (fault) {
      failed.push({ position, index, key, mappingMs: Math.round(performance.now() - startedAt), error: refused(fault) })
      continue
    }
    const mappingMs = Math.round(performance.now() - startedAt)
    if (records.length > 0) body += ','
    else {
      from = body.length
      body += opening
    }
    records.push([position, index, key, mappingMs, body.length, text.length])
    body += text
    if (records.length >= size) close()
  }
  close()
  return { body, outline: { k: keyOfDeliveries(runId), d: deliveries }, failed }
}
