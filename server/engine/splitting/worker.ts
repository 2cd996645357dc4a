/** Runs in a thread of its own: holds one long document and hands out its parts. */
import { parentPort } from 'node:worker_threads'

import { JsonError, type JsonFault } from '../../json/exact.ts'
import { type Asked, type Cut, cutUp } from './cutting.ts'

export type Order = { readonly bytes: Uint8Array; readonly asked: Asked } | { readonly part: number } | 'drop'

/** `pieces` are the texts of neighbouring records, with the commas between them. */
export type Reply =
  | { readonly cut: Omit<Cut, 'parts'> & { readonly parts: number } }
  | { readonly cut: null }
  | { readonly refused: { readonly fault: JsonFault; readonly reason: string | null } }
  | { readonly pieces: readonly Uint8Array[] }

let document: { readonly bytes: Uint8Array; readonly parts: Cut['parts'] } | null = null

function take(bytes: Uint8Array, asked: Asked): Reply {
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

parentPort?.on('message', (order: Order) => {
  if (order === 'drop') {
    document = null
    return
  }
  try {
    const reply = 'bytes' in order ? take(order.bytes, order.asked) : piecesOf(order.part)
    const owned = 'pieces' in reply ? reply.pieces.map(({ buffer }) => buffer as ArrayBuffer) : []
    parentPort?.postMessage(reply, owned)
  } catch (thrown) {
    if (!(thrown instanceof JsonError)) throw thrown
    parentPort?.postMessage({ refused: { fault: thrown.fault, reason: thrown.reason } } satisfies Reply)
  }
})
