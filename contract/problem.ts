/**
 * The error catalogue: every failure that a person or a program can meet has one code, one HTTP status and one sentence.
 * It holds no schema, so that machines may import it without the schema library (the wire shape is `schemas.ts`).
 */

type Entry = {
  /** HTTP status; 0 where no server answered. */
  readonly status: number
  readonly title: string
  readonly message: string
  /** Whether the same call may succeed when it is made again unchanged. */
  readonly retryable: boolean
}

const entry = (status: number, title: string, message: string, retryable = false) =>
  ({ status, title, message, retryable }) as const

export const catalogue = {
  'auth/invalid-credentials': entry(401, 'Sign in failed', 'Invalid credentials'),
  'auth/sign-in-timeout': entry(0, 'Sign in failed', 'Sign in request timed out. Please try again.', true),
  'auth/token-missing': entry(401, 'Not signed in', 'Please sign in to continue.'),
  'auth/token-invalid': entry(401, 'Not signed in', 'Your sign-in is not valid. Please sign in again.'),
  'auth/token-expired': entry(401, 'Session expired', 'Your session has expired. Please sign in again.'),
  'auth/refresh-failed': entry(401, 'Session expired', 'Session refresh failed - Please log in again to continue.'),
  'auth/malformed-refresh': entry(502, 'Session expired', 'Invalid refresh response'),
  'auth/too-many-attempts': entry(429, 'Too many attempts', 'Too many attempts. Wait a minute, then try again.', true),
  'auth/forbidden': entry(403, 'Not allowed', 'Your role does not allow this.'),
  'setup/done': entry(409, 'Already set up', 'This Datacrane is already set up. Sign in instead.'),

  'request/malformed': entry(400, 'Bad request', 'The request does not have the expected form.'),
  'request/not-json': entry(400, 'Bad request', 'The body of the request is not valid JSON.'),
  'request/wrong-media-type': entry(415, 'Bad request', 'The body of the request must be JSON (content-type: application/json).'),
  'request/too-large': entry(413, 'Too large', 'The body of the request is larger than 1 MB.'),
  'request/unknown-path': entry(404, 'Not found', 'There is nothing at this address.'),
  'request/wrong-method': entry(405, 'Not allowed', 'This address does not take this method.'),
  'request/key-reused': entry(422, 'Key used before', 'This Idempotency-Key was used before with a different request.'),
  'request/in-progress': entry(409, 'Still working', 'The same request is still being worked on.', true),
  'request/rate-limited': entry(429, 'Too many requests', 'Too many requests. Wait a moment, then try again.', true),

  'connector/not-found': entry(404, 'Not found', 'Connector not found'),
  'connector/not-allowed-now': entry(409, 'Not possible now', 'The connector is in a state that does not allow this.'),
  'connector/stale': entry(409, 'Changed meanwhile', 'Somebody saved this connector after you opened it.'),
  'connector/never-deployed': entry(404, 'Never deployed', 'This connector was never deployed.'),
  'connector/invalid': entry(422, 'Not valid', 'The configuration has errors.'),
  'connector/deploy-timeout': entry(
    0,
    'Deployment is slow',
    'Deployment request timed out. The deployment may still be in progress. Please check the deployment status.',
    true,
  ),
  'connector/deploy-failed': entry(
    422,
    'Deployment failed',
    'The deployment failed. The version that ran before goes on running.',
  ),
  'connector/pause-failed': entry(0, 'Pause failed', 'Pause connector failed', true),
  'connector/resume-timeout': entry(
    0,
    'Resume is slow',
    'Request timed out. The connector is taking longer than expected to resume. Please try again.',
    true,
  ),
  'connector/list-failed': entry(0, 'Connectors not loaded', 'Failed to fetch dashboard connectors', true),
  'connector/delete-failed': entry(0, 'Delete failed', 'Delete connector failed', true),
  'connector/update-timeout': entry(
    0,
    'Update is slow',
    'Update request timed out. Please try again or check your network connection.',
    true,
  ),
  'connector/version-not-found': entry(404, 'Not found', 'The connector has no version with this number.'),
  'hook/not-proved': entry(401, 'Sender not known', 'The proof of the sender is missing or wrong.'),
  'hook/closed': entry(409, 'No events wanted', 'The connector takes no events: no version with a webhook trigger is live.'),
  'hook/full': entry(
    429,
    'Too many events wait',
    'So many events of this connector wait that no more are taken. Send it again later.',
    true,
  ),
  'mapping-rule/not-found': entry(404, 'Not found', 'Mapping rule not found'),
  'run/not-found': entry(404, 'Not found', 'Run not found'),
  'run/cancelled': entry(409, 'Cancelled', 'The run was cancelled before this record was delivered.'),
  'run/already-open': entry(409, 'Already running', 'A run of this connector is still open.'),
  'transaction/malformed-page': entry(502, 'Bad answer', 'Invalid API response data - transactions array missing'),

  'source/unreachable': entry(502, 'Source unreachable', 'The source cannot be reached.', true),
  'source/timeout': entry(504, 'Source too slow', 'The source did not answer in time.', true),
  'source/refused': entry(502, 'Source refused', 'The source refused the request.'),
  'source/failing': entry(502, 'Source failing', 'The source answered with an error.', true),
  'source/not-json': entry(502, 'Source answer unreadable', 'The source answered with something that is not JSON.', true),
  'source/unreadable': entry(
    502,
    'Source answer unreadable',
    'The answer of the source cannot be read: it is not HTTP, or its encoding is broken, unknown or stacked.',
    true,
  ),
  'source/too-large': entry(502, 'Source answer too large', 'The answer of the source is larger than 50 MB.'),
  'source/too-deep': entry(502, 'Source answer too deep', 'The answer of the source is nested deeper than 64 levels.'),
  'source/no-list': entry(502, 'No list found', 'The answer of the source holds no list where the configuration expects one.'),
  'source/bad-cursor': entry(502, 'Cursor unreadable', 'The next cursor of the source is neither text nor number.'),
  'source/changed': entry(502, 'Source changed', 'What was read changed while it was read.', true),
  'source/page-loop': entry(502, 'Pages repeat', 'The source returns the same page again and again.'),
  'source/page-limit': entry(502, 'Too many pages', 'The run reached the limit of 10,000 pages. The next run goes on from here.'),
  'destination/unreachable': entry(502, 'Destination unreachable', 'The destination cannot be reached.', true),
  'destination/timeout': entry(
    504,
    'Destination too slow',
    'The destination did not answer in time. Whether it took the record is unknown.',
    true,
  ),
  'destination/refused': entry(502, 'Destination refused', 'The destination refused the record.'),
  'destination/failing': entry(502, 'Destination failing', 'The destination answered with an error.', true),
  'destination/key-reused': entry(
    502,
    'Key used before',
    'The destination says that the Idempotency-Key of this delivery was used before with other content. It is not sent again: somebody has to look.',
  ),
  'lookup/unreachable': entry(502, 'Look-up unreachable', 'The system of the look-up cannot be reached.', true),
  'lookup/timeout': entry(504, 'Look-up too slow', 'The system of the look-up did not answer in time.', true),
  'lookup/failing': entry(502, 'Look-up failing', 'The system of the look-up answered with an error.', true),
  'lookup/refused': entry(502, 'Look-up refused', 'The system of the look-up refused the request.'),
  'lookup/not-json': entry(502, 'Look-up unreadable', 'The look-up was answered with something that is not JSON.', true),
  'lookup/too-large': entry(502, 'Look-up too large', 'The answer of the look-up is larger than 50 MB.'),
  'lookup/too-deep': entry(502, 'Look-up too deep', 'The answer of the look-up is nested deeper than 64 levels.'),
  'lookup/no-list': entry(502, 'No list found', 'The answer of the look-up holds no list where the configuration expects one.'),
  'lookup/not-found': entry(422, 'Nothing found', 'The look-up found nothing for this record.'),
  'lookup/ambiguous': entry(422, 'More than one found', 'The look-up found more than one thing for this record.'),
  'lookup/not-askable': entry(422, 'Not looked up', 'The value of this record cannot be looked up.'),
  'lookup/no-place': entry(422, 'No place', 'The record has no place for what was found.'),
  'mapping/failed': entry(422, 'Mapping failed', 'A value does not fit the field it is mapped to.'),
  'probe/not-available': entry(422, 'Cannot be tried', 'Systems of this kind cannot be tried out without writing to them.'),
  'mapping/empty': entry(
    422,
    'Nothing to deliver',
    'The record holds none of the fields that are mapped, so nothing would be delivered.',
  ),
  'egress/refused': entry(422, 'Address refused', 'This address is not allowed as a source or destination.'),
  'run/nothing-delivered': entry(502, 'Nothing delivered', 'None of the records could be delivered. Each of them says why.'),
  'record/repeated': entry(409, 'Came twice', 'The same record stood in an earlier page of this run. It was delivered once.'),
  'record/too-large': entry(422, 'Record too large', 'The record is larger than 8 MB, so it is not delivered.'),
  'record/poison': entry(422, 'Left out', 'Making this record has ended the process three times, so it is left out.'),
  'run/crash-loop': entry(
    500,
    'Ended again and again',
    'The run has ended several processes without coming forward, so it is not tried again.',
  ),
  'destination/outcome-unknown': entry(
    504,
    'Outcome unknown',
    'Whether the destination took the record is unknown. It is not sent again by itself.',
  ),
  'destination/divided': entry(502, 'Sent otherwise', 'It was not sent by itself: its records went with another delivery.'),
  'run/outcome-unknown': entry(
    504,
    'Outcome unknown',
    'Of some records it is not known whether they arrived. They are not sent again by themselves.',
  ),
  'run/sum-mismatch': entry(
    500,
    'Sum does not hold',
    'Records read are not the sum of delivered, skipped and failed. The run is not counted as a success.',
  ),

  'server/unavailable': entry(503, 'Not available', 'The server is not available right now. Try again in a moment.', true),
  'net/unreachable': entry(
    0,
    'No connection',
    'Network error occurred. Please check your internet connection and try again.',
    true,
  ),
  'net/timeout': entry(0, 'No answer', 'Request timed out. The server took too long to respond. Please try again.', true),
  'net/malformed-reply': entry(0, 'Bad answer', 'The server gave an answer that cannot be read.'),
  'bug/unexpected': entry(500, 'Something went wrong', 'Something went wrong on our side.'),
} as const satisfies Record<string, Entry>

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
