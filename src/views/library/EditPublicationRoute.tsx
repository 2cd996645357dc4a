import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ConnectorListItem } from '#contract/connectors/details/connector.ts'
import type { Template } from '#contract/library/template.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { PlainLink } from '#src/views/kit/controls/Link.tsx'
import { Redirect } from '#src/views/kit/Redirect.tsx'
import { selectProblem } from '../../machines/kit/list.machine.ts'
import { writtenOf } from '../../machines/library/written.ts'
import { connectorListMachine } from '../../services/connectors/list/connector-list.actors.ts'
import {
  livePublicationMachine,
  livePublicationRemovalMachine,
  restorePublication,
  templateDetailsMachine,
} from '../../services/library/template.actors.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { toast } from '../kit/feedback/toast.ts'
import { ListFrame } from '../kit/layout/ListFrame.tsx'
import { PageFrame } from '../kit/layout/PageFrame.tsx'
import { useContextOf, useMatches } from '../kit/use-snapshot.ts'
import { Decision } from './browse/TemplateCard.tsx'
import { type Part, Parts, Preview } from './PreviewSection.tsx'
import { PublicationForm } from './PublicationForm.tsx'
import { RemovalPanel } from './RemovalPanel.tsx'
import { templateMessages } from './template.messages.ts'

const messages = templateMessages.publish
const missing: readonly string[] = ['template/not-found', 'request/malformed']

type EditProps = {
  readonly userId: string
  readonly templateId: string
  /** Of the configuration, what the page is about; null where it is about the profile. */
  readonly part: Part | null
  readonly title: string
}

/** One of the company's own public connectors, to be changed or withdrawn. */
export function EditPublicationRoute(props: EditProps) {
  const access = useAccess()
  const { templateId, title } = props
  const actor = useMachine(() => templateDetailsMachine(access), [access], { query: { templateId } })
  const isMissing = useSelector(actor, (snapshot) => missing.includes(selectProblem(snapshot)?.code ?? ''))
  const gone = <EmptyState title={templateMessages.details.missing}>{templateMessages.details.missingText}</EmptyState>
  return (
    <PageFrame title={title} actions={<PlainLink href="/your-marketplace?tab=own">{messages.market}</PlainLink>}>
      {isMissing ? (
        gone
      ) : (
        <ListFrame<Template> actor={actor} name={templateMessages.details.name} isBare empty={gone}>
          {({ items }) =>
            items.map((template) =>
              template.isOwn ? (
                <Edit key={template._id} {...props} template={template} />
              ) : (
                <EmptyState key={template._id} title={template.name}>
                  {messages.notOwn}
                </EmptyState>
              ),
            )
          }
        </ListFrame>
      )}
    </PageFrame>
  )
}

function Edit({ userId, templateId, part, template }: EditProps & { readonly template: Template }) {
  const access = useAccess()
  const fresh = { own: { templateId, revision: template.revision }, connectorId: null, written: writtenOf(template) }
  const actor = useMachine(() => livePublicationMachine(access), [access], restorePublication(fresh))
  const connectors = useMachine(() => connectorListMachine(access), [access], { query: { userId } })
  const removal = useMachine(() => livePublicationRemovalMachine(access), [access], { templateId })
  const isRemoved = useMatches(removal, 'removed')
  const connectorId = useContextOf(actor, 'connectorId')
  const other = part === null ? `/edit-public-connector-config/source/${templateId}` : `/edit-public-connector/${templateId}`
  if (isRemoved) return <Removed name={template.name} />
  return (
    <>
      <Decision template={template} />
      <p>
        <PlainLink href={other}>{part === null ? messages.config : messages.profile}</PlainLink>
      </p>
      <ListFrame<ConnectorListItem>
        actor={connectors}
        name={messages.connectors}
        isBare
        empty={<PublicationForm actor={actor} connectors={[]} />}
      >
        {({ items }) => <PublicationForm actor={actor} connectors={items} />}
      </ListFrame>
      <RemovalPanel actor={removal} name={template.name} />
      {connectorId === null ? (
        <Parts part={part ?? 'all'} of={template} />
      ) : (
        <Preview key={connectorId} connectorId={connectorId} part={part ?? 'all'} />
      )}
    </>
  )
}

function Removed({ name }: { readonly name: string }) {
  useEffect(() => {
    toast(templateMessages.removal.removed(name))
  }, [name])
  return <Redirect to="/your-marketplace?tab=own" />
}
