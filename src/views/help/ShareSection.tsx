import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'

import type { Helpfulness } from '#contract/help/help.ts'
import { selectPage } from '../../machines/kit/list.selectors.ts'
import { shareMachine } from '../../services/help/help.actors.ts'
import type { Access } from '../../services/kit/api-client.ts'
import { inspect } from '../../services/kit/inspection.ts'
import { ShareText } from './ShareText.tsx'

/** How many questions were solved here; nothing as long as too few people answered, or where it cannot be read. */
export function ShareSection({ access }: { readonly access: Access }) {
  const machine = useMemo(() => shareMachine(access), [access])
  const actor = useActorRef(machine, { input: { query: {} }, inspect })
  const share = useSelector(actor, selectPage<Helpfulness>)?.items[0]?.share ?? null
  return share === null ? null : <ShareText share={share} />
}
