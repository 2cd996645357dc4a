/** Replays: what there is to replay, the plan, and where one stands. `studio-account-settings.md` sections 7 and 8. */
import type { DryRun } from '#contract/builder/dry-run.ts'
import { shapeEndpoints } from '#contract/connectors/config/shape.ts'
import { ProblemError, problem, refusal, toProblem } from '#contract/kit/problem.ts'
import type { Replay, ReplayChoice, ReplayForm, ReplayInclude, ReplayLine } from '#contract/studio/replay.ts'
import { replayEndpoints } from '#contract/studio/replay-endpoints.ts'
import { listTransactions } from '../connectors/runs/transaction.service.ts'
import { type Access, call, patient } from '../kit/api-client.ts'

type ById = { readonly connectorId: string }
type OfReplay = ById & { readonly replayId: string }
type Chosen = OfReplay & { readonly include: ReplayInclude }
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

/** The same for transactions that were chosen elsewhere. */
export function planChosen(
  access: Access,
  { connectorId, body }: ById & { readonly body: ReplayChoice },
  signal: AbortSignal,
): Promise<{ readonly replayId: string }> {
  return withReplayProblem(access, () => call(replayEndpoints.planChosen, { access, params: { id: connectorId }, body, signal }))
}

/** One try: it is asked again and again, and a connection that is lost is told at once. */
export function readReplay(access: Access, it: OfReplay, signal: AbortSignal): Promise<Replay> {
  return call(replayEndpoints.get, { access, params: paramsOf(it), signal, patience: { ...patient, retries: 0 } })
}

/** What a plan would send. One try: enrichments ask other people's systems. */
export function tryReplay(access: Access, { include, ...it }: Chosen, signal: AbortSignal): Promise<DryRun> {
  const patience = { ...patient, retries: 0 }
  return call(replayEndpoints.dryRun, { access, params: paramsOf(it), body: { include }, signal, patience })
}

export function startReplay(access: Access, { include, ...it }: Chosen, signal: AbortSignal): Promise<Replay> {
  return withReplayProblem(access, () => call(replayEndpoints.start, { access, params: paramsOf(it), body: { include }, signal }))
}

export function stopReplay(access: Access, it: OfReplay, signal: AbortSignal): Promise<Replay> {
  return call(replayEndpoints.stop, { access, params: paramsOf(it), signal })
}

/** One page of the records of a replay. `page` counts from 1. */
export async function listLines(
  access: Access,
  { page, limit, ...it }: OfReplay & Paged,
  signal: AbortSignal,
): Promise<Listed<ReplayLine>> {
  const { data, total } = await call(replayEndpoints.lines, { access, params: paramsOf(it), query: { page, limit }, signal })
  return { items: data, total }
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

const paramsOf = ({ connectorId, replayId }: OfReplay) => ({ id: connectorId, replayId })

/** A failure is titled as the error catalogue has it, and says why below. */
async function withReplayProblem<Reply>(access: Access, ask: () => Promise<Reply>): Promise<Reply> {
  if (access.bearer() === null) throw refusal('replay/not-signed-in')
  try {
    return await ask()
  } catch (thrown) {
    const why = toProblem(thrown)
    if (why.status === 401) throw refusal('replay/not-signed-in', {}, { cause: thrown })
    throw new ProblemError({ ...why, title: problem('replay/failed').title }, { cause: thrown })
  }
}
