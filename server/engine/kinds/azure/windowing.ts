/** Looks at a blob through a window of a few megabytes that only moves forward, so that a blob of any size is read in little memory. */
import type { View } from '../../kit/formats/taking.ts'
import type { Blob, Blobs, Lost } from './blobs.ts'
import { rangeMax } from './container.ts'

export type Window = {
  /** At least `least` bytes from an offset on, or all that are left. */
  readonly view: (blob: Blob, offset: number, least: number, signal: AbortSignal) => Promise<View | Lost>
}

export function createWindow(blobs: Blobs): Window {
  let held: { readonly name: string; readonly etag: string; readonly from: number; readonly bytes: Buffer } | null = null

  /** What is held already of the bytes from an offset on. */
  function rest({ name, etag }: Blob, offset: number): Buffer {
    if (held?.name !== name || held.etag !== etag || offset < held.from) return Buffer.alloc(0)
    return held.bytes.subarray(offset - held.from)
  }

  return {
    view: async (blob, offset, least, signal) => {
      const { name, etag, size } = blob
      let bytes = rest(blob, offset)
      const wanted = Math.min(least, size - offset)
      while (bytes.length < wanted) {
        const from = offset + bytes.length
        const more = await blobs.bytes(blob, from, Math.min(rangeMax, size - from), signal)
        if (typeof more === 'string') return more
        if (more.length === 0) return 'changed'
        bytes = Buffer.concat([bytes, more])
      }
      held = { name, etag, from: offset, bytes }
      return { bytes, isEnd: offset + bytes.length >= size }
    },
  }
}
