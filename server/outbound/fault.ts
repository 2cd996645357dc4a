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

/** `headers` are empty where not all of them arrived. */
export type ResponseHead = { readonly status: number; readonly headers: Readonly<Record<string, string>> }

/** A request without an answer. `sent` says whether the other side may have seen it. */
export class OutboundFault extends Error {
  readonly kind: FaultKind
  readonly sent: boolean
  /** What is known besides the kind, as a sentence. */
  readonly detail: string | null
  /** The head of the response, as far as it arrived. Its status shows what the other system did, even if the rest was lost. */
  readonly head: ResponseHead | null

  constructor(
    kind: FaultKind,
    sent: boolean,
    options: ErrorOptions & { readonly detail?: string; readonly head?: ResponseHead | null } = {},
  ) {
    super(kind, options)
    this.name = 'OutboundFault'
    this.kind = kind
    this.sent = sent
    this.detail = options.detail ?? null
    this.head = options.head ?? null
  }

  /** The same with the head of the response, where it has none or only its status. */
  withHead(head: ResponseHead): OutboundFault {
    if (this.head !== null && Object.keys(this.head.headers).length > 0) return this
    const { cause, detail } = this
    return new OutboundFault(this.kind, true, { cause, ...(detail === null ? {} : { detail }), head })
  }
}
