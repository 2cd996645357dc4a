/** NDJSON: one JSON value a line (empty lines are none). */
import { setImmediate as breathe } from 'node:timers/promises'

import { JsonError, parseBytes } from '#server/platform/json/exact.ts'
import { hasTooManyNames, tooManyNames } from '#server/platform/json/names.ts'
import { BadLine, type Cutting, partBytes, partRecords, recordMax, type Taken, tooLong } from './taking.ts'

const newline = 0x0a
const isBlank = (line: Buffer) => line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
const pieceBytes = 256 * 1024

/** Takes the whole lines of a view, up to the size of a part. */
export async function takeLines({ bytes, isEnd, line, isStart }: Cutting): Promise<Taken> {
  const records: unknown[] = []
  let used = isStart && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  let lines = 0
  let breath = pieceBytes
  while (records.length < partRecords && used < partBytes && used < bytes.length) {
    const at = bytes.indexOf(newline, used)
    if (at < 0 && !isEnd) break
    const end = at < 0 ? bytes.length : at
    const text = bytes.subarray(used, end)
    if (text.length > recordMax) throw tooLong(line + lines + 1)
    if (!isBlank(text)) records.push(parsedLine(text, line + lines + 1))
    used = Math.min(bytes.length, end + 1)
    lines += 1
    if (used < breath) continue
    breath = used + pieceBytes
    await breathe()
  }
  return { records, used, lines, header: null }
}

function parsedLine(text: Buffer, line: number): unknown {
  if (hasTooManyNames(text)) return new BadLine(line, `The line has ${tooManyNames}.`)
  try {
    return parseBytes(text)
  } catch (thrown) {
    if (!(thrown instanceof JsonError)) throw thrown
    const reason = thrown.fault === 'too-deep' ? 'The line is nested deeper than 64 levels.' : thrown.reason
    return new BadLine(line, `The line is not JSON. ${reason ?? ''}`.trim())
  }
}
