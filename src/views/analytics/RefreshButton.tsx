import { RefreshCw } from 'lucide-react'
import type { AnalyticsActor } from '../../machines/analytics/analytics.machine.ts'
import { Button } from '../kit/controls/Button.tsx'
import { useCan } from '../kit/use-snapshot.ts'
import { analyticsMessages as messages } from './analytics.messages.ts'

/** Asks for the figures again. */
export function RefreshButton({ actor }: { readonly actor: AnalyticsActor }) {
  const canRefresh = useCan(actor, { type: 'user.refreshed' })
  return (
    <Button isBlocked={!canRefresh} onPress={() => actor.send({ type: 'user.refreshed' })}>
      <RefreshCw aria-hidden="true" />
      {messages.refresh}
    </Button>
  )
}
