import type { AnsweredEntry } from '#contract/connectors/details/details.graphql.ts'
import { readProblems, readTimeline } from '#contract/connectors/details/details.graphql.ts'
import type { ProblemGroups } from '#contract/connectors/problems/problem-group.ts'
import type { TimelineEntry, TimelineKind } from '#contract/connectors/runs/timeline.ts'
import type { Access } from '../../kit/api-client.ts'
import { askGraph } from '../../kit/graphql/graph-read.ts'

type TimelineQuery = {
  readonly connectorId: string
  /** Every kind when none is named. */
  readonly kind: TimelineKind | undefined
  /** Counted from 1. */
  readonly page: number
  readonly limit: number
}

function entryOf({ run, change, deployment, ...happened }: AnsweredEntry): TimelineEntry[] {
  if (run !== null) return [{ ...happened, kind: 'run', run }]
  if (change !== null) return [{ ...happened, ...change, kind: 'change' }]
  return deployment === null ? [] : [{ ...happened, ...deployment, kind: 'deployment' }]
}

/** One page of what happened to a connector, newest first. */
export async function listTimeline(
  access: Access,
  { connectorId, kind, page, limit }: TimelineQuery,
  signal: AbortSignal,
): Promise<{ readonly items: readonly TimelineEntry[]; readonly total: number }> {
  const variables = { id: connectorId, kinds: kind === undefined ? null : [kind], page, limit }
  const { entries, total } = (await askGraph(access, readTimeline, variables, signal)).connector.timeline
  return { items: entries.flatMap(entryOf), total }
}

/** What went wrong between two instants (ISO 8601), by cause; the last day where none is given. */
export async function readProblemGroups(
  access: Access,
  range: { readonly connectorId: string; readonly from: string | null; readonly to: string | null },
  signal: AbortSignal,
): Promise<ProblemGroups> {
  const variables = { id: range.connectorId, from: range.from, to: range.to }
  return (await askGraph(access, readProblems, variables, signal)).connector.problems
}
