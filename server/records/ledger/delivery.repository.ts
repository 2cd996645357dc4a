/** A delivery: records that are sent at once, as exact bytes under a key that stays the same on every try and after every crash. */
import { createHash } from 'node:crypto'

import { deliveryBytes, type PageContent, positionOf, recordBytes } from './page-content.repository.ts'

/** `route`: the number of its destination; absent: the first one. */
export type PageOf = { readonly number: number; readonly route?: number; readonly readAt: Date; readonly content: PageContent }

/** Names some records by their order. */
const whichOf = (records: readonly unknown[]) => createHash('sha256').update(records.join(' ')).digest('base64url').slice(0, 16)

export class Delivery {
  readonly page: PageOf
  /** The records by their numbers in the page's content, ascending. */
  readonly ordinals: readonly number[]
  /** Whether these are the bytes of the page's body as they stand there. */
  readonly #isWhole: boolean
  /** The place in the run of its first record. */
  readonly position: number

  constructor(page: PageOf, ordinals: readonly number[], isWhole: boolean) {
    this.page = page
    this.ordinals = ordinals
    this.#isWhole = isWhole
    this.position = positionOf(page.content, ordinals[0] ?? 0)
  }

  get readAt(): Date {
    return this.page.readAt
  }

  get count(): number {
    return this.ordinals.length
  }

  /**
   * `dc-<run>-<position>`. A part of a divided delivery is told from others that begin with the same record by its size: parts of parts only
   * become smaller. What a failed run sent before has the key that it had there, as a whole. Where versions of records are known again, `dc-<connector>-<version>`; of several, what says which they are.
   */
  get key(): string {
    const { keyPrefix, origins, marks, before, size } = this.page.content
    if (marks) return this.#keyOfMarks(keyPrefix, marks)
    if (origins) return this.#keyOfOrigins(keyPrefix, origins)
    if (this.#isWhole) return before?.[Math.floor((this.ordinals[0] ?? 0) / size)] ?? `${keyPrefix}${this.position}`
    return `${keyPrefix}${this.position}x${this.count}`
  }

  /**
   * Of what an earlier run read: the key that it had there. Several may stand together otherwise than there, and none of them was taken there, so
   * theirs says which they are.
   */
  #keyOfOrigins(keyPrefix: string, origins: readonly number[]): string {
    const places = this.ordinals.map((ordinal) => origins[ordinal])
    if (this.#isWhole && this.page.content.size === 1) return `${keyPrefix}${places[0]}`
    return `${keyPrefix}${places[0]}x${this.count}-${whichOf(places)}`
  }

  #keyOfMarks(keyPrefix: string, marks: readonly string[]): string {
    const its = this.ordinals.map((ordinal) => marks[ordinal])
    return this.count === 1 ? `${keyPrefix}${its[0]}` : `${keyPrefix}${whichOf(its)}x${this.count}`
  }

  get bytes(): Buffer {
    const { content } = this.page
    if (this.#isWhole) return deliveryBytes(content, this.ordinals[0] ?? 0, this.count)
    const parts: Buffer[] = []
    for (const ordinal of this.ordinals)
      parts.push(Buffer.from(parts.length === 0 ? content.open : ','), recordBytes(content, ordinal))
    return Buffer.concat([...parts, Buffer.from(content.close)])
  }

  get body(): string {
    return this.bytes.toString('utf8')
  }

  texts(): string[] {
    return this.ordinals.map((ordinal) => recordBytes(this.page.content, ordinal).toString('utf8'))
  }

  /** Places in the run of its records. */
  positions(): number[] {
    return this.ordinals.map((ordinal) => positionOf(this.page.content, ordinal))
  }

  /** A delivery of some of its records. */
  part(ordinals: readonly number[]): Delivery {
    return new Delivery(this.page, ordinals, false)
  }
}

/** The deliveries of a page, in order. */
export function deliveriesOf(page: PageOf): Delivery[] {
  const { size, keys } = page.content
  const made: Delivery[] = []
  for (let from = 0; from < keys.length; from += size) {
    const count = Math.min(size, keys.length - from)
    made.push(new Delivery(page, count === 1 ? [from] : Array.from({ length: count }, (_, at) => from + at), true))
  }
  return made
}
