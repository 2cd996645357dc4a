import { type ProblemCode, ProblemError, problem, toProblem } from '#contract/kit/problem.ts'

/** A failed request, titled with the message of a code of the error catalogue; the reason is shown below. */
export function withTitle<Reply>(code: ProblemCode, asking: Promise<Reply>): Promise<Reply> {
  return asking.catch((thrown: unknown) => {
    throw new ProblemError({ ...toProblem(thrown), title: problem(code).message }, { cause: thrown })
  })
}

/** What says nothing by itself. */
const unknown: readonly string[] = ['bug/unexpected', 'net/malformed-reply']

/** A failed call under a title of the specification; its own sentence where nothing else is known. The server's message goes before it. */
export function failedAs<Reply>(title: string, sentence: string, asking: Promise<Reply>): Promise<Reply> {
  return asking.catch((thrown: unknown) => {
    const problem = toProblem(thrown)
    const message = unknown.includes(problem.code) ? sentence : problem.message
    throw new ProblemError({ ...problem, title, message }, { cause: thrown })
  })
}
