import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import { inspect } from '../../inspection.ts'
import type { Access } from '../../services/http.ts'
import type { TemplateOrigin } from '../../services/template.service.ts'
import { categoryListMachine } from '../../wiring/template.ts'

/** The categories of the templates of an origin. */
export function useCategories(access: Access, origin: TemplateOrigin | undefined) {
  const machine = useMemo(() => categoryListMachine(access), [access])
  return useActorRef(machine, { input: { query: { origin } }, inspect })
}
