/** What goes wrong with a system that speaks no HTTP: a database, a stream. */
import type { ForeignAnswer, Problem, ProblemCode } from '#contract/kit/problem.ts'
import type { Masked } from '../kit/kind.ts'
import { remoteProblem } from './remote-problem.ts'

/** `says` are the system's own words or, where it said nothing, ours. `code` is its own, e.g. `23505`; empty where it gave none. */
export abstract class SystemFault<Kind extends string> extends Error {
  readonly kind: Kind
  readonly code: string

  constructor(kind: Kind, says: string, code = '', options?: ErrorOptions) {
    super(says, options)
    this.name = new.target.name
    this.kind = kind
    this.code = code
  }
}

const plain = (text: string, most: number) => text.replaceAll('\u0000', '\ufffd').slice(0, most)

/** What the system said, as it is kept and shown first. It answers no HTTP status: 0. */
function answerOf({ message, code }: SystemFault<string>, masked: Masked): ForeignAnswer {
  const headers = code === '' ? {} : { code }
  return { status: 0, headers, body: plain(masked(message), 2_048), bytes: Buffer.byteLength(message) }
}

/** A fault under a code of the catalogue. @param who names the system at the beginning of the sentence. */
export function spokenProblem(code: ProblemCode, who: string, fault: SystemFault<string>, masked: Masked): Problem {
  const says = plain(masked(fault.message), 1_000)
  const own = fault.code === '' || says.includes(fault.code) ? '' : ` (${fault.code})`
  return remoteProblem(code, { message: `${who}: ${says}${own}`, answer: answerOf(fault, masked) })
}
