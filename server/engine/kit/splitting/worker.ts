/** Runs in a thread of its own: holds one long document and hands out its parts. */
import { parentPort } from 'node:worker_threads'

import { JsonError, type JsonFault, parseBytes } from '#server/platform/json/exact.ts'
import { type Path, valueAt } from '#server/platform/json/path.ts'
import { listsIn } from '../looking.ts'
import { type Cut, cutUp, type SplitRequest } from './cutting.ts'

export type Order =
  | { readonly bytes: Uint8Array; readonly asked: SplitRequest }
  | { readonly part: number }
  /** Nothing is held afterwards. */
  | { readonly lookAt: Uint8Array; readonly facts: readonly Path[] }
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

function take(bytes: Uint8Array, asked: SplitRequest): Reply {
  document = null
  const cut = cutUp(bytes, asked)
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

function looked(bytes: Uint8Array, facts: readonly Path[]): Reply {
  const answer = parseBytes(bytes)
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

function replyTo(order: Exclude<Order, 'drop'>): Reply {
  if ('bytes' in order) return take(order.bytes, order.asked)
  return 'part' in order ? piecesOf(order.part) : looked(order.lookAt, order.facts)
}

parentPort?.on('message', (order: Order) => {
  if (order === 'drop') {
    document = null
    return
  }
  try {
    const reply = replyTo(order)
    const owned = 'pieces' in reply ? reply.pieces.map(({ buffer }) => buffer as ArrayBuffer) : []
    parentPort?.postMessage(reply, owned)
  } catch (thrown) {
    if (!(thrown instanceof JsonError)) throw thrown
    parentPort?.postMessage({ refused: { fault: thrown.fault, reason: thrown.reason } } satisfies Reply)
  }
})
