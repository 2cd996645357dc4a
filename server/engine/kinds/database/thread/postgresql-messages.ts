/**
 * Looks at each message of a PostgreSQL server before the driver does: kind, length, counts and terminators. The driver believes all of them, and
 * loops for ever or throws where no one listens when they are wrong.
 */
import { DatabaseFault } from '../faults.ts'
import { columnsMax, messageMax, WireFault } from './driven.ts'

/** Of a message that is not a row. */
const smallMax = 1024 * 1024
const headerLength = 5

/** Kinds of signing in that the driver does not have. */
const signIns: Readonly<Record<number, string>> = { 2: 'Kerberos 5', 6: 'SCM credentials', 7: 'GSSAPI', 8: 'GSSAPI', 9: 'SSPI' }

type Check = (bytes: Buffer, from: number, to: number) => void

function refuse(what: string): never {
  throw new WireFault(what)
}

/** Where the text that begins at `from` has its end, past the terminator. */
function pastText(bytes: Buffer, from: number, to: number): number {
  const at = from < to ? bytes.indexOf(0, from) : -1
  if (at < 0 || at >= to) refuse('a text has no end')
  return at + 1
}

/** Texts without anything else, from `skip` bytes on. */
const texts =
  (skip: number, count: number): Check =>
  (bytes, from, to) => {
    let at = from + skip
    for (let left = count; left > 0; left -= 1) at = pastText(bytes, at, to)
    if (at !== to) refuse('a message is longer than what it holds')
  }

/** So many bytes, or at least as many. */
const bytesLong =
  (count: number, orMore = false): Check =>
  (_, from, to) => {
    if (to - from !== count && !(orMore && to - from > count)) refuse('a message has a wrong length')
  }

function countAt(bytes: Buffer, from: number, to: number): number {
  if (to - from < 2) refuse('a message has a wrong length')
  const count = bytes.readUInt16BE(from)
  if (count > columnsMax) refuse(`an answer of ${count} columns`)
  return count
}

const row: Check = (bytes, from, to) => {
  let at = from + 2
  for (let left = countAt(bytes, from, to); left > 0; left -= 1) {
    if (at + 4 > to) refuse('a row breaks off')
    const length = bytes.readInt32BE(at)
    if (length < -1) refuse('a value has a negative length')
    at += 4 + Math.max(0, length)
    if (at > to) refuse('a row breaks off')
  }
  if (at !== to) refuse('a row is longer than its values')
}

const description: Check = (bytes, from, to) => {
  let at = from + 2
  for (let left = countAt(bytes, from, to); left > 0; left -= 1) {
    at = pastText(bytes, at, to) + 18
    if (at > to) refuse('the description of a row breaks off')
  }
  if (at !== to) refuse('the description of a row is too long')
}

const parameters: Check = (bytes, from, to) => bytesLong(2 + 4 * countAt(bytes, from, to))(bytes, from, to)

/** Each field is a letter and a text; a zero ends them. */
const notice: Check = (bytes, from, to) => {
  let at = from
  while (at < to && bytes[at] !== 0) at = pastText(bytes, at + 1, to)
  if (at !== to - 1) refuse('an error or a notice has no end')
}

const mechanisms: Check = (bytes, from, to) => {
  let at = from
  while (at < to && bytes[at] !== 0) at = pastText(bytes, at, to)
  if (at !== to - 1) refuse('the ways to sign in have no end')
}

const signIn: Check = (bytes, from, to) => {
  bytesLong(4, true)(bytes, from, to)
  const kind = bytes.readInt32BE(from)
  if (kind === 0 || kind === 3) return bytesLong(4)(bytes, from, to)
  if (kind === 5) return bytesLong(8)(bytes, from, to)
  if (kind === 10) return mechanisms(bytes, from + 4, to)
  if (kind === 11 || kind === 12) return
  const name = signIns[kind] ?? `number ${kind}`
  throw new DatabaseFault(
    'caller',
    `The server requires a sign-in method that we don't support (${name}). Use an account with a password.`,
  )
}

/** By the letter of the message. Copying, replication and newer versions of the protocol are never asked for. */
const checks: Readonly<Record<string, Check>> = {
  ...{ 1: bytesLong(0), 2: bytesLong(0), 3: bytesLong(0), n: bytesLong(0), s: bytesLong(0), I: bytesLong(0) },
  ...{ R: signIn, K: bytesLong(8, true), Z: bytesLong(1), S: texts(0, 2), A: texts(4, 2), C: texts(0, 1) },
  ...{ E: notice, N: notice, T: description, t: parameters, D: row },
}

function checkHeader(code: number, length: number): Check {
  const check = checks[String.fromCharCode(code)]
  if (!check) refuse(`a message of the unknown kind 0x${code.toString(16).padStart(2, '0')}`)
  if (length < 4) refuse('a message has a wrong length')
  const max = code === 0x44 ? messageMax : smallMax
  if (length > max)
    throw new DatabaseFault('too-large', `The database announced a message of ${length} bytes. The limit is ${max}.`)
  return check
}

/** Hands whole messages that hold what they say on, as many at once as have come. What it is given throws goes to whoever gives. */
export function checkedMessages(hand: (messages: Buffer) => void): (chunk: Buffer) => void {
  let kept: Buffer[] = []
  let has = 0
  let needs = headerLength

  /** @returns where the first message that is not whole begins. */
  function passOver(bytes: Buffer): number {
    let at = 0
    needs = headerLength
    while (bytes.length - at >= headerLength) {
      const length = bytes.readUInt32BE(at + 1)
      const check = checkHeader(bytes[at] ?? 0, length)
      if (bytes.length - at < length + 1) {
        needs = length + 1
        break
      }
      check(bytes, at + headerLength, at + length + 1)
      at += length + 1
    }
    return at
  }

  return (chunk) => {
    kept.push(chunk)
    has += chunk.length
    if (has < needs) return
    const bytes = kept.length === 1 ? chunk : Buffer.concat(kept)
    const at = passOver(bytes)
    kept = at === bytes.length ? [] : [bytes.subarray(at)]
    has = bytes.length - at
    if (at > 0) hand(at === bytes.length ? bytes : bytes.subarray(0, at))
  }
}
