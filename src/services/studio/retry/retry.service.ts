/** Plans of records that are sent again: made of what was chosen, looked at, tried out, sent, stopped. */
import { ProblemError, problem, refusal, toProblem } from '#contract/kit/problem.ts'
import type { Replay, ReplayChoice, ReplayDryRun, ReplayInclude, ReplayLine, ReplaySelection } from '#contract/studio/replay.ts'
import { replayEndpoints } from '#contract/studio/replay-endpoints.ts'
import { type Access, call, once } from '../../kit/api-client.ts'

type ById = { readonly connectorId: string }
type OfReplay = ById & { readonly replayId: string }
type Selected = OfReplay & { readonly include: ReplayInclude; readonly selection?: ReplaySelection }
type Listed<Item> = { readonly items: readonly Item[]; readonly total: number }
type Wanted = { readonly page: number; readonly limit: number; readonly part?: 'sent' | 'exceptions' }

/** Makes a plan of what was chosen; nothing is sent. */
export function planChosen(
  access: Access,
  { connectorId, body }: ById & { readonly body: ReplayChoice },
  signal: AbortSignal,
): Promise<{ readonly replayId: string }> {
  return withReplayProblem(access, () => call(replayEndpoints.planChosen, { access, params: { id: connectorId }, body, signal }))
}

/** One try: it is read again and again, and a connection that is lost is shown immediately. */
export function readReplay(access: Access, it: OfReplay, signal: AbortSignal): Promise<Replay> {
  return call(replayEndpoints.get, { access, params: paramsOf(it), signal, patience: once })
}

/** What a plan would send. One try: enrichments call other systems. */
export function tryReplay(
  access: Access,
  { connectorId, replayId, ...body }: Selected,
  signal: AbortSignal,
): Promise<ReplayDryRun> {
  return call(replayEndpoints.dryRun, { access, params: { id: connectorId, replayId }, body, signal, patience: once })
}

/** Sends the records of a plan. */
export function startReplay(access: Access, { connectorId, replayId, ...body }: Selected, signal: AbortSignal): Promise<Replay> {
  const params = { id: connectorId, replayId }
  return withReplayProblem(access, () => call(replayEndpoints.start, { access, params, body, signal }))
}

/** Stops a replay; a plan is discarded by it. */
export function stopReplay(access: Access, it: OfReplay, signal: AbortSignal): Promise<Replay> {
  return call(replayEndpoints.stop, { access, params: paramsOf(it), signal })
}

/** One page of the records of a replay. `page` counts from 1. */
export async function listLines(
  access: Access,
  { connectorId, replayId, ...query }: OfReplay & Wanted,
  signal: AbortSignal,
): Promise<Listed<ReplayLine>> {
  const { data, total } = await call(replayEndpoints.lines, { access, params: { id: connectorId, replayId }, query, signal })
  return { items: data, total }
}

/** Exceptions that are shown, and records that are sent. */
const exceptionsShown = 100
const sentShown = 4

type PlanShown = { readonly replay: Replay; readonly sent: Listed<ReplayLine>; readonly exceptions: Listed<ReplayLine> }

/** A plan with the records that the sheet shows. */
export async function readRetryPlan(access: Access, it: OfReplay, signal: AbortSignal): Promise<PlanShown> {
  const [replay, sent, exceptions] = await Promise.all([
    readReplay(access, it, signal),
    listLines(access, { ...it, page: 1, limit: sentShown, part: 'sent' }, signal),
    listLines(access, { ...it, page: 1, limit: exceptionsShown, part: 'exceptions' }, signal),
  ])
  return { replay, sent, exceptions }
}

const paramsOf = ({ connectorId, replayId }: OfReplay) => ({ id: connectorId, replayId })

/** A failure is titled as the error catalogue has it, and says why below. */
export async function withReplayProblem<Reply>(access: Access, ask: () => Promise<Reply>): Promise<Reply> {
  if (access.bearer() === null) throw refusal('replay/not-signed-in')
  try {
    return await ask()
  } catch (thrown) {
    const why = toProblem(thrown)
    if (why.status === 401) throw refusal('replay/not-signed-in', {}, { cause: thrown })
    throw new ProblemError({ ...why, title: problem('replay/failed').title }, { cause: thrown })
  }
}
