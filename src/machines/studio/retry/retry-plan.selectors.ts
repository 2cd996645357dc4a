import type { ReplayDecision, ReplayLine, ReplayWhy } from '#contract/studio/replay.ts'
import type { RetryPlanEvent, RetryPlanSnapshot } from './retry-plan.machine.ts'
import { countOf, isOn, linesOf } from './selection.ts'

/** Null until it was read. */
export const selectPlan = (snapshot: RetryPlanSnapshot) => snapshot.context.plan
export const selectPicks = (snapshot: RetryPlanSnapshot) => snapshot.context.picks
export const selectDryRun = (snapshot: RetryPlanSnapshot) => snapshot.context.dryRun
export const selectProblem = (snapshot: RetryPlanSnapshot) => snapshot.context.problem
export const selectRefusal = (snapshot: RetryPlanSnapshot) => snapshot.context.refusal
export const selectIsReading = (snapshot: RetryPlanSnapshot) => snapshot.context.plan === null && snapshot.matches('reading')
export const selectIsPlanned = (snapshot: RetryPlanSnapshot) => snapshot.context.plan?.replay.state === 'planned'
export const selectIsStale = (snapshot: RetryPlanSnapshot) => snapshot.matches('stale')
export const selectIsTrying = (snapshot: RetryPlanSnapshot) => snapshot.matches('trying')
export const selectIsStarting = (snapshot: RetryPlanSnapshot) => snapshot.matches('starting')
export const selectIsStopping = (snapshot: RetryPlanSnapshot) => snapshot.matches('stopping')
export const selectIsLost = (snapshot: RetryPlanSnapshot) => snapshot.matches('sending') && snapshot.context.problem !== null

/** Records that are sent by what is selected. */
export const selectCount = ({ context: { plan, picks } }: RetryPlanSnapshot) => (plan === null ? 0 : countOf(plan, picks))

/** Whether every record of the plan that could be sent would fail again. */
export function selectAllFail({ context: { plan } }: RetryPlanSnapshot): boolean {
  const { wouldFail = 0, send = 0 } = plan?.replay.decisions ?? {}
  return wouldFail > 0 && send === 0
}

export type RetryRow = {
  readonly line: ReplayLine
  readonly isOn: boolean
  /** As the dry run has it, where there was one. */
  readonly decision: ReplayDecision
  readonly why: ReplayWhy | null
}

/** The records that are shown, those that are sent first. */
export function rowsOf({ plan, picks, dryRun }: RetryPlanSnapshot['context']): readonly RetryRow[] {
  const made = new Map(dryRun?.made.map((it) => [it.number, it]))
  return plan === null
    ? []
    : linesOf(plan).map((line) => ({
        ...{ line, isOn: isOn(line, picks), decision: line.decision, why: line.why },
        ...(line.decision === 'send' || line.decision === 'would-fail' ? made.get(line.number) : undefined),
      }))
}

/** How many records are sent, left out, would fail or are unclear, by what is selected. */
export function partsOf({ plan, picks }: RetryPlanSnapshot['context']) {
  const { wouldFail = 0, askFirst = 0, leftOut = 0 } = plan?.replay.decisions ?? {}
  const added = (isOf: (standing: ReplayLine['standing']) => boolean) => picks.add.filter(({ standing }) => isOf(standing)).length
  const failing = picks.withFailing ? wouldFail : added((it) => it === 'never-arrived')
  const unclear = added((it) => it === 'unknown')
  const others = picks.add.length - unclear - (picks.withFailing ? 0 : failing)
  return [
    { id: 'send', count: plan === null ? 0 : countOf(plan, picks) },
    { id: 'leftOut', count: leftOut - others + picks.leave.length },
    { id: 'wouldFail', count: wouldFail - failing },
    { id: 'askFirst', count: askFirst - unclear },
  ] as const
}

const selectCan = (event: RetryPlanEvent) => (snapshot: RetryPlanSnapshot) => snapshot.can(event)

export const selectCanPick = (line: ReplayLine) => selectCan({ type: 'user.picked', line, isWanted: true })
export const selectCanPickFailing = selectCan({ type: 'user.pickedFailing', isWanted: true })
export const selectCanTry = selectCan({ type: 'user.triedOut' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
export const selectCanSend = selectCan({ type: 'user.sent' })
export const selectCanStop = selectCan({ type: 'user.stopped' })
export const selectCanDiscard = selectCan({ type: 'user.discarded' })
export const selectCanPlanAgain = selectCan({ type: 'user.plannedAgain' })
export const selectCanRetry = selectCan({ type: 'user.retried' })
