/** What a reader of answers is given, and what it finds. */
import type { OutboundAnswer } from '#server/outbound/exchange.ts'
import { isRetried } from '../answer.ts'
import type { ReportedFailure } from '../failure-vocabulary.ts'
import type { Says } from '../item-verdict.ts'
import type { Fare } from '../items.ts'

export type Read = {
  readonly answer: OutboundAnswer
  /** The parsed body; undefined where it is no JSON. */
  readonly value: unknown
  readonly count: number
  /** The records as they were sent, parsed with all digits. */
  readonly sent: () => readonly unknown[]
  /** Whether the entry of each record is needed, also where all were taken. */
  readonly wantsEntries?: boolean
}

/** `failure`: nothing was taken. `unclear`: it cannot be told what became of the records; `why` is the rest of a sentence. */
export type Found =
  | { readonly whole: 'taken' }
  | { readonly whole: 'unclear'; readonly why?: string }
  | { readonly failure: ReportedFailure }
  | { readonly items: readonly Fare[] }

/** Reads an answer of a success status. Pure. What it cannot tell for sure of a record is unknown. */
export type AnswerReader = (read: Read) => Found

export const unclear: Found = { whole: 'unclear' }

export const saysOfStatus = (status: number): Says =>
  status >= 200 && status < 300 ? 'taken' : isRetried(status) ? 'again' : 'refused'
