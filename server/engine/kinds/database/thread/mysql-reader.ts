/** Rows of one query of MySQL, in batches. */
import type { Connection, FieldPacket } from 'mysql2'

import type { Raw } from '../driver.ts'
import { batchBytes, batchRows, sizeOfRow } from './driven.ts'
import type { Field } from './orders.ts'

/** What is told of a column; the driver has these behind getters. */
export function fieldOf(field: FieldPacket): Field {
  const { name, columnType, flags, characterSet, columnLength, decimals } = field
  const { extendedFormat } = field as { readonly extendedFormat?: string }
  return { name, columnType, flags, characterSet, columnLength, decimals, extendedFormat }
}

/** Rows of one query: the server sends them by itself, and waits while a batch is there that nobody has taken. */
export function createReader(connection: Connection, sql: string, values: readonly Raw[]) {
  let rows: Raw[][] = []
  let bytes = 0
  let isOver = false
  let isPaused = false
  let failed: Error | null = null
  let wake = () => {}
  const described = Promise.withResolvers<readonly Field[]>()
  described.promise.catch(() => {})

  const fail = (error: Error) => {
    failed ??= error
    described.reject(error)
    wake()
  }
  const query = connection.execute(sql, [...values])
  query.on('fields', (fields) => described.resolve((fields as unknown as FieldPacket[] | undefined)?.map(fieldOf) ?? []))
  query.on('result', (row) => {
    if (!Array.isArray(row)) return
    rows.push(row as unknown as Raw[])
    bytes += sizeOfRow(row as unknown as Raw[])
    if (!isPaused && (bytes >= batchBytes || rows.length >= batchRows)) {
      isPaused = true
      connection.pause()
    }
    wake()
  })
  query.on('error', fail)
  query.on('end', () => {
    isOver = true
    described.resolve([])
    wake()
  })

  async function more() {
    while (rows.length === 0 && !isOver && !failed) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    if (rows.length === 0 && failed) throw failed
    const taken = rows
    rows = []
    bytes = 0
    if (isPaused) {
      isPaused = false
      connection.resume()
    }
    return { rows: taken, isOver: isOver && rows.length === 0 && !failed }
  }

  return { fields: described.promise, more }
}
