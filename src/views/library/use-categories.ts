import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import type { Access } from '../../services/kit/api-client.ts'
import { inspect } from '../../services/kit/inspection.ts'
import { categoryListMachine } from '../../services/library/template.actors.ts'
import type { TemplateOrigin } from '../../services/library/template.service.ts'

/** The categories of the templates of an origin. */
export function useCategories(access: Access, origin: TemplateOrigin | undefined) {
  const machine = useMemo(() => categoryListMachine(access), [access])
  return useActorRef(machine, { input: { query: { origin } }, inspect })
}
