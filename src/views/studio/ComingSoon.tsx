import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { studioMessages as messages } from './studio.messages.ts'

export type LaterTab = 'health-score' | 'telemetry' | 'network-rules'

/** Stands where a later step builds a tab. */
export function ComingSoon({ tab }: { readonly tab: LaterTab }) {
  return <EmptyState title={messages.soon.title(messages.tabs[tab])}>{messages.soon.text}</EmptyState>
}
