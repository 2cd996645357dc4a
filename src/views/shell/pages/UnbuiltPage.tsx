import { HardHat } from 'lucide-react'
import styled from 'styled-components'

import { color, font, radius, space } from '#src/theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import type { UnbuiltPart } from './unbuilt.format.ts'
import { unbuiltMessages as messages } from './unbuilt.messages.ts'

type UnbuiltPageProps = { readonly title: string; readonly part: UnbuiltPart }

/** A page that a later step builds: what will be here, which step brings it, what one can do meanwhile. */
export function UnbuiltPage({ title, part }: UnbuiltPageProps) {
  const { what, step, meanwhile, go } = messages.parts[part]
  return (
    <PageFrame title={title}>
      <Card>
        <Top>
          <HardHat aria-hidden="true" />
          <h2>{messages.title}</h2>
        </Top>
        <p>{messages.lead}</p>
        <Facts>
          <div>
            <dt>{messages.here}</dt>
            <dd>{what}</dd>
          </div>
          <div>
            <dt>{messages.step}</dt>
            <dd>{step}</dd>
          </div>
          <div>
            <dt>{messages.meanwhile}</dt>
            <dd>{meanwhile}</dd>
          </div>
        </Facts>
        <PlainLink href={go.path}>{go.label}</PlainLink>
      </Card>
    </PageFrame>
  )
}

const Card = styled.section`
  display: grid;
  justify-items: start;
  gap: ${space[16]};
  max-width: 44rem;
  padding: ${space[24]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
  overflow-wrap: anywhere;
`

const Top = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  font: ${font.section};

  & > svg {
    flex: none;
    width: 1.25rem;
    height: 1.25rem;
    color: ${color['pending.icon']};
  }
`

const Facts = styled.dl`
  display: grid;
  gap: ${space[12]};

  & dt {
    color: ${color['text.muted']};
    font: ${font.dense};
  }
`
