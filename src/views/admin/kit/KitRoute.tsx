import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { pageTitles } from '../../kit/pages.messages.ts'
import { ControlExamples } from './ControlExamples.tsx'
import { DataExamples } from './DataExamples.tsx'
import { FeedbackExamples } from './FeedbackExamples.tsx'
import { OverlayExamplesSection } from './OverlayExamplesSection.tsx'

/** Every part of the kit in its states, for people who build pages. */
export function KitRoute() {
  return (
    <PageFrame title={pageTitles['/kit']}>
      <ControlExamples />
      <FeedbackExamples />
      <DataExamples />
      <OverlayExamplesSection />
    </PageFrame>
  )
}
