/** A connection to MySQL or MariaDB over a guarded socket. */
import type { Socket } from 'node:net'
import mysql, { type Connection, type FieldPacket, type ResultSetHeader } from 'mysql2'
import { openSocket, type SocketPlace } from '#server/outbound/sockets.ts'
import { parameter, type Raw } from '../driver.ts'
import { answerLimit, DatabaseFault, entryLimit, type FaultKind, faultOfConnecting } from '../faults.ts'
import { createBudget, createLife, type Driven, handedOver, leave, messageMax, refuseTooMany } from './driven.ts'
import { createReader, fieldOf } from './mysql-reader.ts'
import type { Account, Purpose } from './orders.ts'

/** Numbers of errors. The rest is about the records. */
const kinds = new Map<number, FaultKind>([
  ...[1040, 1041, 1021, 1203, 1205, 1213, 1053, 1317, 1927, 4031].map((errno) => [errno, 'passing'] as const),
  ...[3024, 1969].map((errno) => [errno, 'timeout'] as const),
  ...[1044, 1045, 1046, 1049, 1064, 1142, 1143, 1144, 1146, 1227, 1290, 1698, 1792, 1836, 1862, 2059].map(
    (errno) => [errno, 'caller'] as const,
  ),
  [1153, 'too-large'],
])

function faultOf(thrown: unknown): DatabaseFault {
  if (thrown instanceof DatabaseFault) return thrown
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { errno, code = '' } = error as { readonly errno?: number; readonly code?: string }
  if (typeof errno === 'number' && errno > 0 && 'sqlState' in error) {
    return new DatabaseFault(kinds.get(errno) ?? 'records', error.message, String(errno), { cause: error })
  }
  const isTrust = /CERT|SELF_SIGNED|TLS_|SSL|UNABLE_TO|AUTH_SWITCH|CLEAR_PASSWORD/.test(code)
  const isNever = isTrust || /secure connection|plugin|certificate/i.test(error.message)
  return new DatabaseFault(isNever ? 'caller' : 'unreachable', error.message, code, { cause: error })
}

/** Seconds that a server may take to hand all the rows of one query out, the waiting of a slow destination included. */
const streamLimit = 1_800

function connectionFor(side: Account, socket: Socket): Connection {
  const { host, port, database, user, password, tls } = side
  return mysql.createConnection({
    ...{ host, port, database, user, password },
    stream: socket,
    // Ours comes first.
    connectTimeout: 2 * entryLimit,
    charset: 'utf8mb4_bin',
    // No file of this machine is read for a server that asks for one, and one message is one statement.
    flags: ['-LOCAL_FILES'],
    multipleStatements: false,
    // Values come as they are stored: no number becomes a double that was none, no instant a Date.
    ...{ supportBigNumbers: true, bigNumberStrings: true, dateStrings: true, jsonStrings: true, rowsAsArray: true },
    // The driver would compile a function for each form of row; nothing is evaluated here (threat T-EXPR).
    disableEval: true,
    maxPreparedStatements: 64,
    // Without TLS whoever stands in between could ask for the password in plain.
    enableCleartextPlugin: tls === 'verify',
    ...(tls === 'disable' ? {} : { ssl: { rejectUnauthorized: tls === 'verify', verifyIdentity: tls === 'verify' } }),
  })
}

const settings = (purpose: 'read' | 'write') =>
  purpose === 'read'
    ? `set session time_zone = '+00:00', net_write_timeout = ${streamLimit}`
    : `set session time_zone = '+00:00', innodb_lock_wait_timeout = ${answerLimit / 3_000},
       sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION'`

/** Puts a look at what comes before the driver's own reading. What either throws ends this connection and nothing else. */
function guard(connection: Connection, look: (chunk: Buffer) => void, broken: (thrown: unknown) => void): void {
  const it = connection as unknown as { packetParser: { readonly execute: (chunk: Buffer) => void } }
  const parser = it.packetParser
  const execute = (chunk: Buffer) => {
    try {
      look(chunk)
      parser.execute(chunk)
    } catch (thrown) {
      broken(thrown)
    }
  }
  it.packetParser = { execute }
}

