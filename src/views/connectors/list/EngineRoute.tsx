import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { EngineSection } from './EngineSection.tsx'
import { engineMessages } from './engine.messages.ts'

/** What the engine does: what runs, what comes by itself, what waits, and what failed. */
export function EngineRoute() {
  return (
    <PageFrame
      title={engineMessages.title}
      actions={
        <LinkButton $isQuiet href="/runs">
          {engineMessages.allRuns}
        </LinkButton>
      }
    >
      <EngineSection />
    </PageFrame>
  )
}
