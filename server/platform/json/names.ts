/**
 * Counts the different names in a JSON document before anything is made of it. Each is a new form to the parser: some hundred thousand
 * of them hold the process for a tenth of a second and more (finding T8).
 */
import { randomInt } from 'node:crypto'

/** Different names in one record, and in one body. */
export const namesMax = 50_000
/** A name, its quotes, a colon and a value take at least so many bytes: a shorter document has no more names. */
const nameBytes = 5

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const space = 0x20

/** Twice as many places as names, at least. */
const tableSize = 2 ** 17
/** Drawn for each process: nobody who makes names up can know which of them fall together. */
const drawn = { seed: randomInt(2 ** 32), factor: randomInt(2 ** 32) }
/** The golden ratio in 32 bits (Knuth): it spreads short names whatever the drawn factor is. */
const spreading = 0x9e3779b1

/** The hash after one more byte. A drawn factor alone is not enough: near a power of two it gives thousands of short names one hash. */
function mixed(hash: number, byte: number, factor: number): number {
  const it = Math.imul(hash ^ byte, spreading)
  return Math.imul(it ^ (it >>> 15), factor)
}

function spread(hash: number): number {
  let it = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  it = Math.imul(it ^ (it >>> 13), 0xc2b2ae35)
  return it ^ (it >>> 16)
}

/** Keeps what it is given and says how much of it differs. */
function createTally() {
  const table = new Int32Array(tableSize)
  let count = 0
  return (hash: number): number => {
    // Zero is an empty place.
    const it = spread(hash) || 1
    let at = it & (tableSize - 1)
    while (table[at] !== 0 && table[at] !== it) at = (at + 1) & (tableSize - 1)
    if (table[at] === 0) {
      table[at] = it
      count += 1
    }
    return count
  }
}

/**
 * Whether a document seems to have more than `namesMax` different names: in one pass, and also when it is no JSON. A name counts as it
 * is written. Few names share a hash, so the limit is exact to about one in a hundred.
 */
export function hasTooManyNames(document: Uint8Array | string, key: { seed: number; factor: number } = drawn): boolean {
  if (document.length <= namesMax * nameBytes) return false
  const bytes = typeof document === 'string' ? Buffer.from(document) : document
  const factor = key.factor | 1
  const tally = createTally()
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== quote) continue
    let hash = key.seed
    at += 1
    for (; at < bytes.length && bytes[at] !== quote; at += 1) {
      hash = mixed(hash, bytes[at] as number, factor)
      if (bytes[at] !== backslash) continue
      at += 1
      hash = mixed(hash, bytes[at] ?? 0, factor)
    }
    let next = at + 1
    while ((bytes[next] ?? 0xff) <= space) next += 1
    if (bytes[next] === colon && tally(hash) > namesMax) return true
    at = next - 1
  }
  return false
}

export const tooManyNames = `more than ${namesMax} different field names`