export async function openMysql(side: Account, place: SocketPlace, purpose: Purpose, onLost: () => void): Promise<Driven> {
  const socket = await openSocket(place).catch((thrown: unknown) => {
    throw faultOfConnecting(thrown)
  })
  const connection = connectionFor(side, socket)
  const budget = createBudget()
  const count = createPacketCounter()
  const life = createLife(socket, faultOf, onLost)
  const look = (chunk: Buffer) => {
    budget.take(chunk.length)
    count(chunk)
  }
  guard(connection, look, life.broken)
  connection.on('error', life.lose)
  socket.on('close', () => life.lose(new Error('The connection ended.')))
  let reader: ReturnType<typeof createReader> | null = null

  /** A server goes on with a query whose caller has gone, until it has rows to send. */
  function kill() {
    const { threadId } = connection
    if (typeof threadId !== 'number') return
    openMysql(side, place, 'write', () => {})
      .then((other) => other.ask(`kill query ${threadId}`, []).finally(() => other.end()))
      .catch(() => {})
  }

  const asked = <T>(work: () => Promise<T>): Promise<T> => {
    budget.asked()
    return life.within(answerLimit, work, kill)
  }
  const marked = (sql: string) => sql.replaceAll(parameter, '?')

  const execute = (sql: string, values: readonly Raw[]): Promise<[unknown, FieldPacket[]]> =>
    asked(
      () =>
        new Promise((resolve, reject) => {
          const done = (error: Error | null, result: unknown, fields: FieldPacket[]) =>
            error ? reject(error) : resolve([result, fields])
          if (values.length > 0) connection.execute(marked(sql), [...values], done)
          else connection.query(sql, done)
        }),
    )

  /** Bytes of the largest message that the server takes. */
  let packetMax = Number.POSITIVE_INFINITY

  /** Asked before it is sent: a server breaks the connection under a message that is too large, and its reason may be lost with it. */
  function refuseTooLarge(values: readonly Raw[]) {
    let bytes = 0
    for (const value of values)
      bytes += value === null ? 1 : typeof value === 'object' ? value.length : Buffer.byteLength(String(value))
    if (bytes < packetMax) return
    throw new DatabaseFault('too-large', `A message of ${bytes} bytes is larger than max_allowed_packet (${packetMax}).`, '1153')
  }

  async function ask(sql: string, values: readonly Raw[]) {
    refuseTooLarge(values)
    const [result] = await execute(sql, values)
    if (!Array.isArray(result)) {
      const { affectedRows = 0, warningStatus = 0 } = (result ?? {}) as Partial<ResultSetHeader>
      return { rows: [], hasBytes: false, affected: affectedRows, warnings: warningStatus }
    }
    refuseTooMany(result.length)
    return { ...handedOver(result as Raw[][]), affected: 0, warnings: 0 }
  }

  async function more() {
    const it = reader
    if (!it) throw new Error('nothing is being read')
    const { rows, isOver } = await asked(it.more)
    return { ...handedOver(rows), isOver }
  }

  async function stream(sql: string, values: readonly Raw[]) {
    const it = createReader(connection, marked(sql), values)
    reader = it
    const fields = await asked(() => it.fields)
    return { ...(await more()), fields }
  }

  const describe = async (sql: string) => {
    const [, fields] = await execute(sql, [])
    return (fields ?? []).map(fieldOf)
  }

  try {
    const entered = () =>
      new Promise<void>((resolve, reject) => {
        connection.once('connect', () => resolve())
        connection.once('error', reject)
      })
    await life.within(entryLimit, entered)
    life.letIn()
    await ask(settings(purpose), [])
    const [[packet] = []] = (await ask('select @@max_allowed_packet', [])).rows
    if (Number(packet) > 0) packetMax = Number(packet)
    if (purpose === 'read') {
      const [[version] = []] = (await ask('select version()', [])).rows
      const isMariaDb = String(version).includes('MariaDB')
      const limit = isMariaDb ? `max_statement_time = ${streamLimit}` : `max_execution_time = ${streamLimit * 1_000}`
      await ask(`set session ${limit}`, [])
      await ask('start transaction read only', [])
    }
    return {
      ask,
      stream,
      more,
      describe,
      cut: life.cut,
      end: () => leave(new Promise((resolve) => connection.end(resolve)), socket),
    }
  } catch (thrown) {
    socket.destroy()
    throw thrown
  }
}

/** Counts the bytes of each message of a MySQL server: a long one comes in pieces, and the driver would keep any number of them. */
const headerLength = 4
/** A piece of this length is followed by another one. */
const wholePiece = 0xff_ff_ff

function createPacketCounter(): (chunk: Buffer) => void {
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
