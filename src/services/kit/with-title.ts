import { type ProblemCode, ProblemError, problem, toProblem } from '#contract/kit/problem.ts'

/** A failure of what is asked, titled with the message of a code, as the error catalogue has it; why it failed is said below. */
export function withTitle<Reply>(code: ProblemCode, asking: Promise<Reply>): Promise<Reply> {
  return asking.catch((thrown: unknown) => {
    throw new ProblemError({ ...toProblem(thrown), title: problem(code).message }, { cause: thrown })
  })
}
