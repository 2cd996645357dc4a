import { type ProblemCode, toProblem } from '#contract/kit/problem.ts'

/**
 * What is not there is removed: the client tries again when an answer is lost, and the second try finds what the first one left.
 * @param gone how the server says that it is not there.
 */
export async function idempotentDelete(gone: ProblemCode, removing: Promise<unknown>): Promise<void> {
  try {
    await removing
  } catch (thrown) {
    if (toProblem(thrown).code !== gone) throw thrown
  }
}
