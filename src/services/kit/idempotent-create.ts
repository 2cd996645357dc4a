import type { Endpoint, ReplyOf } from '#contract/kit/endpoint.ts'
import { type Problem, toProblem } from '#contract/kit/problem.ts'
import { type Call, call, newKey } from './api-client.ts'

/** The keys of creations whose answer has not arrived, by what was asked. */
const open = new Map<string, string>()

/**
 * Whether the server may still have made it, or makes it when it is asked once more: nothing was heard, it will pass (as `isPassing` in
 * `server/features/kit/idempotency.ts` has it), or the door was shut before the key was looked at. Every other answer is kept under the key.
 */
export const mayBeMade = ({ status, retryable }: Problem) =>
  retryable || status < 400 || status >= 500 || status === 429 || status === 401

/**
 * Makes one thing, by a POST. Asked for once more with the same content before an answer came (a time-out, a lost connection, a cancel)
 * it goes under the same `Idempotency-Key`, so that nothing is made twice. After an answer the same content makes another thing.
 */
export async function create<E extends Endpoint>(endpoint: E, request: Call<E>): Promise<ReplyOf<E>> {
  const { params, body } = request as { readonly params?: unknown; readonly body?: unknown }
  const asked = JSON.stringify([endpoint.path, params, body])
  const key = open.get(asked) ?? newKey()
  open.set(asked, key)
  try {
    const reply = await call(endpoint, { ...request, key })
    open.delete(asked)
    return reply
  } catch (thrown) {
    if (!mayBeMade(toProblem(thrown))) open.delete(asked)
    throw thrown
  }
}
