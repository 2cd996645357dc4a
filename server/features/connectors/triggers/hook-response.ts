/** What the sender of a kept event gets: at once, or with the outcome of its records. */
import type { EventResult, hookEndpoints } from '#contract/connectors/triggers/hook.ts'
import type { HookSettings } from '#contract/connectors/triggers/sender.ts'
import { senderOf } from '#contract/connectors/triggers/senders.ts'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import { problem } from '#contract/kit/problem.ts'
import type { EventOutcome } from '#server/records/connectors/event-results.repository.ts'
import type { HookReply } from './hook-challenge.ts'

type Kept = ReplyOf<typeof hookEndpoints.receive>

const json = (status: number, body: object): HookReply => ({ status, contentType: 'json', text: JSON.stringify(body) })

/** The response to a sender that does not wait. */
export function responseOf(settings: HookSettings | null, kept: Kept): HookReply {
  const { response } = settings === null ? {} : senderOf(settings)
  return response === undefined || settings?.wait === true ? json(202, kept) : { status: 200, ...response }
}

function resultOf({ failed, unknown, delivered }: EventOutcome): EventResult['result'] {
  if (failed > 0) return 'failed'
  if (unknown > 0) return 'unknown'
  return delivered > 0 ? 'delivered' : 'skipped'
}

/** Whose failures are not those of the event. */
const isOfOthers = /^(?:destination|lookup|run|egress|server|bug)\//

/** The response to a sender that waited. Reasons are those of the catalogue: what the destination returned may hold what is not for the sender. */
export function resultResponse(kept: Kept, outcome: EventOutcome): HookReply {
  const { error, delivered, skipped, failed, unknown, remoteId } = outcome
  const known = error === null ? null : problem(error.code)
  const result: EventResult = {
    ...kept,
    ...{ result: resultOf(outcome), delivered, skipped, failed, unknown, remoteId },
    error: known === null ? null : { code: known.code, title: known.title, message: known.message },
  }
  if (failed + unknown === 0) return json(200, result)
  return json(known === null || isOfOthers.test(known.code) ? 502 : 422, result)
}
