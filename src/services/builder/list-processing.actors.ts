/** Joins the charts of list processing to the draft, to what the tab keeps, and to the calls that try it out. */

import { fromCallback } from 'xstate'
import { probeEndpoints, type TriedPaging } from '#contract/builder/probe.ts'
import { storedShapeOf } from '#contract/builder/sample-shape.ts'
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { RecordShape } from '#contract/connectors/config/shape.ts'
import type { BuilderActor } from '../../machines/builder/draft/builder.machine.ts'
import { selectDraft } from '../../machines/builder/draft/builder.machine.ts'
import type { Draft } from '../../machines/builder/draft/draft.ts'
import {
  type ListEmitted,
  type ListProcessingActor,
  listProcessingMachine,
} from '../../machines/builder/lists/list-processing.machine.ts'
import { type ListSettings, settingsOf, withSettings } from '../../machines/builder/lists/list-settings.ts'
import { typedIn } from '../../machines/builder/lists/list-typed.ts'
import { pagingMachine, proposedPagingMachine } from '../../machines/builder/lists/paging.machine.ts'
import { isProved, type PagingProof, requestOf } from '../../machines/builder/lists/paging-proof.ts'
import { fieldsOf } from '../../machines/builder/systems/record-shape.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call, once } from '../kit/api-client.ts'

/** By connector, as long as this page of the browser is not loaded again: pages hold keys of records. */
const proofs = new Map<string, PagingProof>()

export const liveListProcessingMachine = (builder: BuilderActor) =>
  listProcessingMachine.provide({
    actors: {
      joinDraft: fromCallback<ListEmitted, void>(({ receive, sendBack }) => {
        receive((told) => {
          const draft = selectDraft(builder.getSnapshot())
          if (draft === null) return
          if (told.type === 'list.proved') proofs.set(draft.connectorId, told.proof)
          else if (told.type === 'list.typed') keepTyped(draft.connectorId, told.typed)
          else builder.send({ type: 'user.changed', change: listed(draft, told.settings, told.items ?? []) })
        })
        let known = builder.getSnapshot().context.draft?.config.source
        const { unsubscribe } = builder.subscribe(({ context: { draft } }) => {
          if (draft === null || draft.config.source === known) return
          known = draft.config.source
          sendBack({ type: 'draft.changed', settings: settingsOf(draft.config) })
        })
        return unsubscribe
      }),
    },
  })

/** What changes in a draft when its source is read as a list; with items, each of them is a record from now on. */
export const listed = (draft: Draft, settings: ListSettings, items: readonly unknown[]) => ({
  config: withSettings(draft.config, settings),
  ...(items.length === 0 ? {} : { shapes: { source: shapeOf(items, draft.shapes.source?.more) } }),
})

/** Of items that stood in an answer. The next test request looks at more of them. */
const shapeOf = (items: readonly unknown[], more: RecordShape['more']): RecordShape => ({
  ...storedShapeOf({ fields: fieldsOf(items), examples: items }, more),
  origin: 'request',
  takenAt: new Date().toISOString(),
})

/** How list processing opens on a draft: with what was typed before the page was loaded again. */
export const restoreListProcessing = ({ connectorId, config }: Draft) => ({
  settings: settingsOf(config),
  typed: typedIn(readTyped(connectorId)),
  proof: proofs.get(connectorId) ?? null,
})

/** @param source with the paging that is proposed. @param onProved receives a test that leaves no doubt of it. */
export const liveProposedPagingMachine = (access: Access, source: ProbedSource, onProved: (tried: TriedPaging) => void) =>
  proposedPagingMachine.provide({
    actors: {
      send: actorFrom(async (_, signal) => {
        const tried = await tryPaging(access, source, signal)
        if (isProved(tried) && !signal.aborted) onProved(tried)
        return tried
      }),
    },
  })

type Proven = {
  readonly builder: BuilderActor
  readonly list: ListProcessingActor
  /** With the paging that was tested. */
  readonly tested: SourceConfig
  readonly settings: ListSettings
  readonly items: readonly unknown[]
}

/** Uses paging whose test passed, in the draft as it is now. Where its request changed meanwhile, or another one is set up, nothing is used. */
export function applyProvedPaging({ builder, list, tested, settings, items }: Proven, tried: TriedPaging): void {
  const draft = selectDraft(builder.getSnapshot())
  if (draft === null || draft.config.source.listConfig?.firstPageOnly) return
  if (requestOf(withSettings(draft.config, settings).source) !== requestOf(tested)) return
  const change = listed(draft, settingsAt(settings, tried), items)
  const accepted = { type: 'user.accepted', proof: { request: requestOf(change.config.source), tried } } as const
  if (!list.getSnapshot().can(accepted)) return
  list.send(accepted)
  builder.send({ type: 'user.changed', change })
}

/** With the number of the first page, where the test found one. */
export function settingsAt(settings: ListSettings, tried: TriedPaging | null): ListSettings {
  const { config } = settings
  if (tried?.firstPage === undefined || !config?.paginationConfig) return settings
  return { ...settings, config: { ...config, paginationConfig: { ...config.paginationConfig, firstPage: tried.firstPage } } }
}

/** @param source asked for at each try. */
export const livePagingMachine = (access: Access, source: () => ProbedSource) =>
  pagingMachine.provide({ actors: { send: actorFrom((_, signal) => tryPaging(access, source(), signal)) } })

const keyOf = (connectorId: string) => `list-processing:${connectorId}`

/** What this tab kept of an open dialog, whatever it is; null when there is nothing or the browser keeps nothing. */
function readTyped(connectorId: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(connectorId)) ?? 'null')
  } catch {
    return null
  }
}

/** Storage that is full or forbidden costs the next load what was typed, not this one. */
function keepTyped(connectorId: string, typed: object | null): void {
  try {
    if (typed === null) sessionStorage.removeItem(keyOf(connectorId))
    else sessionStorage.setItem(keyOf(connectorId), JSON.stringify(typed))
  } catch {
    // What is typed stays on the page.
  }
}

/** `connectorId` is where secrets are saved that the configuration only marks as set; null where there is none. */
type ProbedSource = { readonly config: SourceConfig; readonly connectorId: string | null }

/** The first pages of a source, and why they end. One try: another one would ask the source for everything again. */
function tryPaging(access: Access, { config, connectorId }: ProbedSource, signal: AbortSignal): Promise<TriedPaging> {
  const body = { side: 'source' as const, config, ...(connectorId === null ? {} : { connectorId }) }
  return call(probeEndpoints.tryPaging, { access, body, signal, patience: once })
}
