/** What both drivers have in common inside of their thread. */
import type { Socket } from 'node:net'

import type { Raw } from '../driver.ts'
import { DatabaseFault, silent } from '../faults.ts'
import { type Cloned, cloneable, type Field, type Results } from './orders.ts'

/** One connection, as the thread holds it. All throw `DatabaseFault`. */
export type Driven = {
  readonly ask: (sql: string, values: readonly Raw[]) => Promise<Results['ask']>
  /** Begins to read rows, one query at a time; `more` gives the next of them. */
  readonly stream: (sql: string, values: readonly Raw[]) => Promise<Results['stream']>
  readonly more: () => Promise<Results['more']>
  readonly describe: (sql: string) => Promise<readonly Field[]>
  readonly cut: () => void
  readonly end: () => Promise<void>
}

/** Rows that are handed out at once. */
export const batchRows = 1_000
export const batchBytes = 1024 * 1024

/** Of one message of a server: a row, most of the time. No record is longer than 8 MB, and bytes are written as twice as many characters. */
export const messageMax = 24 * 1024 * 1024
/** Of everything that a server sends before it is asked again. */
export const answerMax = 128 * 1024 * 1024
/** Of the rows that a question about the database itself is answered with. */
export const catalogueRowsMax = 100_000
/** No table of either system has more. */
export const columnsMax = 4_096

/** A server that does not keep to its protocol. Before it has let us in it may be another kind of server. */
export class WireFault extends Error {}

export function sizeOfRow(row: readonly Raw[]): number {
  let size = 0
  for (const it of row) size += typeof it === 'string' || Buffer.isBuffer(it) ? it.length : 8
  return size
}

/** Rows as they are cloned. */
export function handedOver(rows: readonly (readonly Raw[])[]): {
  readonly rows: readonly (readonly Cloned[])[]
  readonly hasBytes: boolean
} {
  const hasBytes = rows.some((row) => row.some((it) => Buffer.isBuffer(it)))
  return { rows: hasBytes ? rows.map(cloneable) : rows, hasBytes }
}

export function refuseTooMany(count: number): void {
  if (count > catalogueRowsMax) throw new DatabaseFault('too-large', `The response has more than ${catalogueRowsMax} rows.`)
}

/** Counts what comes between two questions. */
export function createBudget() {
  let received = 0
  return {
    take: (bytes: number) => {
      received += bytes
      if (received > answerMax)
        throw new DatabaseFault('too-large', `The database sent more than ${answerMax / 1024 / 1024} MB at once.`)
    },
    asked: () => {
      received = 0
    },
  }
}

/** The life of one connection: who waits for it, and why it was lost. */
export function createLife(socket: Socket, faultOf: (thrown: unknown) => DatabaseFault, onLost: () => void) {
  /** Of the answers that are waited for. Not one promise that all of them race with: it would hold every one that came. */
  const waiting = new Set<(why: unknown) => void>()
  let why: unknown = null
  let isIn = false

  function lose(thrown: unknown): void {
    if (why === null) onLost()
    why ??= thrown
    for (const reject of waiting) reject(why)
  }

  /** What was thrown while a message was read is the fault of whoever sent it; the connection ends with it. */
  function broken(thrown: unknown): void {
    if (thrown instanceof DatabaseFault) lose(thrown)
    else {
      const what = thrown instanceof Error ? thrown.message : String(thrown)
      const says = isIn
        ? `The database's response can't be read: ${what}.`
        : `The server doesn't use the protocol of this kind of database: ${what}.`
      lose(new DatabaseFault(isIn ? 'unreachable' : 'caller', says, '', { cause: thrown }))
    }
    socket.destroy()
  }

  /** Ends the connection when the answer takes too long: then nobody waits for it, and the server sees that, too. */
  async function within<T>(limit: number, work: () => Promise<T>, late: () => void = () => {}): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const deadline = setTimeout(() => {
      reject(silent(limit))
      late()
      socket.destroy()
    }, limit)
    waiting.add(reject)
    try {
      if (why !== null) throw why
      work().then(resolve, reject)
      return await promise
    } catch (thrown) {
      throw faultOf(thrown)
    } finally {
      clearTimeout(deadline)
      waiting.delete(reject)
    }
  }

  return {
    ...{ lose, broken, within },
    /** The server has let us in: it is what it was taken for. */
    letIn: () => {
      isIn = true
    },
    cut: () => {
      lose(new Error('The connection ended.'))
      socket.destroy()
    },
  }
}

/** Milliseconds that a goodbye may take. */
const leaveLimit = 1_000

/** Waits for a goodbye, and not for long. */
export async function leave(goodbye: Promise<unknown>, socket: Socket): Promise<void> {
  const late = setTimeout(() => socket.destroy(), leaveLimit)
  await Promise.race([goodbye.catch(() => {}), new Promise((resolve) => socket.once('close', resolve))])
  clearTimeout(late)
  socket.destroy()
}
