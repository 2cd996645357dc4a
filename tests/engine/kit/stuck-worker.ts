/** The thread of the drivers, and beside it a driver that never comes back: for what a server could send that nobody has found yet. */
import { parentPort } from 'node:worker_threads'

import type { Message } from '#server/engine/kinds/database/thread/orders.ts'
import '#server/engine/kinds/database/thread/worker.ts'
import { stuck } from './stuck-statement.ts'

parentPort?.on('message', (message: Message) => {
  if (message === 'ping' || message.order.do !== 'ask' || !message.order.sql.includes(stuck)) return
  for (;;) Math.random()
})
