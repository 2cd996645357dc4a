/** Templates found by words, category and systems: the ready-made ones in memory, the published ones in the database. */
import type { Kysely } from 'kysely'

import type { ReplyOf } from '#contract/kit/endpoint.ts'
import type { templateEndpoints } from '#contract/library/template.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { hostsOf } from './config-needs.ts'
import { systemsOf } from './config-systems.ts'
import type { Definition } from './ready-made/define.ts'
import {
  countMatching,
  countTemplates,
  type Filters,
  fillSystems,
  listTemplates,
  type StoredTemplate,
  searchedText,
} from './templates.repository.ts'

type TemplateSearch = {
  readonly search?: string | undefined
  readonly category?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly origin?: 'library' | 'public' | 'own' | undefined
}
type Counts = Pick<ReplyOf<typeof templateEndpoints.list>, 'categories' | 'from' | 'to'>
type Found = Counts & {
  readonly ready: readonly Definition[]
  readonly stored: readonly StoredTemplate[]
  readonly total: number
}

/** Of more the rest is found by searching: anybody can make one up. */
const countsMax = 100

type Searched = { readonly category: string; readonly from: string | null; readonly to: string | null }

/** One side is open: any system can stand there. */
const isOpen = ({ from, to }: Pick<Searched, 'from' | 'to'>) => from === null || to === null

/** Whether a system is chosen for the other side, so that choosing one for this side makes a pair. */
const isPair = (by: keyof Filters, { from, to }: Filters) => (by === 'to' ? from : by === 'from' ? to : undefined) !== undefined

/** A template of one system fits a pair too; none fits by what it leaves open on both sides. */
function fits(it: Searched, { category, from, to }: Filters): boolean {
  if (category !== undefined && it.category !== category) return false
  const isFit = (own: string | null, wanted: string | undefined) => wanted === undefined || own === wanted
  if (from === undefined || to === undefined) return isFit(it.from, from) && isFit(it.to, to)
  return (it.from !== null || it.to !== null) && isFit(it.from ?? from, from) && isFit(it.to ?? to, to)
}

export function createTemplateSearch(db: Kysely<Tables>, library: readonly Definition[]) {
  const searchable = library.map((definition) => {
    const { source, destination } = systemsOf(definition.config)
    const text = searchedText(definition, hostsOf(definition.config))
    return { definition, text, category: definition.category, from: source, to: destination }
  })
  let filled: Promise<void> | null = null

  /** Once a process; after a failure again. */
  function fillOnce(): Promise<void> {
    filled ??= fillSystems(db, systemsOf).catch((error: unknown) => {
      filled = null
      throw error
    })
    return filled
  }

  return async function search(
    companyId: string,
    { search: text = '', origin, category, from, to }: TemplateSearch,
    { page, limit }: { readonly page: number; readonly limit: number },
  ): Promise<Found> {
    const words = text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
    const filters: Filters = { category, from, to }
    const ofOrigin = origin === undefined || origin === 'library' ? searchable : []
    const found = ofOrigin.filter((it) => words.every((word) => it.text.includes(word)))
    const ready = found.filter((it) => fits(it, filters)).toSorted((one, other) => Number(isOpen(one)) - Number(isOpen(other)))

    const isPublicAsked = origin !== 'library'
    if (isPublicAsked) await fillOnce()
    const wanted = { words, ...filters, companyId, isOwn: origin === 'own' }
    const publicTotal = isPublicAsked ? await countMatching(db, wanted) : 0

    const countsBy = async (by: keyof Filters) => {
      const counts = new Map(isPublicAsked ? await countTemplates(db, wanted, by) : [])
      for (const it of found)
        if (fits(it, { ...filters, [by]: it[by] ?? undefined })) counts.set(it[by] ?? '', (counts.get(it[by] ?? '') ?? 0) + 1)
      // What is open on this side fits whichever system is chosen for it.
      const open = isPair(by, filters) ? (counts.get('') ?? 0) : 0
      counts.delete('')
      return [...counts]
        .map(([value, count]) => [value, count + open] as const)
        .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
        .slice(0, countsMax)
        .map(([value, count]) => ({ value, count }))
    }

    const first = (page - 1) * limit
    const shown = ready.slice(first, first + limit)
    const rest = { offset: Math.max(0, first - ready.length), limit: limit - shown.length }
    const isEnough = rest.limit === 0 || rest.offset >= publicTotal
    const systems = async (by: 'from' | 'to') =>
      (await countsBy(by))
        .map(({ value: system, count }) => ({ system, count }))
        .toSorted((one, other) => one.system.localeCompare(other.system, 'en'))
    return {
      ready: shown.map(({ definition }) => definition),
      stored: isEnough ? [] : await listTemplates(db, wanted, rest),
      total: ready.length + publicTotal,
      categories: (await countsBy('category')).map(({ value, count }) => ({ category: value, count })),
      from: await systems('from'),
      to: await systems('to'),
    }
  }
}
