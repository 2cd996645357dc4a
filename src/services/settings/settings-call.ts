/** Calls of System Settings. What no server said is told in the words of `studio-account-settings.md` section 8. */
import { isHTTPError } from 'ky'
import type { Endpoint, ReplyOf } from '#contract/kit/endpoint.ts'
import { ProblemError, refusal } from '#contract/kit/problem.ts'
import { settingsCallTexts as texts } from '#contract/settings/settings-problems.ts'
import { type Call, call as callServer } from '../kit/api-client.ts'

/** Throws `ProblemError` and nothing else. */
export const call = <E extends Endpoint>(endpoint: E, request: Call<E>): Promise<ReplyOf<E>> =>
  callServer(endpoint, request).catch((thrown) => {
    throw settingsProblemOf(thrown)
  })

/** A sentence of the server stays; else the text of the status, where it has one. */
function settingsProblemOf(thrown: unknown): unknown {
  if (!(thrown instanceof ProblemError)) return thrown
  const { problem, cause } = thrown
  const withMessage = (message: string) => refusal(problem.code, { message }, { cause })
  if (problem.code === 'net/unreachable') return withMessage(texts.network)
  if (isHTTPError(cause)) return withMessage(cause.response.statusText || texts.api)
  if (problem.code === 'net/malformed-reply') return withMessage(texts.api)
  return problem.code === 'bug/unexpected' && cause !== undefined ? withMessage(texts.unknown) : thrown
}
