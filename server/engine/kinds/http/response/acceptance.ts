/** When an accepted answer (2xx) of a source is a page: it meets the success criteria, and does not say in words that the request failed. */
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { isJsonResponse } from '#server/engine/kit/formats/sniffing.ts'
import type { Masked } from '#server/engine/kit/kind.ts'
import { type Piece, recordsIn } from '#server/engine/kit/splitting/documents.ts'
import type { OutboundAnswer, OutboundRequest } from '#server/outbound/exchange.ts'
import { JsonError, parseBytes } from '#server/platform/json/exact.ts'
import { foreignAnswer } from './answer.ts'
import { saysNoMore } from './failure-vocabulary.ts'
import { limitDocument } from './limit-reports.ts'
import { listPlaceOf } from './listing.ts'
import { faultOfCriteria, faultOfReport } from './refusing.ts'
import { failureIn, reportedLimit } from './reported-failure.ts'
import { judgeOf } from './success.ts'

/** The document of a short answer; undefined when it cannot be read. */
export function documentIn({ body }: Pick<OutboundAnswer, 'body'>): unknown {
  try {
    return parseBytes(body)
  } catch (thrown) {
    if (thrown instanceof JsonError) return undefined
    throw thrown
  }
}

export type Acceptance = {
  /** Looks at the status and the type. Throws `SourceFault`. */
  readonly checkHead: (answer: OutboundAnswer) => void
  /**
   * Reads the members around the records. An answer that reports a failed request is no page, empty or not: throws `SourceFault`. Where it may
   * be the end of the list, and says that there is no such page, it `ends` the list. `piece` is null where the answer holds no list.
   */
  readonly checkDocument: (answer: OutboundAnswer, piece: Piece | null, mayEnd: boolean) => 'ends' | null
  /** Whether the words of an answer say that there were too many requests. */
  readonly limitIn: NonNullable<OutboundRequest['limitIn']>
}

export function acceptanceOf(config: SourceConfig, masked: Masked): Acceptance {
  const judge = judgeOf(config.success)
  const list = listPlaceOf(config)
  return {
    limitIn: ({ status, body, headers }) => {
      if (judge.readsBody || !judge.accepts(status) || !isJsonResponse(config.responseFormat, headers, body)) return null
      const document = limitDocument(body)
      const records = list.at === 'whole' ? document : (recordsIn(document, list) ?? undefined)
      const isEmpty = list.at === 'whole' || !Array.isArray(records) || records.length === 0
      return document !== undefined ? reportedLimit(document, { records, isEmpty }) : null
    },
    checkHead: (answer) => {
      const doubt = judge.accepts(answer.status)
        ? judge.typeDoubt(answer, masked)
        : "the success criteria don't include this status"
      if (doubt !== null) throw faultOfCriteria(doubt, foreignAnswer(answer, masked))
    },
    checkDocument: (answer, piece, mayEnd) => {
      const document = piece ? piece.document : documentIn(answer)
      if (document === undefined) return null
      const doubt = judge.valueDoubt(document, masked)
      if (doubt !== null) throw faultOfCriteria(doubt, foreignAnswer(answer, masked))
      // The configuration names the field that decides.
      if (judge.readsBody) return null
      const isWhole = config.isList !== true
      const failure = failureIn(document, { records: isWhole ? document : piece?.records, isEmpty: isWhole || !piece?.count })
      if (failure === null) return null
      if (mayEnd && saysNoMore(failure)) return 'ends'
      throw faultOfReport(failure, foreignAnswer(answer, masked), masked)
    },
  }
}
