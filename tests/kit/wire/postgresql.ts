/** As much of a PostgreSQL server as our statements need: it lets everybody in and has one table of two columns. */
import { messagesOf, type Phase, startWire, type Talk, type WireServer } from './wire.ts'

export function message(kind: string, ...parts: readonly (Buffer | string | number)[]): Buffer {
  const body = Buffer.concat(
    parts.map((it) => (typeof it === 'string' ? Buffer.from(`${it}\0`) : typeof it === 'number' ? int32(it) : it)),
  )
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body])
}

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

export function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

const described = (names: readonly string[]) =>
  message(
    'T',
    int16(names.length),
    ...names.flatMap((name) => [
      Buffer.from(`${name}\0`),
      Buffer.concat([int32(0), int16(0), int32(25), int16(0), int32(-1), int16(0)]),
    ]),
  )
const rowOf = (values: readonly string[]) =>
  message('D', int16(values.length), ...values.flatMap((it) => [int32(Buffer.byteLength(it)), Buffer.from(it)]))
const done = (tag: string) => message('C', tag)
const ready = () => message('Z', Buffer.from('T'))

type ResultSet = { readonly names: readonly string[]; readonly rows: readonly (readonly string[])[]; readonly tag: string }

const told = (tag: string, names: readonly string[] = [], rows: ResultSet['rows'] = []): ResultSet => ({ tag, names, rows })

/** What a statement of ours is answered with. */
function answerTo(sql: string): ResultSet {
  if (/^\s*(begin|commit|rollback|set)/i.test(sql)) return told('OK')
  if (/pg_attribute\s+where/.test(sql))
    return told(
      'SELECT 2',
      ['attname', 'type'],
      [
        ['id', 'integer'],
        ['name', 'text'],
      ],
    )
  if (/pg_index/.test(sql)) return told('SELECT 0', ['it'])
  if (/^\s*(insert|delete|create)/i.test(sql)) return told('INSERT 0 1')
  if (/limit [01]\s*$/.test(sql)) return told('SELECT 0', ['id', 'name'])
  return told(
    'SELECT 40',
    ['id', 'name'],
    Array.from({ length: 40 }, (_, at) => [String(at), `name ${at}`]),
  )
}

function speak({ send }: Talk): (chunk: Buffer) => void {
  let isStarted = false
  let sql = ''
  let sent = 0

  function simple(text: string) {
    const { names, rows, tag } = answerTo(text)
    const isBegin = /^\s*begin/i.test(text)
    const columns = names.length > 0 ? [described(names)] : []
    send(isBegin ? 'ready' : 'question', Buffer.concat([...columns, ...rows.map(rowOf), done(tag), ready()]))
  }

  function execute(max: number) {
    const { rows, tag } = answerTo(sql)
    const some = max > 0 ? rows.slice(sent, sent + max) : rows
    const phase: Phase = sent > 0 ? 'cursor' : 'rows'
    sent += some.length
    const isOver = max === 0 || sent >= rows.length
    send(phase, Buffer.concat([...some.map(rowOf), isOver ? done(tag) : message('s')]))
  }

  function take(bytes: Buffer) {
    if (!isStarted) {
      if (bytes.readInt32BE(4) === 80_877_103) return send('startup', Buffer.from('N'))
      isStarted = true
      return send('startup', message('R', 3))
    }
    const kind = String.fromCharCode(bytes[0] ?? 0)
    if (kind === 'p')
      send(
        'auth',
        Buffer.concat([
          message('R', 0),
          message('S', 'server_version', '15.0'),
          message('K', 1, 2),
          message('Z', Buffer.from('I')),
        ]),
      )
    if (kind === 'Q') simple(bytes.subarray(5, -1).toString())
    if (kind === 'P') {
      const [, text = ''] = bytes.subarray(5).toString().split('\0')
      sql = text
      sent = 0
      send('question', message('1'))
    }
    if (kind === 'B') send('question', message('2'))
    if (kind === 'D') {
      const { names } = answerTo(sql)
      send('results', names.length > 0 ? described(names) : message('n'))
    }
    if (kind === 'E') execute(bytes.readInt32BE(bytes.indexOf(0, 5) + 1))
    if (kind === 'C') send('question', message('3'))
    if (kind === 'S') send('question', ready())
  }

  return messagesOf((bytes) => {
    if (bytes.length < 5) return null
    return isStarted ? bytes.readInt32BE(1) + 1 : bytes.readInt32BE(0)
  }, take)
}

export const startPostgresqlWire = (): Promise<WireServer> => startWire(speak)
