/** Which records of a plan a person selects, and how many that are. The server obeys the same rule (`contract/studio/replay-selection.ts`). */
import type { Replay, ReplayInclude, ReplayLine, ReplaySelection } from '#contract/studio/replay.ts'
import { isSelectable, isSelected } from '#contract/studio/replay-selection.ts'

type Listed = { readonly items: readonly ReplayLine[]; readonly total: number }

/** A plan with some of the records that are sent and with the exceptions; `total` counts all of each. */
export type RetryPlan = { readonly replay: Replay; readonly sent: Listed; readonly exceptions: Listed }

export type Picks = Required<Omit<ReplaySelection, 'count'>>

/** Nothing is sent that arrived, may have arrived or was left out, unless a person selects it. */
export const nothingElse: ReplayInclude = { arrived: false, unknown: false, skipped: false }
export const noPicks: Picks = { withFailing: false, add: [], leave: [] }

const seenOf = ({ number, standing, decision }: ReplayLine) => ({ number, standing, wouldFail: decision === 'would-fail' })

const isOnByRule = (line: ReplayLine, withFailing: boolean) => isSelected(seenOf(line), nothingElse, { ...noPicks, withFailing })

export const isOn = (line: ReplayLine, picks: Picks): boolean => isSelected(seenOf(line), nothingElse, picks)

/** After a person selects or deselects a record. */
export function picked(picks: Picks, line: ReplayLine, isWanted: boolean): Picks {
  const add = picks.add.filter(({ number }) => number !== line.number)
  const leave = picks.leave.filter((number) => number !== line.number)
  if (isOnByRule(line, picks.withFailing) === isWanted) return { ...picks, add, leave }
  return isWanted
    ? { ...picks, add: [...add, { number: line.number, standing: line.standing }], leave }
    : { ...picks, add, leave: [...leave, line.number] }
}

/** The lines of a plan that are shown: first those that are sent, then the exceptions. */
export const linesOf = ({ sent, exceptions }: RetryPlan): readonly ReplayLine[] => [...sent.items, ...exceptions.items]

/** Whether a person may select or deselect a record that is shown. */
export const canPick = (plan: RetryPlan, { number, standing }: ReplayLine): boolean =>
  isSelectable(standing) && linesOf(plan).some((line) => line.number === number)

/** What is left of the picks for a plan as it stands now: of a record that changed meanwhile, nothing. */
export function keptPicks(picks: Picks, plan: RetryPlan): Picks {
  const lines = new Map(linesOf(plan).map((line) => [line.number, line]))
  const isAll = picks.withFailing && plan.replay.decisions.wouldFail > 0
  return {
    withFailing: isAll,
    add: picks.add.filter(({ number, standing }) => lines.get(number)?.standing === standing),
    leave: picks.leave.filter((number) => {
      const line = lines.get(number)
      return line !== undefined && isOnByRule(line, isAll)
    }),
  }
}

/** All records that would fail again, or none of them. */
export function withFailing(picks: Picks, plan: RetryPlan, isWanted: boolean): Picks {
  const failing = new Set(linesOf(plan).flatMap(({ number, decision }) => (decision === 'would-fail' ? number : [])))
  return {
    withFailing: isWanted,
    add: picks.add.filter(({ number }) => !failing.has(number)),
    leave: picks.leave.filter((number) => !failing.has(number)),
  }
}

/** Records that are sent by the picks. */
export function countOf({ replay: { decisions } }: RetryPlan, { withFailing: isAll, add, leave }: Picks): number {
  return decisions.send + (isAll ? decisions.wouldFail : 0) + add.length - leave.length
}
