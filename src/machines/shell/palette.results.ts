/** Which commands fit what was typed, and in which order. */

import { connectorLifecycle } from '#contract/connectors/details/connector.lifecycle.ts'
import type { ConnectorStatus } from '#contract/connectors/details/connector.ts'
import type { HealthLevel } from '#contract/connectors/details/health.ts'

export type Kind = 'page' | 'action' | 'connector' | 'verb'

/** What can be done with a connector from anywhere. */
export const verbs = ['run', 'pause', 'resume', 'deploy', 'edit'] as const
export type Verb = (typeof verbs)[number]

/** What is done on a page of its own: what is doubtful about a draft stands there beside Deploy. */
const pages = { deploy: '/integration/', edit: '/edit-integration/' } as const
const isOnPage = (verb: Verb): verb is keyof typeof pages => Object.hasOwn(pages, verb)

/** What is asked about once before it is done. */
export type Change = {
  readonly verb: Exclude<Verb, keyof typeof pages>
  readonly connectorId: string
  readonly connector: string
}

export type Command = {
  /** A path of the console, or the name of an action. */
  readonly id: string
  readonly kind: Kind
  /** As a person reads it. */
  readonly name: string
  /** Of a connector: its status and health. */
  readonly about?: { readonly status: ConnectorStatus; readonly health: HealthLevel }
  readonly change?: Change
}

/** A connector as it was read. */
export type Found = {
  readonly connectorId: string
  readonly name: string
  readonly status: ConnectorStatus
  readonly health: HealthLevel
  /** Whether something of its draft is not live. */
  readonly isChanged: boolean
}

type PaletteSearch = { readonly commands: readonly Command[]; readonly connectors: readonly Command[]; readonly query: string }

/** More are counted and not drawn. */
const most = 50

const order: readonly Kind[] = ['page', 'action', 'connector', 'verb']

const moves = {
  run: 'user.ran',
  pause: 'user.paused',
  resume: 'user.resumed',
  deploy: 'user.deployed',
  edit: 'user.edited',
} as const satisfies Record<Verb, string>

/** What its status allows; a deployment only where it changes something. */
const verbsOf = ({ status, isChanged }: Found) =>
  verbs.filter(
    (verb) =>
      ((connectorLifecycle.states[status]?.ownEvents ?? []) as readonly string[]).includes(moves[verb]) &&
      (verb !== 'deploy' || isChanged),
  )

/** The way to each connector, and what can be done with it. */
export const commandsOf = (found: readonly Found[], named: Readonly<Record<Verb, string>>): readonly Command[] =>
  found.flatMap((it): Command[] => {
    const { connectorId, name, status, health } = it
    const page = `/details/${connectorId}`
    const doing = verbsOf(it).map((verb): Command => {
      const title = `${named[verb]} ${name}`
      return isOnPage(verb)
        ? { id: `${pages[verb]}${connectorId}`, kind: 'verb', name: title }
        : { id: `${verb} ${page}`, kind: 'verb', name: title, change: { verb, connectorId, connector: name } }
    })
    return [{ id: page, kind: 'connector', name, about: { status, health } }, ...doing]
  })

/**
 * Every word must stand somewhere in the name. Kind by kind; within one, names that begin with what was typed come first. What can be done with each
 * connector is listed once something is typed.
 */
export function resultsOf({ commands, connectors, query }: PaletteSearch): {
  readonly shown: readonly Command[]
  readonly more: number
} {
  const typed = folded(query.trim())
  const words = typed.split(/\s+/)
  const found = [...commands, ...connectors].filter(
    ({ kind, name }) => (typed !== '' || kind !== 'verb') && words.every((word) => folded(name).includes(word)),
  )
  const rank = ({ kind, name }: Command) => order.indexOf(kind) * 2 + (folded(name).startsWith(typed) ? 0 : 1)
  const sorted = found.toSorted((one, other) => rank(one) - rank(other))
  return { shown: sorted.slice(0, most), more: Math.max(0, sorted.length - most) }
}

/** Upper and lower case and accents are alike to whoever searches. */
const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
