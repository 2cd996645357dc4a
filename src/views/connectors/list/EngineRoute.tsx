import type { Access } from '#src/services/kit/api-client.ts'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { EngineSection } from './EngineSection.tsx'
import { engineMessages } from './engine.messages.ts'

/** What the engine does: what runs, what comes by itself, what waits, and what failed. */
export function EngineRoute({ access }: { readonly access: Access }) {
  return (
    <PageFrame
      title={engineMessages.title}
      actions={
        <LinkButton $isQuiet href="/runs">
          {engineMessages.allRuns}
        </LinkButton>
      }
    >
      <EngineSection access={access} />
    </PageFrame>
  )
}
