/** Joins the page of one connection to its calls: one `provide` for all that the page owns. */
import { type ConnectionMember, connectionPageEndpoints as endpoints } from '#contract/connections/connection-page.ts'
import { connectionEndpoints } from '#contract/connections/connections.ts'
import {
  type ConnectionDecision,
  type ConnectionPlace,
  connectionDecisions,
  connectionPageMachine,
  connectionTabs,
  type Sharing,
} from '../../machines/connections/connection.page.machine.ts'
import { connectionFormOf, isConnectionComplete } from '../../machines/connections/connection-entry.ts'
import { chosenConnectors, isReplacementComplete } from '../../machines/connections/connection-replacement.ts'
import { actorFrom } from '../kit/actor.ts'
import { joinAddress } from '../kit/address/address.actors.ts'
import { readAddress } from '../kit/address/address.service.ts'
import { type Access, call } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { listOf } from '../kit/list.actors.ts'
import { sectionOf } from '../kit/settings-section.actors.ts'

/** Milliseconds between two readings. */
const refreshPause = 15_000
/** Of what only this page changes. */
const quiet = 120_000
/** Each of many connectors is changed by itself. */
const replaceLimit = 60_000

/** The tab and page that the address names. */
export function openedConnection(): ConnectionPlace {
  const { tab, page } = readAddress(['tab', 'page'])
  return {
    tab: connectionTabs.find((it) => it === tab) ?? 'overview',
    page: Math.max(1, Number.parseInt(page ?? '1', 10) || 1),
  }
}

type MembersPage = { readonly data: readonly ConnectionMember[]; readonly total: number }

/** Every member, page by page. One who joins or leaves meanwhile may be missing until the next reading. */
async function allMembers(read: (page: number) => Promise<MembersPage>) {
  const members = new Map<string, ConnectionMember>()
  for (let page = 1; ; page += 1) {
    const { data, total } = await read(page)
    for (const it of data) members.set(it._id, it)
    if (data.length === 0 || members.size >= total) return { items: [...members.values()], total: members.size }
  }
}

export function connectionPageOf(access: Access, id: string) {
  const params = { id }
  const get = (signal: AbortSignal) => call(connectionEndpoints.get, { access, params, signal })
  const decide: Readonly<Record<ConnectionDecision, (choice: string, signal: AbortSignal) => Promise<unknown>>> = {
    off: (_, signal) => call(connectionEndpoints.switchOff, { access, params, signal }),
    on: (_, signal) => call(connectionEndpoints.switchOn, { access, params, signal }),
    delete: (_, signal) => call(connectionEndpoints.remove, { access, params, signal }),
    handOver: (userId, signal) => call(endpoints.handOver, { access, params, body: { userId }, signal }),
  }
  const items = ({ data, total }: { readonly data: readonly unknown[]; readonly total: number }) => ({ items: data, total })
  const list = (read: Parameters<typeof listOf>[0], pause = quiet) => listOf(read).provide({ delays: { refreshPause: pause } })
  return connectionPageMachine.provide({
    actors: {
      /** A list of one. */
      connection: list(async (_, signal) => ({ items: [await get(signal)], total: 1 }), refreshPause),
      form: entryDialogOf({
        save: (entry, signal) => {
          const body = { ...connectionFormOf(entry), revision: Number(entry['revision']) }
          return call(connectionEndpoints.update, { access, params, body, signal })
        },
        isValid: isConnectionComplete,
      }),
      decision: confirmedActionOf({
        act: async ({ kind, choice = '' }, signal) => {
          const decision = connectionDecisions.find((it) => it === kind)
          return decision === undefined ? null : decide[decision](choice, signal)
        },
        isComplete: ({ kind, choice = '' }) => kind !== 'handOver' || choice !== '',
      }),
      test: actorFrom((_, signal) => call(connectionEndpoints.test, { access, params, signal })),
      uses: list(async (_, signal) => items(await call(connectionEndpoints.uses, { access, params, signal })), refreshPause),
      // Who only uses the connection is not told which drafts hold its secret.
      candidates: list(async (_, signal) => {
        const { isYours } = await get(signal)
        return isYours ? items(await call(endpoints.candidates, { access, params, signal })) : { items: [], total: 0 }
      }),
      others: list(async (_, signal) => {
        const { data } = await call(connectionEndpoints.list, { access, signal })
        const kind = data.find((it) => it.id === id)?.kind
        const others = data.filter((it) => it.id !== id && it.kind === kind)
        return { items: others, total: others.length }
      }),
      replacement: entryDialogOf({
        save: (entry, signal) => {
          const body = { by: entry['by'] ?? '', connectorIds: chosenConnectors(entry), deploy: entry['deploys'] === 'yes' }
          return call(endpoints.replace, { access, params, body, signal })
        },
        isValid: isReplacementComplete,
        limit: replaceLimit,
      }),
      /** The planned action names the connector. */
      adoption: confirmedActionOf({
        act: ({ id: connectorId }, signal) =>
          call(endpoints.adopt, { access, params, body: { connectorIds: [connectorId] }, signal }),
      }),
      access: sectionOf({
        name: `connection-access ${id}`,
        read: async (signal) => {
          const { visibility, people, revision } = await get(signal)
          return { value: { visibility, people: people.map(({ _id }) => _id) }, revision }
        },
        save: async ({ value, revision }, signal) => {
          const { visibility, people } = value as Sharing
          const saved = await call(endpoints.share, {
            access,
            params,
            body: { visibility, people: [...people], revision },
            signal,
          })
          return {
            value: { visibility: saved.visibility, people: saved.people.map(({ _id }) => _id) },
            revision: saved.revision,
          }
        },
      }),
      members: list(async (_, signal) =>
        allMembers((page) => call(endpoints.people, { access, params, query: { page }, signal })),
      ),
      history: list(async ({ page }, signal) =>
        items(await call(endpoints.history, { access, params, query: { page: Number(page) }, signal })),
      ),
      address: joinAddress(openedConnection, ({ tab, page }) => ({
        ...{ tab: tab === 'overview' ? null : tab, page: page === 1 ? null : String(page) },
      })),
    },
  })
}
