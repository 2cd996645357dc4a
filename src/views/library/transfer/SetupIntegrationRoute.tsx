import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { Link, Redirect } from 'wouter'

import { inspect } from '../../inspection.ts'
import { selectConnectorId } from '../../machines/import/import.selectors.ts'
import type { Access } from '../../services/http.ts'
import { Card, CardTitle, Row } from '../../views/parts/blocks.ts'
import { GoButton } from '../../views/parts/GoButton.tsx'
import { PageFrame } from '../../views/shell/PageFrame.tsx'
import { DraftList } from '../../views/template/DraftList.tsx'
import { ImportForm } from '../../views/template/ImportForm.tsx'
import { connectorListMachine } from '../../wiring/connector-list.ts'
import { liveImportMachine } from '../../wiring/take-away.ts'
import { pageTitles } from '../../words/pages.ts'
import { takeAwayWords } from '../../words/take-away.ts'
import { templateWords } from '../../words/template.ts'
import { pathOf } from '../builder/step.ts'
import { Templates } from './Templates.tsx'

const words = templateWords.setup
/** How many templates are shown at once. */
const few = 6

/** The start of an integration: from scratch, from a template, from a file; and the drafts to go on with. */
export function SetupIntegrationRoute({ access, userId }: { readonly access: Access; readonly userId: string }) {
  const listMachine = useMemo(() => connectorListMachine(access), [access])
  const connectors = useActorRef(listMachine, { input: { query: { userId } }, inspect })
  const importMachine = useMemo(() => liveImportMachine(access), [access])
  const importing = useActorRef(importMachine, { inspect })
  const connectorId = useSelector(importing, selectConnectorId)
  if (connectorId !== null) return <Redirect to={pathOf('start', 'profile', connectorId)} />
  return (
    <PageFrame title={pageTitles['/integration-setup']}>
      <p>{words.intro}</p>
      <Card aria-label={words.scratch}>
        <CardTitle>{words.scratch}</CardTitle>
        <p>{words.scratchText}</p>
        <Row>
          <GoButton href="/start-integration/integration-profile">{words.scratchGo}</GoButton>
        </Row>
      </Card>
      <Card aria-label={words.drafts}>
        <CardTitle>{words.drafts}</CardTitle>
        <DraftList actor={connectors} />
      </Card>
      <Card aria-label={words.template}>
        <CardTitle>{words.template}</CardTitle>
        <p>{words.templateText}</p>
        <Templates access={access} few={few} />
        <Row>
          <Link href="/connector-library">{words.library}</Link>
          <Link href="/your-marketplace">{words.marketplace}</Link>
        </Row>
      </Card>
      <Card aria-label={takeAwayWords.form}>
        <CardTitle>{takeAwayWords.form}</CardTitle>
        <ImportForm actor={importing} />
      </Card>
    </PageFrame>
  )
}
