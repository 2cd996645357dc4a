/** Answers that are accepted and hold nothing. Alone they are no proof that a list has come to its end. */

import { type Masked, type Place, SourceFault } from '#server/engine/kit/kind.ts'
import type { OutboundAnswer } from '#server/outbound/exchange.ts'
import { remoteProblem } from '../../remote-problem.ts'
import { foreignAnswer, isAccepted, retryAfter } from '../response/answer.ts'

/** A 204 behind pages with records may be a source that is out of order for a moment: it is believed when it comes again. */
export const isDoubtful = ({ status }: OutboundAnswer, place: Place): boolean => status === 204 && Number(place['read'] ?? 0) > 0

/** Said where a list ended with it. */
export const noContentNote = 'The source returned 204 twice after its pages. We treat this as the end of the list.'

/** Of a 202 without records: what was asked for is being made, so it is asked for again. */
export function notYet(answer: OutboundAnswer, masked: Masked): SourceFault {
  const wait = retryAfter(answer.headers['retry-after'], Date.now())
  const message = 'The source returned 202. It accepted the request but has no result yet.'
  const extras = { answer: foreignAnswer(answer, masked), ...(wait === undefined ? {} : { retryAfter: wait }) }
  return new SourceFault(remoteProblem('source/failing', { ...extras, message }), true)
}

/** Whether a page 0 does not exist, by what the source answered to it. */
export function isNoPage({ problem: { code, answer } }: SourceFault): boolean {
  const status = answer?.status ?? 0
  if (code === 'source/no-list' || isAccepted(status)) return true
  // If pages count from 1, page 0 begins before the list, and many servers answer it with a server error.
  return status === 500 || (status >= 400 && status < 500 && ![401, 403, 407, 408, 413, 425, 429].includes(status))
}

/** How sources answer a request for a page after the last one, if the page is not empty. */
export const noPageStatuses = [404, 410, 400]
