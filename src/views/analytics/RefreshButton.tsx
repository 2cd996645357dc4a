import { useSelector } from '@xstate/react'
import { RefreshCw } from 'lucide-react'

import type { AnalyticsActor } from '../../machines/analytics/analytics.machine.ts'
import { selectCanRefresh } from '../../machines/analytics/analytics.selectors.ts'
import { Button } from '../kit/controls/Button.tsx'
import { analyticsMessages as messages } from './analytics.messages.ts'

/** Asks for the figures again. */
export function RefreshButton({ actor }: { readonly actor: AnalyticsActor }) {
  const canRefresh = useSelector(actor, selectCanRefresh)
  return (
    <Button isBlocked={!canRefresh} onPress={() => actor.send({ type: 'user.refreshed' })}>
      <RefreshCw aria-hidden="true" />
      {messages.refresh}
    </Button>
  )
}
