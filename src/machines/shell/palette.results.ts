/** Which commands fit what was typed, and in which order. */

import type { ConnectorStatus } from '#contract/connectors/details/connector.ts'
import type { HealthLevel } from '#contract/connectors/details/health.ts'

export type Kind = 'page' | 'action' | 'connector'

export type Command = {
  /** A path of the console, or the name of an action. */
  readonly id: string
  readonly kind: Kind
  /** As a person reads it. */
  readonly name: string
  /** Of a connector: its status and health. */
  readonly about?: { readonly status: ConnectorStatus; readonly health: HealthLevel }
}

type Asked = { readonly commands: readonly Command[]; readonly connectors: readonly Command[]; readonly query: string }

/** More are counted and not drawn. */
const most = 50

const order: readonly Kind[] = ['page', 'action', 'connector']

/** Every word must stand somewhere in the name. Kind by kind; within one, names that begin with what was typed come first. */
export function resultsOf({ commands, connectors, query }: Asked): { readonly shown: readonly Command[]; readonly more: number } {
  const typed = folded(query.trim())
  const messages = typed.split(/\s+/)
  const found = [...commands, ...connectors].filter(({ name }) => messages.every((word) => folded(name).includes(word)))
  const rank = ({ kind, name }: Command) => order.indexOf(kind) * 2 + (folded(name).startsWith(typed) ? 0 : 1)
  const sorted = found.toSorted((one, other) => rank(one) - rank(other))
  return { shown: sorted.slice(0, most), more: Math.max(0, sorted.length - most) }
}

/** Upper and lower case and accents are alike to whoever searches. */
const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
