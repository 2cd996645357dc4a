import styled from 'styled-components'
import { connectorListMachine } from '#src/services/connectors/list/connector-list.actors.ts'
import { liveImportMachine } from '#src/services/library/take-away.actors.ts'
import { space } from '#src/theme/theme.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { PlainLink } from '#src/views/kit/controls/Link.tsx'
import { Redirect } from '#src/views/kit/Redirect.tsx'
import { pathOf } from '../../builder/draft/builder-step.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { Card, CardTitle, Row, Stack } from '../../kit/layout/blocks.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { pageTitles } from '../../kit/pages.messages.ts'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { Templates } from '../browse/TemplatesSection.tsx'
import { templateMessages } from '../template.messages.ts'
import { DraftList } from './DraftList.tsx'
import { ImportForm } from './ImportForm.tsx'
import { takeAwayMessages } from './take-away.messages.ts'

const messages = templateMessages.setup
/** How many templates are shown at once. */
const few = 6

/** The start of an integration: from scratch, from a template, from a file; and the drafts to go on with. */
export function SetupIntegrationRoute({ userId }: { readonly userId: string }) {
  const access = useAccess()
  const connectors = useMachine(() => connectorListMachine(access), [access], { query: { userId } })
  const importing = useMachine(() => liveImportMachine(access), [access])
  const connectorId = useContextOf(importing, 'connectorId')
  if (connectorId !== null) return <Redirect to={pathOf('start', 'profile', connectorId)} />
  return (
    <PageFrame title={pageTitles['/integration-setup']}>
      <p>{messages.intro}</p>
      <Columns>
        <Stack>
          <Card aria-label={messages.scratch}>
            <CardTitle>{messages.scratch}</CardTitle>
            <p>{messages.scratchText}</p>
            <Row>
              <LinkButton href="/start-integration/integration-profile">{messages.scratchGo}</LinkButton>
            </Row>
          </Card>
          <Card aria-label={messages.drafts}>
            <CardTitle>{messages.drafts}</CardTitle>
            <DraftList actor={connectors} />
          </Card>
        </Stack>
        <Card aria-label={takeAwayMessages.form}>
          <CardTitle>{takeAwayMessages.form}</CardTitle>
          <ImportForm actor={importing} />
        </Card>
      </Columns>
      <Stack as="section" aria-label={messages.template}>
        <CardTitle>{messages.template}</CardTitle>
        <p>{messages.templateText}</p>
        <Templates few={few} />
        <Row>
          <PlainLink href="/connector-library">{messages.library}</PlainLink>
          <PlainLink href="/your-marketplace">{messages.marketplace}</PlainLink>
        </Row>
      </Stack>
    </PageFrame>
  )
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: ${space[16]};

  @media (min-width: 62rem) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  }
`
