import { useSelector } from '@xstate/react'
import { RefreshCw } from 'lucide-react'

import type { AnalyticsActor } from '../../machines/analytics/analytics.machine.ts'
import { selectCanRefresh } from '../../machines/analytics/analytics.selectors.ts'
import { analyticsWords as words } from '../../words/analytics.ts'
import { Button } from '../parts/Button.tsx'

/** Asks for the figures again. */
export function RefreshButton({ actor }: { readonly actor: AnalyticsActor }) {
  const canRefresh = useSelector(actor, selectCanRefresh)
  return (
    <Button isBlocked={!canRefresh} onPress={() => actor.send({ type: 'user.refreshed' })}>
      <RefreshCw aria-hidden="true" />
      {words.refresh}
    </Button>
  )
}
