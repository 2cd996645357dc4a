/**
 * What a connector that keeps no payloads (`storeLocally` off) writes instead of them: sealed bytes until they are delivered, marks instead of names,
 * and problems without what a system said.
 */
import { type Problem, problem } from '#contract/kit/problem.ts'
import type { PageContent } from '../../records/ledger/page-content.repository.ts'
import { storedRecordsOf } from '../../records/ledger/read-records.repository.ts'
import type { NewPage } from '../../records/ledger/source-pages.repository.ts'
import type { NewLookup } from '../../records/runs/lookups.repository.ts'
import type { ClaimedRun, StatusReason } from '../../records/runs/run-leases.repository.ts'
import type { Attempt } from '../deliver/attempts.repository.ts'
import type { Payloads } from '../kit/payloads.ts'

const notStoredText = 'The reason is not stored, because this connector stores no payloads.'

/** The kind of a problem and the status of an answer, and nothing of what was said. */
export function bareProblem(it: Problem): Problem {
  const { code, answer, errors, retryAfter } = it
  return problem(code, {
    ...(answer ? { answer: { status: answer.status, headers: {}, body: '', bytes: answer.bytes } } : {}),
    ...(errors ? { errors: errors.map(({ path }) => ({ path, message: notStoredText })) } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
}

const bareAttempt = ({ remoteIds: _, after, ...it }: Attempt, seal: (text: string) => string): Attempt => ({
  ...it,
  ...(after === undefined
    ? {}
    : {
        after: {
          request: after.request === null ? null : seal(after.request),
          problem: after.problem && bareProblem(after.problem),
        },
      }),
  answer: it.answer && { status: it.answer.status, headers: {}, body: '', bytes: it.answer.bytes },
  error: it.error && bareProblem(it.error),
  settled: it.settled.map((record) => ({ ...record, remoteId: null, error: record.error && bareProblem(record.error) })),
})

const withoutText = 'Not stored.'
export const bareLookup = (it: NewLookup): NewLookup => ({
  ...it,
  asked: withoutText,
  answer: null,
  error: it.error && bareProblem(it.error),
})

/** A limit says nothing of a record, and neither does what a person holds. */
const bareStatus = (it: StatusReason): StatusReason =>
  it.waiting?.kind === 'limited' || it.heldBy
    ? it
    : {
        ...{ reason: `A request failed. ${notStoredText}`, next: it.next },
        waiting: it.waiting ? { ...it.waiting, reason: null } : null,
      }

/** What a run writes of what went wrong. */
export const writtenBy = (run: Pick<ClaimedRun, 'isPrivate' | 'companyId' | 'connectorId'>, payloads: Payloads) => ({
  problem: (it: Problem): Problem => (run.isPrivate ? bareProblem(it) : it),
  status: (it: StatusReason | null): StatusReason | null => (it !== null && run.isPrivate ? bareStatus(it) : it),
  attempts: (them: readonly Attempt[]): readonly Attempt[] =>
    run.isPrivate ? them.map((it) => bareAttempt(it, (text) => payloads.sealText(text, run))) : them,
})

/** What is kept of the payloads of a page: all of it, or of a connector that keeps none what still has to be delivered, sealed. */
export function storedAs(
  run: Pick<ClaimedRun, 'companyId' | 'connectorId' | 'isPrivate'>,
  content: PageContent,
  records: readonly unknown[],
  payloads: Payloads,
): Pick<NewPage, 'content' | 'asRead' | 'seal'> {
  if (!run.isPrivate && !content.isPrivate) return { content, asRead: storedRecordsOf(records, content.body), seal: null }
  return { content: { ...content, isPrivate: true }, asRead: null, seal: (bytes) => payloads.seal(bytes, run) }
}
