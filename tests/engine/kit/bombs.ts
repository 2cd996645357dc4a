/** Answers of a source that are too much, and what a run says of each. */
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

import type { Script } from './source-sim.ts'

const chunk = Buffer.alloc(1024 * 1024, '[1,"a"],')

/** Sends megabytes until the reader hangs up. */
const pour = (megabytes: number) => (response: ServerResponse) => {
  let left = megabytes
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1
      if (!response.write(chunk)) return void response.once('drain', more)
    }
    if (!response.destroyed) response.end()
  }
  more()
  return true
}
const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 0x20))

export const bombs: readonly (readonly [string, Script, string])[] = [
  ['1 GB', (_, response) => !!response.writeHead(200) && pour(1_024)(response), 'source/too-large'],
  ['without end', (_, response) => !!response.writeHead(200) && pour(Number.POSITIVE_INFINITY)(response), 'source/too-large'],
  ['a gzip bomb', (_, response) => !!response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb), 'source/too-large'],
  ['49 MB of brackets', (_, response) => !!response.end(`{"items":[${'['.repeat(49 * 1024 * 1024)}`), 'source/too-deep'],
]
