/** Runs in a thread of its own: holds one long document and hands out its parts. */
import { parentPort } from 'node:worker_threads'

import { JsonError, type JsonFault, parseBytes } from '#server/platform/json/exact.ts'
import { type Path, valueAt } from '#server/platform/json/path.ts'
import { convertedToJson } from '../formats/converting.ts'
import type { Reading } from '../formats/sniffing.ts'
import { listsIn } from '../looking.ts'
import { type Cut, cutUp, type LongRequest } from './cutting.ts'

export type Order =
  | { readonly bytes: Uint8Array; readonly asked: LongRequest }
  | { readonly part: number }
  /** Nothing is held afterwards. */
  | { readonly lookAt: Uint8Array; readonly facts: readonly Path[]; readonly reading: Reading | null }
  | 'drop'

/** `pieces` are the texts of neighbouring records, with the commas between them. */
export type Reply =
  | { readonly cut: Omit<Cut, 'parts'> & { readonly parts: number } }
  | { readonly cut: null }
  | { readonly refused: { readonly fault: JsonFault; readonly reason: string | null } }
  | { readonly pieces: readonly Uint8Array[] }
  /** As JSON: exact numbers cannot be handed over otherwise. */
  | { readonly lists: string; readonly facts: string }

/** Characters of a fact: nothing longer is a number. */
const factMax = 64

let document: { readonly bytes: Uint8Array; readonly parts: Cut['parts'] } | null = null

const plainBytes = ({ buffer, byteOffset, length }: Buffer) => new Uint8Array(buffer, byteOffset, length)

async function take(given: Uint8Array, asked: LongRequest): Promise<Reply> {
  document = null
  const converted = asked.reading ? await convertedToJson(given, asked.reading, asked.list) : null
  // A buffer would hand out views of itself, and what is handed out is given away.
  const bytes = converted ? plainBytes(converted.bytes) : given
  const cut = cutUp(bytes, converted?.list ? { ...asked, list: { at: 'path', path: converted.list } } : asked)
  if (cut === null) return { cut }
  document = { bytes, parts: cut.parts }
  return { cut: { ...cut, parts: cut.parts.length } }
}

function piecesOf(number: number): Reply {
  const part = document?.parts[number]
  if (!document || !part) throw new RangeError(`no part ${number}`)
  const { bytes } = document
  return { pieces: part.map(({ from, to }) => bytes.slice(from, to)) }
}

async function looked(bytes: Uint8Array, facts: readonly Path[], reading: Reading | null): Promise<Reply> {
  const answer = parseBytes(reading ? (await convertedToJson(bytes, reading, { at: 'detected' }, true)).bytes : bytes)
  return {
    lists: JSON.stringify(listsIn(answer)),
    facts: JSON.stringify(facts.map((path) => factOf(valueAt(answer, path)))),
  }
}

/** As much of a value as tells whether more follows: of an object only whether it is empty, and nothing of a list. */
function factOf(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, factMax)
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value ?? null
  return Array.isArray(value) || Object.keys(value).length === 0 ? null : { more: true }
}

async function replyTo(order: Exclude<Order, 'drop'>): Promise<Reply> {
  if ('bytes' in order) return take(order.bytes, order.asked)
  return 'part' in order ? piecesOf(order.part) : looked(order.lookAt, order.facts, order.reading)
}

async function answer(order: Exclude<Order, 'drop'>): Promise<void> {
  try {
    const reply = await replyTo(order)
    const owned = 'pieces' in reply ? reply.pieces.map(({ buffer }) => buffer as ArrayBuffer) : []
    parentPort?.postMessage(reply, owned)
  } catch (thrown) {
    if (!(thrown instanceof JsonError)) throw thrown
    parentPort?.postMessage({ refused: { fault: thrown.fault, reason: thrown.reason } } satisfies Reply)
  }
}

// Whoever asks waits for the reply before the next order.
parentPort?.on('message', (order: Order) => {
  if (order === 'drop') document = null
  else void answer(order)
})
