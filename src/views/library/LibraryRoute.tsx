import { LinkButton } from '../kit/controls/LinkButton.tsx'
import { PageFrame } from '../kit/layout/PageFrame.tsx'
import { pageTitles } from '../kit/pages.messages.ts'
import { searchMessages } from './browse/search.messages.ts'
import { Templates } from './browse/TemplatesSection.tsx'

/** The ready-made templates. */
export function LibraryRoute() {
  return (
    <PageFrame
      title={pageTitles['/connector-library']}
      actions={
        <LinkButton $isQuiet href="/start-integration/integration-profile">
          {searchMessages.startFromScratch}
        </LinkButton>
      }
    >
      <Templates origin="library" />
    </PageFrame>
  )
}
