import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { Template } from '#contract/library/template.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { PlainLink } from '#src/views/kit/controls/Link.tsx'
import { Redirect } from '#src/views/kit/Redirect.tsx'
import { selectPage, selectProblem } from '../../machines/kit/list.machine.ts'
import { liveTemplateMachine, templateDetailsMachine } from '../../services/library/template.actors.ts'
import { narrow, space } from '../../theme/theme.ts'
import { pathOf } from '../builder/draft/builder-step.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { Stack } from '../kit/layout/blocks.ts'
import { ListFrame } from '../kit/layout/ListFrame.tsx'
import { PageFrame } from '../kit/layout/PageFrame.tsx'
import { useContextOf } from '../kit/use-snapshot.ts'
import { DestinationReview, MappingReview, SourceReview } from './ConfigReview.tsx'
import { StartForm } from './StartForm.tsx'
import { AboutCard, BeforeCard } from './TemplateFacts.tsx'
import { templateMessages } from './template.messages.ts'

const messages = templateMessages.details
/** An address that is no id is one of no template. */
const missing: readonly string[] = ['template/not-found', 'request/malformed']

type TemplateRouteProps = { readonly templateId: string; readonly title: string }

/** One template: everything that is in it, and the start of a connector from it. */
export function TemplateRoute({ templateId, title }: TemplateRouteProps) {
  const access = useAccess()
  const actor = useMachine(() => templateDetailsMachine(access), [access], { query: { templateId } })
  const page = useSelector(actor, selectPage<Template>)
  const isMissing = useSelector(actor, (snapshot) => missing.includes(selectProblem(snapshot)?.code ?? ''))
  const template = page?.items[0]
  const all =
    template?.origin === 'public' ? (
      <PlainLink href="/your-marketplace">{messages.allPublic}</PlainLink>
    ) : (
      <PlainLink href="/connector-library">{messages.all}</PlainLink>
    )
  if (isMissing)
    return (
      <PageFrame title={title} actions={all}>
        <EmptyState title={messages.missing}>{messages.missingText}</EmptyState>
      </PageFrame>
    )
  return (
    <PageFrame title={template?.name ?? title} actions={all}>
      <ListFrame<Template>
        actor={actor}
        name={messages.name}
        isBare
        empty={<EmptyState title={messages.missing}>{messages.missingText}</EmptyState>}
      >
        {({ items }) => items.map((it) => <Details key={it._id} template={it} />)}
      </ListFrame>
    </PageFrame>
  )
}

function Details({ template }: { readonly template: Template }) {
  const access = useAccess()
  const { _id, name, isOwn } = template
  const actor = useMachine(() => liveTemplateMachine(access), [access], { templateId: _id, name })
  const connectorId = useContextOf(actor, 'connectorId')
  if (connectorId !== null) return <Redirect to={pathOf('start', 'source', connectorId)} />
  return (
    <>
      <Columns>
        <Stack>
          <AboutCard template={template} />
          <BeforeCard {...template} />
        </Stack>
        <Stack>
          <StartForm actor={actor} />
          {isOwn ? <PlainLink href={`/edit-public-connector/${_id}`}>{messages.edit}</PlainLink> : null}
        </Stack>
      </Columns>
      <SourceReview of={template} />
      <DestinationReview of={template} />
      <MappingReview of={template} />
    </>
  )
}

/** What it is and what it takes left, the start of a connector right. */
const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 22rem;
  align-items: start;
  gap: ${space[16]};

  ${narrow} {
    grid-template-columns: minmax(0, 1fr);
  }
`
