import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import type { Usage } from '#contract/billing/usage.ts'
import { usageMachine } from '../../services/billing/usage.actors.ts'
import type { Access } from '../../services/kit/api-client.ts'
import { inspect } from '../../services/kit/inspection.ts'
import { ListFrame } from '../kit/layout/ListFrame.tsx'
import { UsageStats } from './UsageStats.tsx'
import { usageMessages as messages } from './usage.messages.ts'

/** Plan and usage of the company, read again while it is looked at. */
export function UsageSection({ access }: { readonly access: Access }) {
  const machine = useMemo(() => usageMachine(access), [access])
  const actor = useActorRef(machine, { input: { query: {} }, inspect })
  return (
    <ListFrame<Usage> actor={actor} name={messages.name} empty={null} isBare room={['98px', '250px']}>
      {({ items }) => items.map((usage) => <UsageStats key={usage.since} usage={usage} />)}
    </ListFrame>
  )
}
