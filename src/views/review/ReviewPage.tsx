import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { ConnectorConfig } from '../../../contract/config.ts'
import type { ReviewActor } from '../../machines/review/review.machine.ts'
import { space } from '../../theme/theme.ts'
import { CheckCard } from './CheckCard.tsx'
import { DeployCard } from './DeployCard.tsx'

type ReviewPageProps = {
  readonly actor: ReviewActor
  readonly trigger: ConnectorConfig['trigger']['type']
  readonly detailsHref: string
  readonly summary: ReactNode
  readonly trial: ReactNode
}

/** Everything that will be deployed, what the server says of it, what it would do, and the deployment itself. */
export function ReviewPage({ actor, trigger, detailsHref, summary, trial }: ReviewPageProps) {
  return (
    <Page>
      {summary}
      <CheckCard actor={actor} />
      {trial}
      <DeployCard actor={actor} trigger={trigger} detailsHref={detailsHref} />
    </Page>
  )
}

const Page = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
`
