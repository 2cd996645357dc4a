/** Joins the machines of a retry to the calls. */
import type { Replay } from '#contract/studio/replay.ts'
import { choiceOf, retryMachine } from '../../../machines/studio/retry/retry.machine.ts'
import { retryPlanMachine } from '../../../machines/studio/retry/retry-plan.machine.ts'
import { nothingElse, type Picks } from '../../../machines/studio/retry/selection.ts'
import { actorFrom } from '../../kit/actor.ts'
import type { Access } from '../../kit/api-client.ts'
import { keepInTab, readTabChanges } from '../../kit/tab-changes.service.ts'
import { planChosen, readReplay, readRetryPlan, startReplay, stopReplay, tryReplay } from './retry.service.ts'

/** What is said beside the sheet, and where it leads: the address and the messages are the page's. */
type Handlers = { readonly onPlanned: (replayId: string) => void; readonly onClosed: () => void }

export const liveRetryMachine = (access: Access, { onPlanned, onClosed }: Handlers) =>
  retryMachine.provide({
    actors: {
      makePlan: actorFrom(({ connectorId, chosen }, signal) =>
        planChosen(access, { connectorId, body: choiceOf(chosen, 0) }, signal),
      ),
    },
    actions: { tellPlanned: (_, { replayId }) => onPlanned(replayId), tellClosed: onClosed },
  })

const picksOf = (replayId: string) => `retry:${replayId}`

/** What was selected in this tab before it was loaded again; empty where nothing was. The server checks it against the plan. */
export function keptPicks(replayId: string): { readonly picks?: Picks } {
  const kept = readTabChanges(picksOf(replayId))
  if (kept === null || !Array.isArray(kept['add']) || !Array.isArray(kept['leave'])) return {}
  return { picks: { withFailing: kept['withFailing'] === true, add: kept['add'], leave: kept['leave'] } }
}

type PlanHandlers = {
  readonly onDone: (replay: Replay) => void
  readonly onPlanAgain: () => void
  readonly onClosed: () => void
}

export const liveRetryPlanMachine = (access: Access, { onDone, onPlanAgain, onClosed }: PlanHandlers) =>
  retryPlanMachine.provide({
    actors: {
      readPlan: actorFrom((input, signal) => readRetryPlan(access, input, signal), { limit: 30_000 }),
      readReplay: actorFrom((input, signal) => readReplay(access, input, signal), { limit: 20_000 }),
      tryPlan: actorFrom((input, signal) => tryReplay(access, { ...input, include: nothingElse }, signal)),
      sendPlan: actorFrom((input, signal) => startReplay(access, { ...input, include: nothingElse }, signal), { limit: 20_000 }),
      stopReplay: actorFrom((input, signal) => stopReplay(access, input, signal), { limit: 20_000 }),
    },
    actions: {
      keepPicks: ({ context: { replayId } }, { picks }) => keepInTab(picksOf(replayId), picks),
      tellPlanAgain: onPlanAgain,
      tellDone: (_, { replay }) => onDone(replay),
      tellClosed: onClosed,
    },
  })
