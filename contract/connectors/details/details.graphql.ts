import { document } from '../../kit/graphql-document.ts'
import type { ProblemGroups } from '../problems/problem-group.ts'
import type { TimelineEntry, TimelineKind } from '../runs/timeline.ts'

type Part<Kind extends TimelineKind> = Omit<Extract<TimelineEntry, { kind: Kind }>, 'kind' | 'id' | 'at' | 'actor'>

/** As it is answered: of the three parts the one that `kind` names is there. */
export type AnsweredEntry = Pick<TimelineEntry, 'id' | 'kind' | 'at' | 'actor'> & {
  readonly run: Part<'run'>['run'] | null
  readonly change: Part<'change'> | null
  readonly deployment: Part<'deployment'> | null
}

export const readTimeline = document<
  { connector: { timeline: { entries: AnsweredEntry[]; total: number } } },
  { id: string; kinds: TimelineKind[] | null; page: number; limit: number }
>(`query readTimeline($id: Id!, $kinds: [TimelineKind!], $page: Int, $limit: Int) {
  connector(id: $id) {
    timeline(kinds: $kinds, page: $page, limit: $limit) {
      total
      entries {
        id kind at actor
        run { status result trigger version statusReason recordsRead sourceRecordsRead recordsDelivered recordsSkipped recordsFailed recordsUnknown recordsUnchanged recordsLeftOut }
        change { what from to detail }
        deployment { isLive fromVersion toVersion changed detail }
      }
    }
  }
}`)

export const readProblems = document<
  { connector: { problems: ProblemGroups } },
  { id: string; from: string | null; to: string | null }
>(`query readProblems($id: Id!, $from: Instant, $to: Instant) {
  connector(id: $id) {
    problems(from: $from, to: $to) {
      from to records arrived isCut failedFollowUps
      failedRuns { code message count firstAt lastAt runId }
      absentPaths { code message targetPath count firstAt lastAt runId }
      failedDeployments { at message fields { path message } }
      groups {
        id state code message answerStatus failed unknown isMixed field records openRecords
        arrived arrivedAt replayId arrivedRun { runId startedAt } arrivedRuns firstAt lastAt
        example { transactionId recordKey recordName message answer }
      }
    }
  }
}`)
