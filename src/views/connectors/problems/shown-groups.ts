/** Which problems are shown: open ones, those of the person, muted ones, resolved ones. */
import type { CauseState } from '#contract/connectors/problems/cause.lifecycle.ts'
import type { Causes } from '#contract/connectors/problems/cause.ts'
import { isOpenProblem, type ProblemGroup } from '#contract/connectors/problems/problem-group.ts'

export const shownKinds = ['open', 'mine', 'muted', 'resolved'] as const
export type ShownKind = (typeof shownKinds)[number]

/** With what people did about them as it was read last; a resolved one that returned says so itself. */
export function withStates(groups: readonly ProblemGroup[], causes: Causes | null): ProblemGroup[] {
  const states = new Map(causes?.causes.map(({ id, state }): [string, CauseState] => [id, state]))
  return groups.map((group) => ({ ...group, state: states.get(group.id) ?? group.state }))
}

/** Each group is of one kind; open ones that are assigned to the person are shown as theirs too. */
export function groupsByKind(
  groups: readonly ProblemGroup[],
  causes: Causes | null,
  userId: string,
): Readonly<Record<ShownKind, readonly ProblemGroup[]>> {
  const mine = new Set(causes?.causes.filter(({ assignee }) => assignee?.userId === userId).map(({ id }) => id))
  const open = groups.filter(isOpenProblem)
  const muted = groups.filter((group) => group.state === 'muted' && group.arrived < group.failed + group.unknown)
  return {
    open,
    mine: open.filter(({ id, state }) => state === 'assigned' && mine.has(id)),
    muted,
    resolved: groups.filter((group) => !open.includes(group) && !muted.includes(group)),
  }
}
