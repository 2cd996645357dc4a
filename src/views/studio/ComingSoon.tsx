import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { studioWords as words } from './studio.messages.ts'

export type LaterTab = 'ai-insights' | 'health-score' | 'telemetry' | 'network-rules'

/** Stands where a later step builds a tab. */
export function ComingSoon({ tab }: { readonly tab: LaterTab }) {
  return <EmptyState title={words.soon.title(words.tabs[tab])}>{words.soon.text}</EmptyState>
}
