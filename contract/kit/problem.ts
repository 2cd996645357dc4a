/**
 * The error catalogue: every failure that a person or a program can meet has one code, one HTTP status and one sentence.
 * It holds no schema, so that machines may import it without the schema library (the wire shape is `schemas.ts`).
 */
import { catalogue } from '../problem-catalogue.ts'

export type ProblemCode = keyof typeof catalogue

/** One field that is wrong: `path` is a JSON pointer into the request or configuration, e.g. `/source/url`. */
export type FieldProblem = { readonly path: string; readonly message: string }

/** What another system said, cut to size, secrets masked. */
export type ForeignAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Bytes that the other side sent before the cut; null when not recorded. */
  readonly bytes: number | null
  /** Set where only the beginning of the response arrived, or it could not be decoded. */
  readonly unread?: true
  /** Why it refused, without what differs from record to record: records that were refused for the same reason are one problem. */
  readonly reason?: string
}

/** The one shape of failure that crosses the wire (RFC 9457) and the one shape machines remember. */
export type Problem = {
  readonly code: ProblemCode
  readonly status: number
  readonly title: string
  readonly detail: string
  /** The same sentence as `detail`; the console shows it. */
  readonly message: string
  readonly retryable: boolean
  readonly errors?: readonly FieldProblem[]
  /** On a 409: what the present state does allow. */
  readonly allowed?: readonly string[]
  /** What the other side said; shown first. */
  readonly answer?: ForeignAnswer
  /** Milliseconds after which another try makes sense. */
  readonly retryAfter?: number
  readonly requestId?: string
}

type Extras = Partial<Pick<Problem, 'message' | 'errors' | 'allowed' | 'answer' | 'retryAfter'>>

/** A problem of the catalogue. `extras.message` makes its sentence more exact; it never replaces the code. */
export function problem(code: ProblemCode, extras: Extras = {}): Problem {
  const { status, title, message, retryable } = catalogue[code]
  const sentence = extras.message ?? message
  return { code, status, title, retryable, ...extras, detail: sentence, message: sentence }
}

/** A `Problem` in flight. Thrown by services and desks, caught by machines and the problem handler, never shown raw. */
export class ProblemError extends Error {
  readonly problem: Problem

  constructor(it: Problem, options?: ErrorOptions) {
    super(it.message, options)
    this.name = 'ProblemError'
    this.problem = it
  }
}

/** Shorthand for `new ProblemError(problem(code, extras))`. */
export function refusal(code: ProblemCode, extras?: Extras, options?: ErrorOptions): ProblemError {
  return new ProblemError(problem(code, extras), options)
}

/** Total: whatever was thrown, a machine or a caller gets a `Problem` to keep. */
export function toProblem(thrown: unknown): Problem {
  return thrown instanceof ProblemError ? thrown.problem : problem('bug/unexpected')
}
