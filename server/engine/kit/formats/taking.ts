/** What the readers of lines and rows have in common. */

import { productLimits } from '#contract/connectors/config/product-limits.ts'
import type { ProblemCode } from '#contract/kit/problem.ts'

/** Of what is handed out at once. Records, bytes. */
export const partRecords = 1_000
export const partBytes = 4 * 1024 * 1024
export const recordMax = productLimits.recordMegabytes * 1024 * 1024

/** Bytes of a blob or an answer from an offset on. `isEnd` says that nothing comes after them. */
export type View = { readonly bytes: Buffer; readonly isEnd: boolean }

/** A view at a place: `line` are the lines before it, `header` the columns of the blob once they are known. */
export type Cutting = View & { readonly isStart: boolean; readonly line: number; readonly header: readonly string[] | null }

/** `used` bytes of the view, and the lines in them, are done with. None are used when the view ends before the first record does. */
export type Taken = {
  readonly records: readonly unknown[]
  readonly used: number
  readonly lines: number
  readonly header: readonly string[] | null
}

/** A line that is not a record: it fails alone, and the other lines are read. */
export class BadLine {
  readonly line: number
  /** As a sentence. */
  readonly reason: string

  constructor(line: number, reason: string) {
    this.line = line
    this.reason = reason
  }
}

/** The content is not what it should be; the message goes on after the name of the blob. */
export class ContentFault extends Error {
  override readonly name = 'ContentFault'
  readonly code: ProblemCode

  constructor(code: ProblemCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const tooLong = (line: number): ContentFault =>
  new ContentFault('source/too-large', `contains a record of more than 8 MB at line ${line}.`)
