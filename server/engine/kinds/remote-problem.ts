/** A problem with the response of another system, which names the reason that records of one problem share. */
import { type Problem, type ProblemCode, problem } from '#contract/kit/problem.ts'
import { reasonKey } from '#contract/kit/reason/reason-key.ts'

/** `problem`, whose response has the reason that it gives. Pages of the console load `problem`, and they never read a response. */
export function remoteProblem(code: ProblemCode, extras: NonNullable<Parameters<typeof problem>[1]>): Problem {
  const { answer } = extras
  const reason = answer === undefined ? null : reasonKey(answer.body)
  return problem(code, answer === undefined || !reason ? extras : { ...extras, answer: { ...answer, reason } })
}
