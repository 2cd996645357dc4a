import styled from 'styled-components'

import type { Template } from '#contract/library/template.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { previewMachine } from '../../services/library/template.actors.ts'
import { font, space } from '../../theme/theme.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { ListFrame } from '../kit/layout/ListFrame.tsx'
import { DestinationReview, MappingReview, type Reviewed, SourceReview } from './ConfigReview.tsx'
import { BeforeCard } from './TemplateFacts.tsx'
import { templateMessages } from './template.messages.ts'

const messages = templateMessages.publish

export type Part = 'source' | 'destination' | 'mapping' | 'all'
type PreviewProps = { readonly connectorId: string; readonly part: Part }

/** What others will see of a connector, as the server strips it. */
export function Preview({ connectorId, part }: PreviewProps) {
  const access = useAccess()
  const actor = useMachine(() => previewMachine(access), [access], { query: { connectorId } })
  return (
    <Frame aria-label={messages.seen}>
      <Title>{messages.seen}</Title>
      <ListFrame<Pick<Template, 'config' | 'shapes' | 'hosts' | 'needs'>>
        actor={actor}
        name={messages.preview}
        isBare
        empty={<EmptyState title={messages.noneChosen}>{messages.noneChosenText}</EmptyState>}
      >
        {({ items: [seen] }) =>
          seen === undefined ? null : (
            <>
              {part === 'all' ? <BeforeCard {...seen} /> : null}
              <Parts part={part} of={seen} />
            </>
          )
        }
      </ListFrame>
    </Frame>
  )
}

export function Parts({ part, of }: { readonly part: Part; readonly of: Reviewed }) {
  return (
    <>
      {part === 'all' || part === 'source' ? <SourceReview of={of} /> : null}
      {part === 'all' || part === 'destination' ? <DestinationReview of={of} /> : null}
      {part === 'all' || part === 'mapping' ? <MappingReview of={of} /> : null}
    </>
  )
}

const Frame = styled.section`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
`

const Title = styled.h2`
  font: ${font.section};
`
