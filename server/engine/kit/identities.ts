/** Which records a run has read, so that one that comes again in a later page is known (`faults.md` F18). */
import { crc32 } from 'node:zlib'

import type { SourcePage } from './kind.ts'

export type Sifted = {
  /** Which records are new; null when all are. */
  readonly kept: readonly boolean[] | null
  /** The marks of the new ones, 8 bytes each, to be kept with their page; null when there are none. */
  readonly identities: Buffer | null
}

export type Identities = {
  /**
   * Which records of a page no earlier page held. A record is the same when its own key and all that would be delivered of it are; those without a
   * key of their own are always new, and so are equal ones within one page.
   */
  readonly sift: (keys: readonly string[], texts: readonly string[], owned: readonly boolean[]) => Sifted
  /** Takes over the marks of a page that was kept before. */
  readonly add: (marks: Buffer) => void
}

const markBytes = 8

/** For records that are read on purpose, however often they came. */
export const everythingIsNew: Identities = { sift: () => ({ kept: null, identities: null }), add: () => {} }

/** FNV-1a over the UTF-16 units of a key. */
function keyHash(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Another one, so that records of equal content are told apart by 64 bits of their keys. */
function secondHash(key: string): number {
  let hash = key.length
  for (let at = 0; at < key.length; at += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x5bd1e995)
    hash ^= hash >>> 15
  }
  return hash >>> 0
}

/** A part of the set: 8 bytes a slot, all zeros where it is empty. */
type Part = { slots: Uint32Array; used: number }

/**
 * Parts grow one by one and by little, so that no moment needs the room of the whole set twice. A mark that is new is looked for until an empty slot: in
 * 23 slots where 85 % are used, in 6 where 70 % are.
 */
const partCount = 256
const fullest = 0.7
const growth = 1.4

/** The slot of a mark, or the empty one where it belongs. */
function slotOf(slots: Uint32Array, high: number, low: number): number {
  const size = slots.length / 2
  for (let at = low % size; ; at = at + 1 === size ? 0 : at + 1) {
    const [first, second] = [2 * at, 2 * at + 1]
    if (slots[first] === high ? slots[second] === low : slots[first] === 0 && slots[second] === 0) return first
  }
}

const holds = (slots: Uint32Array, at: number, high: number, low: number) => slots[at] === high && slots[at + 1] === low

function put(slots: Uint32Array, at: number, high: number, low: number) {
  slots[at] = high
  slots[at + 1] = low
}

function grow(part: Part) {
  const { slots } = part
  part.slots = new Uint32Array(2 * Math.ceil((slots.length / 2) * growth))
  for (let at = 0; at < slots.length; at += 2) {
    const [high = 0, low = 0] = [slots[at], slots[at + 1]]
    if (high !== 0 || low !== 0) put(part.slots, slotOf(part.slots, high, low), high, low)
  }
}

/**
 * A set of 64-bit marks in open addressing: some 14 bytes a mark, for Node's own `Set` would take ten times as much. Two different records of a
 * million share a mark with a probability of 3 in a hundred million.
 */
export function createIdentities(): Identities {
  const parts = Array.from({ length: partCount }, (): Part => ({ slots: new Uint32Array(2 * 16), used: 0 }))
  const partOf = (high: number) => parts[high % partCount] as Part

  function insert(high: number, low: number) {
    const part = partOf(high)
    const at = slotOf(part.slots, high, low)
    if (holds(part.slots, at, high, low)) return
    const isRoomLeft = part.used + 1 <= (part.slots.length / 2) * fullest
    if (!isRoomLeft) grow(part)
    put(part.slots, isRoomLeft ? at : slotOf(part.slots, high, low), high, low)
    part.used += 1
  }

  function has(high: number, low: number): boolean {
    const { slots } = partOf(high)
    return holds(slots, slotOf(slots, high, low), high, low)
  }

  const add = (marks: Buffer) => {
    for (let at = 0; at + markBytes <= marks.length; at += markBytes) insert(marks.readUInt32LE(at), marks.readUInt32LE(at + 4))
  }

  return {
    sift: (keys, texts, owned) => {
      const marks = Buffer.allocUnsafe(keys.length * markBytes)
      let used = 0
      let kept: boolean[] | null = null
      for (let at = 0; at < keys.length; at += 1) {
        if (!owned[at]) continue
        const key = keys[at] ?? ''
        // The empty slot is all zeros, so no mark may be.
        const high = keyHash(key) || 1
        const low = crc32(texts[at] ?? '', secondHash(key))
        if (has(high, low)) {
          kept ??= keys.map(() => true)
          kept[at] = false
          continue
        }
        marks.writeUInt32LE(high, used)
        marks.writeUInt32LE(low, used + 4)
        used += markBytes
      }
      if (used === 0) return { kept, identities: null }
      const identities = marks.subarray(0, used)
      add(identities)
      return { kept, identities }
    },
    add,
  }
}

/**
 * The marks that are kept with records of a page. Those of its keys stand with the last of them: a page that is asked for once more because a part of
 * it is missing finds its own keys new.
 */
export function identitiesOf({ marks, keys, records }: SourcePage, kept: { from: number; until: number; own: Buffer | null }) {
  if (marks) return marks.subarray(8 * kept.from, 8 * kept.until)
  return keys && kept.until >= records.length ? Buffer.concat([kept.own ?? Buffer.alloc(0), keys]) : kept.own
}
