/** What PostgreSQL and MySQL have in common, as the source and the destination see it. */
import type { DatabaseConfig, DestinationConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { databaseOrigin, databasePort, plainHost } from '#contract/connectors/config/database.ts'
import type { Masked, Tools } from '../../kit/kind.ts'
import { createMask } from '../http/masking/masking.ts'

export type Term = {
  /** What is sorted by, given the column. */
  readonly by: (name: string) => string
  /** What that is compared with: SQL with one parameter, and the parameter. */
  readonly value: (kept: string) => readonly [sql: string, parameter: Raw]
}

/** How rows are sorted by a column, and how a value of it is kept in a place. */
export type Rank = {
  /** Read beside the row where the value itself does not say how it is sorted; null where it does. */
  readonly beside: ((name: string) => string) | null
  /** As a text that JSON and the database of the engine can hold, exactly. */
  readonly kept: (raw: string | number | Buffer) => string
  /** The order of the column. */
  readonly own: Term
  /** Tells values apart that the column's order calls equal; null where there are none. */
  readonly exact: Term | null
}

/** One side of a connector, with its password. */
export type Side = {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
  readonly tls: 'disable' | 'require' | 'verify'
  /** What the password is bound to; also what the side shares with others of the same server. */
  readonly origin: string
  readonly masked: Masked
}

/** A value as the driver gives it: exact, and not yet what a record holds. */
export type Raw = string | number | Buffer | null

/** Stands for a parameter in a statement: a character that no query may hold, because `?` is an operator of PostgreSQL. */
export const parameter = '\u0001'

/** A value that no record can hold, e.g. a date that no calendar has. */
export class ValueFault extends Error {}
/** A value that means "no value": zero dates, NaN and infinity. It is read as null, and counted (decision 0050). */
export class NoValue extends ValueFault {}

export type Column = {
  readonly name: string
  /** Its type as the system numbers it; equal for columns whose values are equal texts. */
  readonly type: string
  /** How its values can be counted on: only numbers and instants can be looked back from. */
  readonly order: 'number' | 'instant' | 'text'
  /** The value of a record. Throws `ValueFault`. */
  readonly read: (raw: Raw) => unknown
  /** What is compared with it: a parameter, brought to its type where the database would compare something else. */
  readonly parameter: string
  /** The column as it is compared and sorted, given its name. */
  readonly compared: (name: string) => string
  /** How rows are sorted by it, and a place among them kept. */
  readonly rank: Rank
}

export type Rows = {
  readonly columns: readonly Column[]
  /** The next row; null at the end. Throws `DatabaseFault`. */
  readonly next: () => Promise<readonly Raw[] | null>
}

export type Answer = { readonly rows: readonly (readonly Raw[])[]; readonly affected: number; readonly warnings: number }

/** One connection. All throw `DatabaseFault`. */
export type Session = {
  readonly ask: (sql: string, values?: readonly Raw[]) => Promise<Answer>
  /** Reads rows as they are taken, within one snapshot that nobody can write to. One at a time. */
  readonly stream: (sql: string, values: readonly Raw[]) => Promise<Rows>
  readonly columns: (sql: string) => Promise<readonly Column[]>
  /** Why the connection is lost; null while it stands. */
  readonly isLost: () => boolean
  /** Ends it at once, whatever is going on. */
  readonly cut: () => void
  /** Takes leave. */
  readonly end: () => Promise<void>
}

export type TableColumn = {
  readonly name: string
  /** A value of a record as it is written into the column. Throws `ValueFault`. */
  readonly write: (value: unknown) => unknown
}

/** Values by the name of the column, ready to be written. */
export type Row = Readonly<Record<string, unknown>>

/** A table that is written to, as it stands now. */
export type Target = {
  /** The column that a member of a record goes to. */
  readonly column: (name: string) => TableColumn | undefined
  /** Writes rows that all have these columns, and no key twice. Resolves with how many of them the table has taken: a trigger may drop a row. */
  readonly write: (session: Session, columns: readonly string[], rows: readonly Row[]) => Promise<number>
  /** Changes the rows with the same keys. Resolves with how many there were. */
  readonly update: (session: Session, columns: readonly string[], rows: readonly Row[]) => Promise<number>
  /** Deletes the rows with the same keys. Resolves with how many there were. */
  readonly remove: (session: Session, rows: readonly Row[]) => Promise<number>
  /** Why a delivery to it may have half an effect; null when it may not. A sentence. */
  readonly doubt: string | null
  /** Whether rows of a statement that fails are taken back. */
  readonly isTransactional: boolean
}

export type Dialect = {
  readonly name: 'PostgreSQL' | 'MySQL'
  readonly open: (side: Side, outbound: Tools['outbound'], purpose: 'read' | 'write') => Promise<Session>
  readonly quoted: (name: string) => string
  /** Where rows without a value stand in an order. */
  readonly nulls: 'first' | 'last'
  /** The columns of the primary key of a table or of another unique index over columns without nulls, in order; empty when it has none. */
  readonly uniqueKey: (session: Session, table: readonly string[]) => Promise<readonly string[]>
  /** In which order each of these columns of `from` (called `q`) sorts texts: the name of its collation; empty for what is no text. */
  readonly collations: (session: Session, from: string, columns: readonly Column[]) => Promise<readonly string[]>
  /** By what rows of a query `q` that have the same cursor value are sorted, to come in the same order the next time. */
  readonly tieOrder: (columns: number) => readonly string[]
  /** Looks at a table and its unique indexes. Throws `DatabaseFault` about the caller when rows cannot be told apart by the keys. */
  readonly target: (session: Session, table: readonly string[], keys: readonly string[]) => Promise<Target>
  readonly beginWriting: string
  /** The statements that make the table of delivered keys. */
  readonly makeLedger: (name: string) => readonly string[]
  /** Writes a key down; nothing is affected when it is there. */
  readonly claimKey: (name: string) => string
  /** Forgets some of what is older than 30 days. */
  readonly pruneLedger: (name: string) => string
}

/** Bytes of base64, as the sources write them. Throws `ValueFault`. */
export function bytesOf(value: unknown): Buffer {
  if (typeof value !== 'string' || value.length % 4 !== 0 || !/^[\w+/]*={0,2}$/.test(value))
    throw new ValueFault('bytes must be base64')
  return Buffer.from(value, 'base64')
}

/** `schema.table` or `table`, in its parts. */
export const partsOf = (table: string): readonly string[] => table.split('.')

/** Reads the password of a side. Throws what `readSecret` throws. */
export async function sideOf(config: SourceConfig | DestinationConfig, tools: Tools): Promise<Side> {
  const database = config.databaseConfig as DatabaseConfig
  const auth = config.auth?.type === 'basic' ? config.auth : { username: '', password: '' }
  const origin = databaseOrigin(database)
  const password = await tools.readSecret(auth.password, origin)
  return {
    host: (plainHost(database.host) ?? '').replace(/^\[|\]$/g, ''),
    port: databasePort(database),
    database: database.database,
    user: auth.username,
    password,
    tls: database.tls ?? 'verify',
    origin,
    masked: createMask(password).masked,
  }
}
