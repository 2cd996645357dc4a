/** Reads a refused record and the one that has its value already, for a sheet that shows them beside each other. */
import type { ShownPayload } from '#contract/connectors/runs/shown-payload.ts'
import type { InvestigatedRecord } from '#contract/studio/investigation.ts'
import { type BothRecords, fieldValue, jsonOrNothing, type ShownRecord } from '../../machines/studio/both-records.ts'
import type { Access } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'
import { readInvestigated, searchTransactions } from './investigation.service.ts'

type Asked = { readonly connectorId: string; readonly transactionId: string; readonly field: string }

/** Delivered records with the value somewhere that are opened, the newest first. */
const openedMax = 5

const jsonOf = (payload: ShownPayload | null): unknown =>
  payload !== null && 'text' in payload ? jsonOrNothing(payload.text) : undefined

function shownOf({ transaction, asRead, asDelivered, attempts }: InvestigatedRecord): ShownRecord {
  const { recordKey, recordName = null, transactionId } = transaction
  const answer = attempts.at(-1)?.answer ?? null
  const answered = answer === null ? undefined : (jsonOrNothing(answer.body) ?? answer.body)
  return { recordKey, recordName, transactionId, stages: { read: jsonOf(asRead), made: jsonOf(asDelivered), answered } }
}

/** The delivered record of the connector that has the value in the field; null where none of those that were opened does. */
async function otherOf(access: Access, { connectorId, field }: Asked, refused: ShownRecord, value: string, signal: AbortSignal) {
  const search = `"${value.replaceAll('"', ' ')}"`
  const asked = {
    connectorId,
    search,
    status: 'success',
    destination: null,
    order: 'newest',
    from: undefined,
    to: undefined,
  } as const
  const { transactions } = await searchTransactions(access, { ...asked, page: 1, pageSize: 10 }, signal)
  const others = transactions.filter(({ recordKey }) => recordKey !== refused.recordKey).slice(0, openedMax)
  for (const { transactionId } of others) {
    const shown = shownOf(await readInvestigated(access, { connectorId, transactionId }, signal))
    if (fieldValue(shown.stages.made, field) === value) return shown
  }
  return null
}

async function readBoth(access: Access, asked: Asked, signal: AbortSignal): Promise<BothRecords> {
  const refused = shownOf(await readInvestigated(access, asked, signal))
  const value = fieldValue(refused.stages.made, asked.field)
  const other = value === null ? null : await otherOf(access, asked, refused, value, signal)
  return { field: asked.field, value, refused, other }
}

/** A list of one: both records; `query.connectorId`, `transactionId` and `field`. What was delivered does not change while they are compared. */
export const bothRecordsMachine = (access: Access) =>
  listOf(async ({ connectorId, transactionId, field }, signal) => {
    const asked = { connectorId: String(connectorId), transactionId: String(transactionId), field: String(field) }
    return { items: [await readBoth(access, asked, signal)], total: 1 }
  }).provide({ delays: { refreshPause: 600_000 } })
