/**
 * Runs in a thread of its own: the drivers of foreign databases, and with them everything that reads what those send. It can be ended at any time,
 * and nothing but the connections in it ends with it (threat of finding T1).
 */
import { parentPort } from 'node:worker_threads'

import { DatabaseFault } from '../faults.ts'
import type { Driven } from './driven.ts'
import { type DriverFault, type Message, type Order, type Reply, type Results, uncloned } from './orders.ts'

// A driver that complains of each message of a server would keep the process busy with printing.
for (const name of ['error', 'warn', 'log', 'info', 'trace', 'debug'] as const) console[name] = () => {}

/** Each when it is needed first: most threads need one of them. */
const drivers = {
  postgresql: async () => (await import('./postgresql-session.ts')).openPostgresql,
  mysql: async () => (await import('./mysql-session.ts')).openMysql,
}

const sessions = new Map<number, Driven>()
/** Those that do not stand yet; false when they are not wanted any more. */
const opening = new Map<number, boolean>()

/** Of what a server says only so much is handed on. */
const messageMax = 8_192

const post = (reply: Reply) => parentPort?.postMessage(reply)

function faultOf(thrown: unknown): DriverFault {
  const { kind, message, code } = thrown instanceof DatabaseFault ? thrown : new DatabaseFault('unreachable', String(thrown))
  return { kind, says: message.slice(0, messageMax), code: code.slice(0, 64) }
}

async function open(session: number, { engine, account, place, purpose }: Extract<Order, { do: 'open' }>): Promise<null> {
  const onLost = () => post({ lost: session })
  opening.set(session, true)
  try {
    post('loading')
    const connect = await drivers[engine]()
    post('loaded')
    const it = await connect(account, place, purpose, onLost)
    if (opening.get(session)) sessions.set(session, it)
    else it.cut()
    return null
  } finally {
    opening.delete(session)
  }
}

async function end(session: number, isCut: boolean): Promise<null> {
  const it = sessions.get(session)
  sessions.delete(session)
  if (opening.has(session)) opening.set(session, false)
  if (isCut) it?.cut()
  else await it?.end()
  return null
}

async function perform(session: number, order: Order): Promise<Results[keyof Results]> {
  if (order.do === 'open') return open(session, order)
  if (order.do === 'cut' || order.do === 'end') return end(session, order.do === 'cut')
  const it = sessions.get(session)
  if (!it) throw new DatabaseFault('unreachable', 'The connection ended.')
  switch (order.do) {
    case 'more':
      return it.more()
    case 'describe':
      return it.describe(order.sql)
    case 'ask':
      return it.ask(order.sql, uncloned(order.values))
    case 'stream':
      return it.stream(order.sql, uncloned(order.values))
  }
}

parentPort?.on('message', (message: Message) => {
  if (message === 'ping') return post('pong')
  const { session, number, order } = message
  perform(session, order).then(
    (result) => post({ number, result }),
    (thrown: unknown) => post({ number, fault: faultOf(thrown) }),
  )
})
