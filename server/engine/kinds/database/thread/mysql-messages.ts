/** Counts the bytes of each message of a MySQL server: a long one comes in pieces, and the driver would keep any number of them. */
import { DatabaseFault } from '../faults.ts'
import { messageMax } from './driven.ts'

const headerLength = 4
/** A piece of this length is followed by another one. */
const wholePiece = 0xff_ff_ff

export function countedMessages(): (chunk: Buffer) => void {
  let header = 0
  let length = 0
  let left = 0
  let message = 0

  function begin(): void {
    message += length
    if (message > messageMax)
      throw new DatabaseFault('too-large', `The database sent a message of more than ${messageMax} bytes.`)
    if (length < wholePiece) message = 0
    ;[left, header, length] = [length, 0, 0]
  }

  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (left > 0) {
        const skipped = Math.min(left, chunk.length - at)
        left -= skipped
        at += skipped
        continue
      }
      if (header < 3) length += (chunk[at] ?? 0) * 256 ** header
      header += 1
      at += 1
      if (header === headerLength) begin()
    }
  }
}
