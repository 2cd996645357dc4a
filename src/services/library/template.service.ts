import { takeAwayEndpoints } from '#contract/library/take-away.ts'
import { type SystemCount, type Template, type TemplateSummary, templateEndpoints } from '#contract/library/template.ts'
import { type Access, call } from '../kit/api-client.ts'
import { create } from '../kit/idempotent-create.ts'
import { idempotentDelete } from '../kit/idempotent-delete.ts'
import { withTitle } from '../kit/with-title.ts'

export type TemplateOrigin = 'library' | 'public' | 'own'

type TemplateSearch = {
  readonly search: string
  readonly category: string | null
  readonly from: string | null
  readonly to: string | null
  /** Counted from 1. */
  readonly page: number
  readonly origin: TemplateOrigin | undefined
  readonly limit: number
}
type Found = {
  readonly items: readonly TemplateSummary[]
  readonly total: number
  readonly categories: readonly { readonly category: string; readonly count: number }[]
  readonly from: readonly SystemCount[]
  readonly to: readonly SystemCount[]
}

/** One page of public connectors and ready-made templates, and what the filters offer. */
export async function searchTemplates(
  access: Access,
  { search, category, from, to, page, origin, limit }: TemplateSearch,
  signal: AbortSignal,
): Promise<Found> {
  const asked = { search: search.trim() === '' ? null : search.trim(), category, from, to, origin: origin ?? null, page, limit }
  const given = Object.entries(asked).filter(([, value]) => value !== null)
  const asking = call(templateEndpoints.list, { access, query: Object.fromEntries(given), signal })
  const { data, total, categories, from: sources, to: destinations } = await withTitle('template/list-failed', asking)
  return { items: data, total, categories, from: sources, to: destinations }
}

type ById = { readonly templateId: string }

export function readTemplate(access: Access, { templateId }: ById, signal: AbortSignal): Promise<Template> {
  return withTitle('template/read-failed', call(templateEndpoints.get, { access, params: { id: templateId }, signal }))
}

const shopDefinition = 'sandbox-shop-to-crm'

/** The orders of the built-in shop, at the address under which the server reaches it. */
export async function readShopSource(access: Access, signal: AbortSignal): Promise<Template['config']['source']> {
  const { config } = await call(templateEndpoints.get, { access, params: { id: shopDefinition }, signal })
  return config.source
}

/** One that is published, with what would be published now of a connector; null without one, or when that one cannot be read. */
export async function readPublished(
  access: Access,
  { templateId, connectorId }: ById & { readonly connectorId: string | null },
  signal: AbortSignal,
): Promise<Template & { readonly chosen: Pick<Template, 'config' | 'shapes'> | null; readonly isWaiting: boolean }> {
  const read = await readTemplate(access, { templateId }, signal)
  const template = { ...read, isWaiting: read.status === 'waiting' }
  if (connectorId === null) return { ...template, chosen: null }
  // Whoever cannot compare shows both: a failure here is no reason to show neither.
  const chosen = await call(takeAwayEndpoints.export, { access, params: { id: connectorId }, signal }).catch(() => null)
  return { ...template, chosen }
}

/** Makes a draft under a name. */
export async function startTemplate(
  access: Access,
  { templateId, name }: ById & { readonly name: string },
  signal: AbortSignal,
): Promise<{ readonly connectorId: string }> {
  const { connector } = await create(templateEndpoints.start, { access, params: { id: templateId }, body: { name }, signal })
  return { connectorId: connector._id }
}

type Sent = {
  readonly own: (ById & { readonly revision: number }) | null
  readonly connectorId: string | null
  readonly given: Pick<Template, 'name' | 'description' | 'category' | 'tags'>
}

/** Publishes a connector, or changes what was published before. */
export async function publish(
  access: Access,
  { own, connectorId, given }: Sent,
  signal: AbortSignal,
): Promise<ById & { readonly isWaiting: boolean }> {
  const { _id, status } =
    own === null
      ? await withTitle(
          'template/create-failed',
          create(templateEndpoints.create, { access, body: { connectorId: connectorId ?? '', ...given }, signal }),
        )
      : await withTitle(
          'template/update-failed',
          call(templateEndpoints.update, {
            access,
            body: {
              _id: own.templateId,
              revision: own.revision,
              ...given,
              ...(connectorId === null ? {} : { connectorId }),
            },
            signal,
          }),
        )
  return { templateId: _id, isWaiting: status === 'waiting' }
}

export async function removeTemplate(access: Access, { templateId }: ById, signal: AbortSignal): Promise<void> {
  await idempotentDelete('template/not-found', call(templateEndpoints.remove, { access, params: { id: templateId }, signal }))
}

const keyOf = (templateId: string | undefined) => `publication:${templateId ?? 'new'}`

/** What this tab kept of a publication, whatever it is; null when there is nothing or the browser keeps nothing. */
export function readStoredPublication(templateId: string | undefined): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(templateId)) ?? 'null')
  } catch {
    return null
  }
}

/** Storage that is full or forbidden costs the next load what was typed, not this one. */
export function keep(templateId: string | undefined, publication: object): void {
  try {
    sessionStorage.setItem(keyOf(templateId), JSON.stringify(publication))
  } catch {
    // What is typed stays on the page.
  }
}

export function forget(templateId: string | undefined): void {
  sessionStorage.removeItem(keyOf(templateId))
}
