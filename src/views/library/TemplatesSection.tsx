import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import { templatesPerPage } from '#contract/library/template.ts'
import type { Access } from '../../services/kit/api-client.ts'
import { inspect } from '../../services/kit/inspection.ts'
import { templateListMachine } from '../../services/library/template.actors.ts'
import type { TemplateOrigin } from '../../services/library/template.service.ts'
import { usePlace } from '../kit/use-place.ts'
import { TemplateList } from './TemplateList.tsx'
import { TemplateSearch } from './TemplateSearch.tsx'
import { useCategories } from './use-categories.ts'

type TemplatesProps = {
  readonly access: Access
  /** Undefined: of every origin. */
  readonly origin?: TemplateOrigin
  /** Only the first so many are shown. */
  readonly few?: number
}

/** A list of templates with what narrows it. Search, category and page stand in the address. */
export function Templates(props: TemplatesProps) {
  const { read, page, move } = usePlace()
  const categories = useCategories(props.access, props.origin)
  const category = read('category') ?? ''
  const written = read('q') ?? ''
  return (
    <>
      <TemplateSearch
        categories={categories}
        search={written}
        onSearch={(q) => move({ q, page: null }, true)}
        category={category}
        onCategory={(it) => move({ category: it, page: null })}
      />
      <Found key={`${page} ${category} ${written.trim()}`} {...props} />
    </>
  )
}

function Found({ access, origin, few }: TemplatesProps) {
  const { read, page, move } = usePlace()
  const machine = useMemo(() => templateListMachine(access), [access])
  const search = (read('q') ?? '').trim().slice(0, searchMax) || undefined
  const category = read('category') ?? undefined
  const query =
    few === undefined
      ? { search, category, origin, page, limit: templatesPerPage }
      : { search, category, origin, page: 1, limit: few }
  const actor = useActorRef(machine, { input: { query }, inspect })
  return (
    <TemplateList
      actor={actor}
      of={origin ?? 'all'}
      isNarrowed={search !== undefined || category !== undefined}
      {...(few === undefined
        ? { pages: { page, pageSize: templatesPerPage, onPage: (it: number) => move({ page: String(it) }) } }
        : {})}
    />
  )
}

/** Characters that the server looks for. */
const searchMax = 128
