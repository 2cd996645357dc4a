import { type ProblemCode, ProblemError, problem, toProblem } from '#contract/kit/problem.ts'

/** A failed request, titled with the message of a code of the error catalogue; the reason is shown below. */
export function withTitle<Reply>(code: ProblemCode, asking: Promise<Reply>): Promise<Reply> {
  return asking.catch((thrown: unknown) => {
    throw new ProblemError({ ...toProblem(thrown), title: problem(code).message }, { cause: thrown })
  })
}
