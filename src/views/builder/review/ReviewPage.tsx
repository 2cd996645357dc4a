import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Step } from '#src/machines/builder/draft/steps.ts'
import type { ReviewActor } from '#src/machines/builder/review/review.machine.ts'
import { space } from '#src/theme/theme.ts'
import { CheckCard } from './CheckCard.tsx'
import { DeployCard } from './DeployCard.tsx'

type ReviewPageProps = {
  readonly actor: ReviewActor
  readonly trigger: ConnectorConfig['trigger']['type']
  readonly detailsHref: string
  readonly hrefOf: (step: Step) => string
  /** What will happen, in a few sentences. */
  readonly lead?: ReactNode
  /** What differs from the live version; null where nothing is live. */
  readonly changes?: ReactNode
  readonly summary: ReactNode
  readonly trial: ReactNode
  /** Where events are sent to; null unless they start the connector. */
  readonly hook?: ReactNode
  /** The run of what is live now. */
  readonly firstRun?: ReactNode
}

/** Everything that will be deployed, what the server says of it, what it would do, and the deployment itself. */
export function ReviewPage({
  actor,
  trigger,
  detailsHref,
  hrefOf,
  lead = null,
  changes = null,
  summary,
  trial,
  hook = null,
  firstRun = null,
}: ReviewPageProps) {
  return (
    <Page>
      <Area $name="lead">{lead}</Area>
      <Area $name="checks">
        {changes}
        <CheckCard actor={actor} hrefOf={hrefOf} />
        <DeployCard actor={actor} trigger={trigger} detailsHref={detailsHref} hrefOf={hrefOf} firstRun={firstRun} />
      </Area>
      <Area $name="trial">{trial}</Area>
      <Area $name="rest">
        {hook}
        {summary}
      </Area>
    </Page>
  )
}

const Part = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${space[16]};
`

/** What is checked and what goes live stand beside the dry run where both have room. */
const Page = styled(Part)`
  @media (min-width: 75rem) {
    grid-template-areas: 'lead checks' 'trial checks' 'trial rest';
    grid-template-rows: auto auto 1fr;
    grid-template-columns: minmax(0, 1fr) 22.5rem;
    gap: ${space[16]} ${space[24]};
  }
`

const Area = styled(Part)<{ readonly $name: 'lead' | 'checks' | 'trial' | 'rest' }>`
  @media (min-width: 75rem) {
    grid-area: ${({ $name }) => $name};
  }
`
