/** An answer that is too long for the main thread: parsed beside it as a whole, then handed out part by part. */
import { setImmediate as breathe } from 'node:timers/promises'

import { parseExactly, textOf } from '#server/platform/json/exact.ts'
import type { LongRequest } from './cutting.ts'
import { takeThread } from './threads.ts'

/** Bytes from which on an answer is long. */
export const longFrom = 1_000_000

export type LongPage = {
  /** Of its records: the same list has the same mark. */
  readonly mark: string
  readonly parts: number
  /** Records of the whole page. */
  readonly count: number
  /** What was asked for besides the records; undefined where the page holds none. */
  readonly facts: readonly unknown[]
  /** The document without its records; undefined where that is not known. */
  readonly around: unknown
  /** The records of one part, from 0 on. Throws `JsonError`. */
  readonly read: (part: number) => Promise<readonly unknown[]>
  /** It was taken out of memory because others waited; its place tells how to read on. */
  readonly isGone: () => boolean
  readonly close: () => void
}

/** Bytes that belong to nobody else, so that the thread can have them without a copy. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isWhole = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
  return isWhole ? (bytes as Uint8Array<ArrayBuffer>) : Uint8Array.from(bytes)
}

/**
 * Reads a document to its end before anything of it is handed out. `bytes` are gone from the caller afterwards. Null when there is no list where
 * one is asked for. Throws `JsonError`; the signal ends it at any time.
 */
export async function openLongPage(bytes: Uint8Array, asked: LongRequest, signal: AbortSignal): Promise<LongPage | null> {
  const thread = await takeThread(signal)
  signal.addEventListener('abort', thread.leave, { once: true })
  const close = () => {
    signal.removeEventListener('abort', thread.leave)
    thread.leave()
  }
  try {
    const its = owned(bytes)
    const reply = await thread.ask({ bytes: its, asked }, [its.buffer])
    if (!('cut' in reply)) throw new TypeError('a thread answered something else than was asked')
    const { cut } = reply
    if (cut === null) {
      close()
      return null
    }
    return {
      ...cut,
      facts: cut.facts.map((text) => (text === null ? undefined : parseExactly(text))),
      around: cut.around === null ? undefined : parseExactly(cut.around),
      read: async (part) => {
        const answer = await thread.ask({ part })
        if (!('pieces' in answer)) throw new TypeError('a thread answered something else than was asked')
        const records: unknown[] = []
        for (const piece of answer.pieces) {
          records.push(...(parseExactly(`[${textOf(piece)}]`) as unknown[]))
          await breathe()
        }
        return records
      },
      isGone: thread.isGone,
      close,
    }
  } catch (thrown) {
    close()
    throw thrown
  }
}
