/** What is said between the process and a thread that runs drivers. Everything can be cloned; no error and no socket crosses. */
import type { SocketPlace } from '#server/outbound/sockets.ts'
import type { Raw, Side } from '../driver.ts'
import type { FaultKind } from '../faults.ts'

export type Engine = 'postgresql' | 'mysql'
export type Purpose = 'read' | 'write'

/** One side as a driver needs it. */
export type Account = Omit<Side, 'masked' | 'origin'>

/** What a driver says of a column: its name, and whatever tells its type. */
export type Field = { readonly name: string } & Readonly<Record<string, unknown>>

/** A value that was cloned: bytes come as a plain array of them. */
export type Cloned = Raw | Uint8Array
export type Batch = { readonly rows: readonly (readonly Cloned[])[]; readonly isOver: boolean; readonly hasBytes: boolean }

/** What each order is answered with. */
export type Results = {
  readonly open: null
  readonly ask: {
    readonly rows: readonly (readonly Cloned[])[]
    readonly affected: number
    readonly warnings: number
    readonly hasBytes: boolean
  }
  readonly stream: Batch & { readonly fields: readonly Field[] }
  readonly more: Batch
  readonly describe: readonly Field[]
  readonly end: null
  readonly cut: null
}

export type Order =
  | {
      readonly do: 'open'
      readonly engine: Engine
      readonly account: Account
      readonly place: SocketPlace
      readonly purpose: Purpose
    }
  | { readonly do: 'ask'; readonly sql: string; readonly values: readonly Cloned[] }
  | { readonly do: 'stream'; readonly sql: string; readonly values: readonly Cloned[] }
  | { readonly do: 'describe'; readonly sql: string }
  | { readonly do: 'more' }
  | { readonly do: 'end' }
  | { readonly do: 'cut' }

export type Message = { readonly session: number; readonly number: number; readonly order: Order } | 'ping'

/** A `DatabaseFault`, to be made again on the other side. */
export type DriverFault = { readonly kind: FaultKind; readonly says: string; readonly code: string }

export type Reply =
  | { readonly number: number; readonly result: Results[keyof Results] }
  | { readonly number: number; readonly fault: DriverFault }
  | { readonly lost: number }
  | 'pong'
  /** Modules of a driver are loaded from now on, and are. */
  | 'loading'
  | 'loaded'

/** A buffer is often a piece of a larger one, all of which would be cloned. */
export const cloneable = (values: readonly Raw[]): readonly Cloned[] =>
  values.some((it) => Buffer.isBuffer(it)) ? values.map((it) => (Buffer.isBuffer(it) ? new Uint8Array(it) : it)) : values

export const uncloned = (values: readonly Cloned[]): Raw[] =>
  values.map((it) =>
    it instanceof Uint8Array && !Buffer.isBuffer(it) ? Buffer.from(it.buffer, it.byteOffset, it.byteLength) : (it as Raw),
  )
