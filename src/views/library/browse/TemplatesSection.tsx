import { useMemo } from 'react'

import { templatesPerPage } from '#contract/library/template.ts'
import type { TemplateOrigin } from '#src/services/library/template.service.ts'
import { liveTemplateSearchMachine, templateQueryHere } from '#src/services/library/template-search.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { TemplateBrowser } from './TemplateBrowser.tsx'

type TemplatesProps = {
  /** Undefined: of every origin. */
  readonly origin?: TemplateOrigin
  /** Only the first so many are shown. */
  readonly few?: number
}

/** Templates with what narrows them; the query is in the address. */
export function Templates({ origin, few }: TemplatesProps) {
  const access = useAccess()
  const input = useMemo(() => ({ query: templateQueryHere() }), [])
  const actor = useMachine(() => liveTemplateSearchMachine(access, origin, few ?? templatesPerPage), [access, origin, few], input)
  return <TemplateBrowser actor={actor} of={origin ?? 'all'} isCompact={few !== undefined} />
}
