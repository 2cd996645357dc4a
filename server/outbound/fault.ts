/** Why a request brought no answer. */
export type FaultKind =
  /** The guard forbids the address; nothing was connected. */
  | 'forbidden'
  /** The gateway that was to be used is off, gone or refuses its key; nothing was sent, and nothing goes around it. */
  | 'gateway-shut'
  /** The gateway cannot be reached, or did not open the way; nothing was sent, and nothing goes around it. */
  | 'gateway'
  /** No connection, or it broke. */
  | 'unreachable'
  | 'timeout'
  | 'too-large'
  /** The answer is not HTTP, or its encoding is broken or stacked. */
  | 'unreadable'
  /** The caller took it back. */
  | 'aborted'
  /** Its turn came, or was taken back, when it might not start any more. */
  | 'withheld'

/** A request without an answer. `sent` says whether the other side may have seen it. */
export class OutboundFault extends Error {
  readonly kind: FaultKind
  readonly sent: boolean
  /** What is known besides the kind, as a sentence. */
  readonly detail: string | null

  constructor(kind: FaultKind, sent: boolean, options: ErrorOptions & { readonly detail?: string } = {}) {
    super(kind, options)
    this.name = 'OutboundFault'
    this.kind = kind
    this.sent = sent
    this.detail = options.detail ?? null
  }
}
