/** Replays: what there is to replay, the plan of a form, and what the tab stored of it. `studio-account-settings.md` sections 7 and 8. */
import { shapeEndpoints } from '#contract/connectors/config/shape.ts'
import type { Replay, ReplayForm } from '#contract/studio/replay.ts'
import { replayEndpoints } from '#contract/studio/replay-endpoints.ts'
import { listTransactions } from '../connectors/runs/transaction.service.ts'
import { type Access, call } from '../kit/api-client.ts'
import { withReplayProblem } from './retry/retry.service.ts'

type ById = { readonly connectorId: string }
type Listed<Item> = { readonly items: readonly Item[]; readonly total: number }
type Paged = { readonly page: number; readonly limit: number }

/** Transactions of any time, and the examples that the connector keeps of its source. */
export async function readStock(
  access: Access,
  it: ById,
  signal: AbortSignal,
): Promise<{ readonly transactions: number; readonly examples: readonly unknown[] }> {
  const [{ total }, { source }] = await Promise.all([
    listTransactions(access, { ...it, page: 1, pageSize: 1 }, signal),
    call(shapeEndpoints.read, { access, params: { id: it.connectorId }, signal }),
  ])
  return { transactions: total, examples: source?.examples ?? [] }
}

/** Makes a plan and answers at once; nothing is sent. */
export function planReplay(
  access: Access,
  { connectorId, body }: ById & { readonly body: ReplayForm },
  signal: AbortSignal,
): Promise<{ readonly replayId: string }> {
  return withReplayProblem(access, () => call(replayEndpoints.plan, { access, params: { id: connectorId }, body, signal }))
}

/** One page of a connector's replays, newest first. */
export async function listReplays(
  access: Access,
  { connectorId, page, limit }: ById & Paged,
  signal: AbortSignal,
): Promise<Listed<Replay>> {
  const { data, total } = await call(replayEndpoints.list, {
    access,
    params: { id: connectorId },
    query: { page, limit },
    signal,
  })
  return { items: data, total }
}

type Place = ById & {
  /** The id of the person who types. */
  readonly owner: string
}
const keyOf = ({ owner, connectorId }: Place) => `replay:${owner}:${connectorId}`

/** What this tab kept of the form, whatever it is; null when there is nothing or the browser keeps nothing. */
export function readTyped(place: Place): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null')
  } catch {
    return null
  }
}

/** Storage that is full or forbidden costs the next load what was typed, not this one. */
export function keepTyped(place: Place, written: object): void {
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify(written))
  } catch {
    // What is typed stays on the page.
  }
}
