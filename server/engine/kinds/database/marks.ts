/** Which rows a read without an order has handed out: by their content, and how often each. 8 bytes a row, and 36 more a row while it goes on. */
import { createHash } from 'node:crypto'

import type { Raw } from './driver.ts'

const markBytes = 8

/** What tells a row from others: all of it, so that a changed row is another one. */
const digestOf = (row: readonly Raw[]) => createHash('sha1').update(JSON.stringify(row)).digest()

/** In 16 characters. */
export const identityOf = (row: readonly Raw[]): string => digestOf(row).toString('base64').slice(0, 16)

export const marksOf = (rows: readonly (readonly Raw[])[]): Buffer =>
  Buffer.concat(rows.map((row) => digestOf(row).subarray(0, markBytes)))

/** Leaves out, once each, what was read before. */
export type Skipper = {
  readonly wasRead: (row: readonly Raw[]) => boolean
  /** How many of those that were read did not come again. */
  readonly left: () => number
}

/** Counts of marks in open addressing, three words a slot: a `Map` would take several times as much. */
function skipperOf(marks: readonly Buffer[], count: number): Skipper {
  const size = Math.max(16, Math.ceil(count * 1.5))
  const slots = new Uint32Array(3 * size)
  let left = 0
  function slotOf(high: number, low: number): number {
    for (let at = high % size; ; at = at + 1 === size ? 0 : at + 1) {
      const slot = 3 * at
      if (slots[slot + 2] === 0 || (slots[slot] === high && slots[slot + 1] === low)) return slot
    }
  }
  // A count is kept one higher, so that a slot whose rows all came again is not taken for an empty one.
  for (const some of marks) {
    for (let at = 0; at + markBytes <= some.length; at += markBytes) {
      const [high, low] = [some.readUInt32LE(at), some.readUInt32LE(at + 4)]
      const slot = slotOf(high, low)
      slots[slot] = high
      slots[slot + 1] = low
      slots[slot + 2] = (slots[slot + 2] || 1) + 1
      left += 1
    }
  }
  return {
    wasRead: (row) => {
      if (left === 0) return false
      const digest = digestOf(row)
      const slot = slotOf(digest.readUInt32LE(0), digest.readUInt32LE(4))
      const times = slots[slot + 2] ?? 0
      if (times <= 1) return false
      slots[slot + 2] = times - 1
      left -= 1
      return true
    },
    left: () => left,
  }
}

/** The marks of the rows that a run has read. */
export type Memory = {
  readonly add: (marks: Buffer) => void
  readonly count: () => number
  readonly clear: () => void
  /** Of what is remembered now. */
  readonly skipper: () => Skipper
}

export function createMemory(): Memory {
  let marks: Buffer[] = []
  const count = () => marks.reduce((sum, it) => sum + it.length, 0) / markBytes
  return {
    add: (more) => {
      marks.push(more)
    },
    count,
    clear: () => {
      marks = []
    },
    skipper: () => skipperOf(marks, count()),
  }
}
