/** Which records of a plan are sent: the same rule for server and console. */
import type { ReplayDecision, ReplayInclude, ReplayRecordStatus, ReplaySelection } from './replay.ts'

const always: readonly ReplayRecordStatus[] = ['new', 'never-arrived']
const byChoice = ['arrived', 'unknown', 'skipped'] as const satisfies readonly ReplayRecordStatus[]
/** These cannot be sent, whatever a person selects. */
const never: readonly ReplayRecordStatus[] = ['pending', 'not-kept', 'no-destination']

/** The standings that are sent by a choice. */
export const replayedStatuses = (include: ReplayInclude): readonly ReplayRecordStatus[] => [
  ...always,
  ...byChoice.filter((standing) => include[standing]),
]

/** Whether a record of this standing is sent. */
export const isSent = (standing: ReplayRecordStatus, include: ReplayInclude): boolean =>
  replayedStatuses(include).includes(standing)

/** Whether a person may select a record of this standing. */
export const isSelectable = (standing: ReplayRecordStatus): boolean => !never.includes(standing)

/** What happens to a record of a plan unless a person chooses otherwise. */
export function decisionOf(standing: ReplayRecordStatus, wouldFail: boolean): ReplayDecision {
  if (standing === 'unknown') return 'ask-first'
  if (!always.includes(standing)) return 'left-out'
  return wouldFail && standing === 'never-arrived' ? 'would-fail' : 'send'
}

type Line = { readonly number: number; readonly standing: ReplayRecordStatus; readonly wouldFail: boolean }

/** Whether a record is sent by a selection. One that stands otherwise than the person saw it is not. */
export function isSelected(line: Line, include: ReplayInclude, { withFailing, add, leave }: ReplaySelection): boolean {
  if (leave.includes(line.number)) return false
  const added = add.find(({ number }) => number === line.number)
  if (added) return added.standing === line.standing && isSelectable(line.standing)
  return isSent(line.standing, include) && (withFailing || decisionOf(line.standing, line.wouldFail) !== 'would-fail')
}
