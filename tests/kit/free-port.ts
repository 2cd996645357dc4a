/** Ports for processes that are told theirs before they start. */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that Linux gives to whoever asks for any (`ip_local_port_range`, from 32768): one of these is not taken by a test beside this one. */
const [first, end] = [20_000, 32_000]

/** A port of this machine that nobody listens on. */
export function freePort(): Promise<number> {
  const port = randomInt(first, end)
  return new Promise((found, failed) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') found(freePort())
      else failed(error)
    })
    server.listen(port, '127.0.0.1', () => server.close(() => found(port)))
  })
}
