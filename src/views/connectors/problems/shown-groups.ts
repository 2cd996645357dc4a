/** Which problems are shown: open ones, those of the person, muted ones, resolved ones. */
import type { CauseState } from '#contract/connectors/problems/cause.lifecycle.ts'
import type { Causes } from '#contract/connectors/problems/cause.ts'
import {
  type AbsentPath,
  type FailedRuns,
  isOpenProblem,
  otherReasonsId,
  type ProblemGroup,
  type ProblemGroups,
} from '#contract/connectors/problems/problem-group.ts'

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

/** What happened to whole runs because of the problem of a group: shown with it, not as problems of their own. */
export type Consequences = { readonly runs: readonly FailedRuns[]; readonly absent: readonly AbsentPath[] }

export type Joined = {
  readonly failedRuns: readonly FailedRuns[]
  readonly absentPaths: readonly AbsentPath[]
  readonly ofGroup: ReadonlyMap<string, Consequences>
}

/**
 * One entry for one cause. A run fails when each of its records was refused, and says so in the words of their group; a path that no record
 * contained is why its target was refused. A run with unknown outcomes fails for these records: an open group has those that are still
 * unknown, and where none is open they arrived later, or somebody judged them.
 */
export function joined({ failedRuns, absentPaths }: ProblemGroups, groups: readonly ProblemGroup[]): Joined {
  const open = groups.filter(isOpenProblem)
  const isUnknown = ({ unknown }: ProblemGroup) => unknown > 0
  const groupOfRuns = (it: FailedRuns) =>
    it.code === 'run/outcome-unknown'
      ? (open.find(isUnknown) ?? groups.find(isUnknown))
      : open.find(({ code, example }) => code === it.code && code !== '' && it.message.startsWith(example.message))
  const groupOfPath = ({ targetPath }: AbsentPath) => open.find(({ field }) => field === targetPath)
  return {
    failedRuns: failedRuns.filter((it) => groupOfRuns(it) === undefined),
    absentPaths: absentPaths.filter((it) => groupOfPath(it) === undefined),
    ofGroup: new Map(
      open.map((group) => [
        group.id,
        {
          runs: failedRuns.filter((it) => groupOfRuns(it) === group),
          absent: absentPaths.filter((it) => groupOfPath(it) === group),
        },
      ]),
    ),
  }
}

/** Problems that wait for somebody, as many as the list shows. */
export function openCount(found: ProblemGroups, groups: readonly ProblemGroup[] = found.groups): number {
  const { failedRuns, absentPaths } = joined(found, groups)
  return failedRuns.length + absentPaths.length + found.failedDeployments.length + groups.filter(isOpenProblem).length
}

export type GroupsOfAnswer = { readonly key: string; readonly groups: readonly ProblemGroup[] }

/** Groups with the same code and status beside each other, in the order of the first of each. */
export const byAnswer = (groups: readonly ProblemGroup[]): readonly GroupsOfAnswer[] =>
  [...Map.groupBy(groups, ({ id, code, answerStatus }) => (id === otherReasonsId ? id : `${code} ${answerStatus}`))].map(
    ([key, those]) => ({ key, groups: those }),
  )
