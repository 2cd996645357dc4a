/** Joins the charts of enrichments to the draft and to what the tab keeps. */
import { fromCallback } from 'xstate'
import { shapeOfSample } from '#contract/builder/sample-shape.ts'
import type { EnrichmentConfig } from '#contract/connectors/config/config.ts'
import type { BuilderActor } from '../../machines/builder/draft/builder.machine.ts'
import { selectDraft } from '../../machines/builder/draft/builder.machine.ts'
import type { Draft } from '../../machines/builder/draft/draft.ts'
import { type EnrichmentEmitted, enrichmentMachine } from '../../machines/builder/enrichment/enrichment.machine.ts'
import { foundShape } from '../../machines/builder/enrichment/enrichment-records.ts'
import { writtenIn } from '../../machines/builder/enrichment/enrichment-rules.ts'
import { type EnrichmentsEmitted, enrichmentsMachine } from '../../machines/builder/enrichment/enrichments.machine.ts'
import { canonical } from '../../machines/builder/lists/canonical.ts'
import type { Access } from '../kit/api-client.ts'
import { liveProbeMachine } from './probe.actors.ts'

const itemsOf = (builder: BuilderActor) => selectDraft(builder.getSnapshot())?.config.enrichment ?? []

/** Changes one enrichment of the draft. One that was removed meanwhile stays removed. */
export function changeEnrichment(builder: BuilderActor, id: string, change: (item: EnrichmentConfig) => EnrichmentConfig): void {
  const enrichment = itemsOf(builder).map((item) => (item.id === id ? change(item) : item))
  builder.send({ type: 'user.changed', change: { config: { enrichment } } })
}

/** @param open leads to one enrichment. */
export const liveEnrichmentsMachine = (builder: BuilderActor, open: (id: string) => void) =>
  enrichmentsMachine.provide({
    actors: {
      joinDraft: fromCallback<EnrichmentsEmitted, void>(({ receive, sendBack }) => {
        const change = (enrichment: readonly EnrichmentConfig[]) =>
          builder.send({ type: 'user.changed', change: { config: { enrichment: [...enrichment] } } })
        receive((told) => {
          if (told.type === 'enrichments.changed') return change(told.items)
          const id = told.type === 'enrichment.opened' ? told.id : newEnrichmentId()
          if (told.type === 'enrichment.added') change([...itemsOf(builder), { id, type: 'http', requestMethod: 'GET' }])
          open(id)
        })
        let known = itemsOf(builder)
        const { unsubscribe } = builder.subscribe(() => {
          const items = itemsOf(builder)
          if (items === known) return
          known = items
          sendBack({ type: 'draft.changed', items })
        })
        return unsubscribe
      }),
    },
  })

const lookupIn = (builder: BuilderActor, id: string) => itemsOf(builder).find((item) => item.id === id)?.lookup

export const liveEnrichmentMachine = (
  builder: BuilderActor,
  { connectorId, id }: { readonly connectorId: string; readonly id: string },
) =>
  enrichmentMachine.provide({
    actors: {
      joinDraft: fromCallback<EnrichmentEmitted, void>(({ receive, sendBack }) => {
        let known = canonical(lookupIn(builder, id))
        receive((told) => {
          if (told.type === 'enrichment.typed') return keepTyped(connectorId, id, told.written)
          keepTyped(connectorId, id, null)
          // What comes from here is no news here.
          known = canonical(told.lookup)
          changeEnrichment(builder, id, (item) => ({ ...item, lookup: told.lookup }))
        })
        const { unsubscribe } = builder.subscribe(() => {
          const lookup = lookupIn(builder, id)
          if (canonical(lookup) === known) return
          known = canonical(lookup)
          sendBack({ type: 'draft.changed', lookup })
        })
        return unsubscribe
      }),
    },
  })

/** How an enrichment opens: with what was typed of it before the page was loaded again. */
export const restoreEnrichment = (connectorId: string, { id, lookup }: EnrichmentConfig) => ({
  lookup,
  typed: writtenIn(readTyped(connectorId, id)),
})

/** Tries an enrichment out; the fields that it finds go into the draft. */
export const liveEnrichmentProbeMachine = (access: Access, builder: BuilderActor, id: string) =>
  liveProbeMachine(access, (finding, probed) => {
    const draft: Draft | null = selectDraft(builder.getSnapshot())
    if (draft === null || finding.kind !== 'sample' || probed?.side !== 'enrichment') return
    const shape = shapeOfSample(finding.sample, finding.takenAt)
    const { lookup } = probed.config
    if (shape === null || lookup === undefined) return
    const enrichment = { ...draft.shapes.enrichment, [id]: foundShape(shape, lookup.targetPath) }
    builder.send({ type: 'user.changed', change: { shapes: { enrichment } } })
  })

const keyOf = (connectorId: string, id: string) => `look-up:${connectorId}:${id}`

/** What this tab kept of an enrichment that was not complete, whatever it is; null when there is nothing or the browser keeps nothing. */
function readTyped(connectorId: string, id: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(connectorId, id)) ?? 'null')
  } catch {
    return null
  }
}

/** Storage that is full or forbidden costs the next load what was typed, not this one. */
function keepTyped(connectorId: string, id: string, written: object | null): void {
  try {
    if (written === null) sessionStorage.removeItem(keyOf(connectorId, id))
    else sessionStorage.setItem(keyOf(connectorId, id), JSON.stringify(written))
  } catch {
    // What is typed stays on the page.
  }
}

/** 64 random bits in hex: two tabs that add an enrichment add two. `crypto.randomUUID` is missing where the page is served without TLS. */
const newEnrichmentId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')
